/// A point in time with all digits of its fraction of a second.
struct PointInTime: Sendable, Hashable, Comparable {
  /// The number of whole seconds since 1970-01-01 UTC; negative for earlier ones.
  private let second: Int
  /// The digits of the fraction, without zeros at the end.
  private let fraction: [UInt8]

  /// Creates the time that is a duration after 1970-01-01 UTC, to the nanosecond.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let isBefore = attoseconds < 0
    second = Int(seconds) - (isBefore ? 1 : 0)
    let nanoseconds = attoseconds / 1_000_000_000 + (isBefore ? 1_000_000_000 : 0)
    fraction = Self.trimmed(Array(CalendarDate.padded(Int(nanoseconds), digits: 9).utf8))
  }

  /// Parses a date and time of RFC 3339 §5.6, or of HTTP (RFC 9110 §5.6.7).
  init?(_ text: String) {
    if let time = HTTPTime(text) {
      (second, fraction) = (time.second, [])
      return
    }
    let form = "dddd-dd-ddTdd:dd:dd"
    let bytes = Array(text.utf8)
    guard bytes.count > form.utf8.count,
      zip(bytes, form.utf8).allSatisfy({ byte, form in
        switch form {
        case UInt8(ascii: "d"): Self.isDigit(byte)
        case UInt8(ascii: "T"): byte | 0x20 == UInt8(ascii: "t")
        default: byte == form
        }
      })
    else { return nil }
    func number(_ start: Int, _ count: Int = 2) -> Int {
      bytes[start..<start + count].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    let (year, month, day) = (number(0, 4), number(5), number(8))
    let (hour, minute, second) = (number(11), number(14), number(17))
    guard 1...12 ~= month, 1...CalendarDate.days(ofMonth: month, year: year) ~= day, hour < 24, minute < 60,
      second <= 60
    else { return nil }
    var rest = bytes[form.utf8.count...]
    var fraction: [UInt8] = []
    if rest.first == UInt8(ascii: ".") {
      fraction = Array(rest.dropFirst().prefix(while: Self.isDigit))
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard let offset = Self.offset(rest) else { return nil }
    let hours = CalendarDate.days(toYear: year, month: month, day: day) * 24 + hour
    self.second = (hours * 60 + minute - offset) * 60 + second
    self.fraction = Self.trimmed(fraction)
  }

  static func < (left: PointInTime, right: PointInTime) -> Bool {
    left.second == right.second ? left.fraction.lexicographicallyPrecedes(right.fraction) : left.second < right.second
  }

  /// Returns the minutes of a zone, which is `Z` or has the form `+01:00`; `nil` for other text.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(zone)
    if bytes.count == 1, bytes[0] | 0x20 == UInt8(ascii: "z") { return 0 }
    guard bytes.count == 6, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[0]), bytes[3] == UInt8(ascii: ":"),
      [1, 2, 4, 5].allSatisfy({ isDigit(bytes[$0]) })
    else { return nil }
    let digits = bytes.map { Int($0) - 0x30 }
    let (hours, minutes) = (digits[1] * 10 + digits[2], digits[4] * 10 + digits[5])
    guard hours < 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (bytes[0] == UInt8(ascii: "-") ? -1 : 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func trimmed(_ digits: [UInt8]) -> [UInt8] {
    Array(digits.reversed().drop { $0 == UInt8(ascii: "0") }.reversed())
  }
}
