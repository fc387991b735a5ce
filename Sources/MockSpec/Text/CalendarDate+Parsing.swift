extension CalendarDate {
  /// The seconds since 1970-01-01 UTC of the dates until the end of the year 9999.
  static let seconds = 0...253_402_300_799

  /// Returns the seconds since 1970-01-01 UTC of a time such as `2026-01-31T09:30:00Z` (RFC 3339 §5.6), or of the start of a
  /// day such as `2026-01-31`; `nil` for other text and for times outside `seconds`. A fraction of a second is cut off.
  static func second(of text: String) -> Int? {
    var rest = Substring(text).utf8
    func number(_ digits: Int, _ range: ClosedRange<Int>, after mark: String = "") -> Int? {
      guard mark.isEmpty || rest.first.map(mark.utf8.contains) == true else { return nil }
      if !mark.isEmpty { rest = rest.dropFirst() }
      let part = rest.prefix(digits)
      guard part.count == digits, part.allSatisfy({ $0 &- 0x30 < 10 }), let value = Int(Substring(part)) else {
        return nil
      }
      rest = rest.dropFirst(digits)
      return range.contains(value) ? value : nil
    }
    guard let year = number(4, 1970...9999), let month = number(2, 1...12, after: "-"),
      let day = number(2, 1...days(ofMonth: month, year: year), after: "-")
    else { return nil }
    let start = days(toYear: year, month: month, day: day) * 86_400
    if rest.isEmpty { return start }
    guard let hour = number(2, 0...23, after: "Tt "), let minute = number(2, 0...59, after: ":"),
      let second = number(2, 0...60, after: ":")
    else { return nil }
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
      if fraction.isEmpty { return nil }
      rest = rest.dropFirst(1 + fraction.count)
    }
    var time = start + hour * 3600 + minute * 60 + second
    if let zone = rest.first, zone == UInt8(ascii: "+") || zone == UInt8(ascii: "-") {
      guard let hours = number(2, 0...23, after: "+-"), let minutes = number(2, 0...59, after: ":") else { return nil }
      time += (hours * 3600 + minutes * 60) * (zone == UInt8(ascii: "+") ? -1 : 1)
    } else if let zone = rest.first, zone | 0x20 == UInt8(ascii: "z") {
      rest = rest.dropFirst()
    } else {
      return nil
    }
    return rest.isEmpty && seconds.contains(time) ? time : nil
  }
}
