import MockSpec

/// Times as text.
package enum Timestamp {
  /// Returns the text of a time since 1970-01-01 UTC, such as `2026-01-31T09:30:00.250Z` (RFC 3339 §5.6).
  package static func text(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let milliseconds = CalendarDate.padded(Int(attoseconds / 1_000_000_000_000_000), digits: 3)
    return "\(CalendarDate(second: Int(seconds)).text).\(milliseconds)Z"
  }
}
