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

  static var now: TimeOfDay {
    var seconds = time(nil)
    var fields = tm()
    localtime_r(&seconds, &fields)
    return TimeOfDay(fields: fields)
  }

  var description: String {
    [fields.tm_hour, fields.tm_min, fields.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
