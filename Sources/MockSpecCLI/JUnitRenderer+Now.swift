import MockSpecDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension JUnitRenderer {
  /// For a report of this second.
  static func now(isStrict: Bool) -> JUnitRenderer {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 20)
    let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let timestamp = String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return JUnitRenderer(timestamp: timestamp, isStrict: isStrict)
  }
}
