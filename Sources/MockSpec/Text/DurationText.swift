/// Durations as specs write them, such as `250ms`, `1.5s` and `2h`.
package enum DurationText {
  /// Returns the shortest usual text of a duration, such as `2s`, `1.5s` and `300ms`, to the nanosecond. The duration must
  /// not be negative.
  static func write(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = attoseconds / 1_000_000_000
    if seconds == 0, nanoseconds > 0 {
      return decimal(nanoseconds / 1_000_000, nanoseconds % 1_000_000, places: 6) + "ms"
    }
    return decimal(seconds, nanoseconds, places: 9) + "s"
  }

  private static func decimal(_ whole: Int64, _ fraction: Int64, places: Int) -> String {
    if fraction == 0 { return "\(whole)" }
    let digits = "\(fraction)"
    let padded = String(repeating: "0", count: places - digits.count) + digits
    return "\(whole)." + padded.reversed().drop { $0 == "0" }.reversed()
  }

  /// Returns the text of a duration as it is shown: `3s`, `1.5s` or `250ms`, with at most three decimal places.
  package static func short(_ duration: Duration) -> String {
    let isShort = duration < .seconds(1)
    let thousandths = Int((duration / (isShort ? .microseconds(1) : .milliseconds(1))).rounded())
    var text = "\(thousandths / 1000)"
    if thousandths % 1000 > 0 {
      let digits = "\(1000 + thousandths % 1000)".dropFirst()
      text += "." + digits.prefix(through: digits.lastIndex { $0 != "0" } ?? digits.startIndex)
    }
    return text + (isShort ? "ms" : "s")
  }

  /// The maximum. Longer durations are clamped to it.
  static let limit = Duration.nanoseconds(nanosecondLimit)
  private static let nanosecondLimit: Int64 = 1_000_000_000_000_000_000

  /// The units with their numbers of nanoseconds. `ms` precedes `s`, with which it ends.
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
  ]

  /// Returns the duration; `nil` for other text, which the schema reports.
  package static func parse(_ text: String) -> Duration? {
    guard let (name, unit) = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
    let number = text.utf8.dropLast(name.utf8.count)
    let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } })
    else { return nil }
    // The conversion fails only if the number has too many digits.
    let whole = Int64(Substring(parts[0])) ?? .max
    if whole > nanosecondLimit / unit { return limit }
    var nanoseconds = whole * unit
    if parts.count == 2 {
      var place = unit
      for digit in parts[1] {
        place /= 10
        nanoseconds += Int64(digit - UInt8(ascii: "0")) * place
      }
    }
    return min(.nanoseconds(nanoseconds), limit)
  }
}
