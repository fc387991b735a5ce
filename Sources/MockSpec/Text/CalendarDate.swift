/// A second in the Gregorian calendar, UTC.
package struct CalendarDate: Sendable, Hashable {
  package let year: Int
  /// From 1.
  package let month: Int
  /// From 1.
  package let day: Int
  /// From 0, which is Sunday.
  package let weekday: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// Years are counted from 1 March of the year 0, which puts the leap day last: then 400 years are 146,097 days, and
  /// months alternate in length from March on as in (153 × month + 2) / 5.
  ///
  /// - Parameter second: Since 1970, not before.
  package init(second: Int) {
    let (days, rest) = (second / 86_400, second % 86_400)
    (hour, minute, self.second) = (rest / 3600, rest / 60 % 60, rest % 60)
    // 1 January 1970 was a Thursday.
    weekday = (days + 4) % 7
    let sinceMarch = days + 719_468
    let dayOfEra = sinceMarch % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = sinceMarch / 146_097 * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }
}
