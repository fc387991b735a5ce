/// A pattern of the filter `date`, such as `yyyy-MM-dd`, or the name of a format.
enum DatePattern {
  private static let formats: [String: @Sendable (CalendarDate, Int) -> String] = [
    "unix": { _, second in "\(second)" },
    "http": { date, _ in date.httpText },
  ]

  private static let fields: [String: @Sendable (CalendarDate) -> String] = [
    "yyyy": { CalendarDate.padded($0.year, digits: 4) }, "yy": { CalendarDate.padded($0.year % 100) },
    "MMMM": { months[$0.month - 1] }, "MMM": { $0.monthName }, "MM": { CalendarDate.padded($0.month) },
    "M": { "\($0.month)" }, "dd": { CalendarDate.padded($0.day) }, "d": { "\($0.day)" },
    "EEEE": { weekdays[$0.weekday] }, "EEE": { $0.weekdayName },
    "HH": { CalendarDate.padded($0.hour) }, "H": { "\($0.hour)" },
    "hh": { CalendarDate.padded(($0.hour + 11) % 12 + 1) },
    "h": { "\(($0.hour + 11) % 12 + 1)" }, "a": { $0.hour < 12 ? "AM" : "PM" },
    "mm": { CalendarDate.padded($0.minute) }, "ss": { CalendarDate.padded($0.second) }, "SSS": { _ in "000" },
    // The letters of RFC 3339.
    "T": { _ in "T" }, "Z": { _ in "Z" },
  ]

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  /// Returns the text of a time.
  static func text(_ pattern: String, _ second: Int) -> String {
    let date = CalendarDate(second: second)
    if let format = formats[pattern] { return format(date, second) }
    return runs(of: pattern).map { $0.isLiteral ? $0.text : fields[$0.text]?(date) ?? $0.text }.joined()
  }

  /// Returns the first unknown letters of a pattern; `nil` if there are none.
  static func unknownLetters(in pattern: String) -> String? {
    if formats[pattern] != nil { return nil }
    return runs(of: pattern).first { !$0.isLiteral && fields[$0.text] == nil }?.text
  }

  /// Returns the runs of equal letters, and what is between them or in single quotes.
  private static func runs(of pattern: String) -> [(text: String, isLiteral: Bool)] {
    var runs: [(text: String, isLiteral: Bool)] = []
    var isQuoted = false
    for character in pattern.unicodeScalars {
      if character == "'" {
        isQuoted.toggle()
        continue
      }
      let isLiteral = isQuoted || !(character.isASCII && character.properties.isAlphabetic)
      if let last = runs.last, last.isLiteral == isLiteral, isLiteral || last.text.unicodeScalars.last == character {
        runs[runs.count - 1].text.unicodeScalars.append(character)
      } else {
        runs.append((String(character), isLiteral))
      }
    }
    return runs
  }
}
