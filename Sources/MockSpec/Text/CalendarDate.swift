/// A date and time of the Gregorian calendar in UTC, to the second.
package struct CalendarDate: Sendable, Hashable {
  package let year: Int
  /// The month, from 1.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int
  /// The day of the week, from 0 for Sunday.
  package let weekday: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// Creates the date of a second.
  ///
  /// - Parameter second: The number of seconds since 1970-01-01 UTC; at least 0.
  package init(second: Int) {
    let (days, rest) = (second / 86_400, second % 86_400)
    (hour, minute, self.second) = (rest / 3600, rest / 60 % 60, rest % 60)
    // 1 January 1970 was a Thursday.
    weekday = (days + 4) % 7
    // Years are counted from 1 March of the year 0, so that a leap day is the last day of its year. Then 400 years have
    // 146,097 days, and the month with number m from March starts at day (153 × m + 2) / 5.
    let sinceMarch = days + 719_468
    let dayOfEra = sinceMarch % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = sinceMarch / 146_097 * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Returns the number of days from 1970-01-01 to a date of the Gregorian calendar; negative for earlier dates. The year must
  /// not be negative.
  static func days(toYear year: Int, month: Int, day: Int) -> Int {
    // As in `init(second:)`, from 1 March. 400 years are added, so that the number of years isn't negative.
    let years = year + 400 - (month <= 2 ? 1 : 0)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return 365 * years + years / 4 - years / 100 + years / 400 + dayOfYear - 146_097 - 719_468
  }

  /// Returns the number of days of a month, from 1.
  static func days(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The time of day in the form `08:49:37`.
  package var clock: String { "\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))" }

  /// The English name of the month in three letters.
  package var monthName: String { Self.monthNames[month - 1] }

  static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The English name of the day of the week in three letters.
  var weekdayName: String { Self.weekdayNames[weekday] }

  static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// The date and time in the form `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7).
  package var httpText: String { "\(weekdayName), \(Self.padded(day)) \(monthName) \(year) \(clock) GMT" }

  /// Returns a number padded with zeros to at least the given number of digits. The number must not be negative.
  package static func padded(_ number: Int, digits count: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  /// The date and time in the form `2026-01-31T09:30:00` (RFC 3339 §5.6), without fraction and zone.
  package var text: String {
    "\(Self.padded(year, digits: 4))-\(Self.padded(month))-\(Self.padded(day))T\(clock)"
  }
}
