#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A second as the `Date` field writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7).
struct HTTPDate {
  /// Since 1970, UTC.
  let second: Int
  /// Always 29.
  let bytes: [UInt8]

  static var currentSecond: Int { Int(time(nil)) }

  init(second: Int) {
    self.second = second
    let (days, rest) = (second / 86_400, second % 86_400)
    let (year, month, day) = Self.calendarDay(days)
    // 1 January 1970 was a Thursday.
    let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][(days + 4) % 7]
    let name = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]
    let clock = "\(Self.padded(rest / 3600)):\(Self.padded(rest / 60 % 60)):\(Self.padded(rest % 60))"
    bytes = Array("\(weekday), \(Self.padded(day)) \(name) \(year) \(clock) GMT".utf8)
  }

  private static func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// The Gregorian date of a day since 1970. Years are counted from 1 March of the year 0, which puts the leap day last:
  /// then 400 years are 146,097 days, and months alternate in length from March on as in (153 × month + 2) / 5.
  private static func calendarDay(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let sinceMarch = days + 719_468
    let dayOfEra = sinceMarch % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = sinceMarch / 146_097 * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, day)
  }
}
