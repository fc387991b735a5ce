/// A parser of durations such as `250ms` and `1.5s`.
package enum DurationText {
  /// Returns the duration; `nil` if the text isn't one, which the schema reports.
  package static func parse(_ text: String) -> Duration? {
    let isMilliseconds = text.hasSuffix("ms")
    guard isMilliseconds || text.hasSuffix("s") else { return nil }
    let number = text.utf8.dropLast(isMilliseconds ? 2 : 1)
    let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } }),
      let whole = Int64(Substring(parts[0])), whole <= 1_000_000_000
    else { return nil }
    let unit: Int64 = isMilliseconds ? 1_000_000 : 1_000_000_000
    var nanoseconds = whole * unit
    if parts.count == 2 {
      var place = unit
      for digit in parts[1] {
        place /= 10
        nanoseconds += Int64(digit - UInt8(ascii: "0")) * place
      }
    }
    return .nanoseconds(nanoseconds)
  }
}
