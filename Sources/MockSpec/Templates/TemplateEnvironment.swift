#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The values of a template that don't come from the call. Tests provide fixed ones.
package struct TemplateEnvironment: Sendable {
  /// Returns the current time in seconds since 1970-01-01 UTC.
  package var second: @Sendable () -> Int
  /// Returns a new UUID.
  package var uuid: @Sendable () -> String

  package init(second: @escaping @Sendable () -> Int, uuid: @escaping @Sendable () -> String) {
    self.second = second
    self.uuid = uuid
  }

  /// The system's clock and random UUIDs.
  package static let system = TemplateEnvironment(second: { Int(time(nil)) }, uuid: randomUUID)

  /// The current time as text, such as `2026-01-31T09:30:00Z` (RFC 3339 §5.6). It has no fraction of a second, which
  /// some parsers reject.
  var now: String {
    let date = CalendarDate(second: second())
    let year = CalendarDate.padded(date.year, digits: 4)
    return "\(year)-\(CalendarDate.padded(date.month))-\(CalendarDate.padded(date.day))T\(date.clock)Z"
  }

  /// Returns a UUID of version 4 (RFC 9562 §5.4) in lower case.
  @Sendable private static func randomUUID() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    func hex(_ value: UInt64, _ digits: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: digits - text.count) + text
    }
    return [
      hex(high >> 32, 8), hex(high >> 16 & 0xFFFF, 4), hex(high & 0xFFFF, 4), hex(low >> 48, 4),
      hex(low & 0xFFFF_FFFF_FFFF, 12),
    ].joined(separator: "-")
  }
}
