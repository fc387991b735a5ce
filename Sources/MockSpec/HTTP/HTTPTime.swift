/// An HTTP date, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
struct HTTPTime: Comparable {
  /// The year, month, day, hour, minute and second.
  private let parts: [Int]

  /// Parses a date; `nil` for other text, including the RFC's obsolete formats.
  init?(_ text: String) {
    // Other values can be long.
    guard text.utf8.count == 29 else { return nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 6, CalendarDate.weekdayNames.contains(where: { words[0] == $0 + "," }),
      let index = CalendarDate.monthNames.firstIndex(of: words[2]), words[5] == "GMT"
    else { return nil }
    let clock = words[4].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let digits = [(words[3], 4), (words[1], 2)] + clock.map { ($0, 2) }
    guard clock.count == 3,
      digits.allSatisfy({ digits, count in digits.utf8.count == count && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
    else { return nil }
    let numbers = digits.map { Int($0.0) ?? 0 }
    let month = index + 1
    guard 1...CalendarDate.days(ofMonth: month, year: numbers[0]) ~= numbers[1], numbers[2] < 24, numbers[3] < 60,
      numbers[4] <= 60
    else {
      return nil
    }
    parts = [numbers[0], month] + numbers[1...]
  }

  /// The number of seconds since 1970-01-01 UTC.
  var second: Int {
    (CalendarDate.days(toYear: parts[0], month: parts[1], day: parts[2]) * 24 + parts[3]) * 3600 + parts[4] * 60
      + parts[5]
  }

  static func < (left: HTTPTime, right: HTTPTime) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
}
