import MockSpec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A local time, such as `09:05:03`.
struct TimeOfDay: CustomStringConvertible {
  private let fields: tm

  static var now: TimeOfDay { TimeOfDay(EngineEnvironment.systemTime()) }

  /// - Parameter time: The time since 1970-01-01 UTC.
  init(_ time: Duration) {
    var seconds = time_t(time.components.seconds)
    var fields = tm()
    localtime_r(&seconds, &fields)
    self.fields = fields
  }

  var description: String {
    [fields.tm_hour, fields.tm_min, fields.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
