#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a template knows besides its request; tests bring their own.
package struct TemplateEnvironment: Sendable {
  /// Seconds since 1970, UTC.
  package var second: @Sendable () -> Int
  package var uuid: @Sendable () -> String

  package init(second: @escaping @Sendable () -> Int, uuid: @escaping @Sendable () -> String) {
    self.second = second
    self.uuid = uuid
  }

  package static let system = TemplateEnvironment(second: { Int(time(nil)) }, uuid: randomUUID)

  /// `2026-01-31T09:30:00Z` (RFC 3339 §5.6): whole seconds, as the stricter parsers want it.
  var now: String {
    let date = CalendarDate(second: second())
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))T"
      + "\(padded(date.hour)):\(padded(date.minute)):\(padded(date.second))Z"
  }

  /// Version 4 (RFC 9562 §5.4), in lower case.
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
