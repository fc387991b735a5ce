import MockSpecDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension JUnitRenderer {
  /// Creates a renderer whose reports have a timestamp in UTC.
  ///
  /// - Parameter now: Seconds since 1970.
  init(now: Int = time(nil), isStrict: Bool) {
    var now = now
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 20)
    let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let timestamp = String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.init(timestamp: timestamp, isStrict: isStrict)
  }
}
