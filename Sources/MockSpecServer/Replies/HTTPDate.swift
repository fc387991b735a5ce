import MockSpec

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A time in the format of the `Date` field, such as `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7).
struct HTTPDate {
  /// Seconds since 1970, UTC.
  let second: Int
  /// The text; always 29 bytes.
  let bytes: [UInt8]

  /// The current time in seconds since 1970.
  @Sendable static func currentSecond() -> Int { Int(time(nil)) }

  init(second: Int) {
    self.second = second
    bytes = Array(CalendarDate(second: second).httpText.utf8)
  }
}
