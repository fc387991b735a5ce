/// `250ms`, `1.5s`.
enum DurationText {
  /// `nil` for anything else; the schema words the error.
  static func parse(_ text: String) -> Duration? {
    let isMilliseconds = text.hasSuffix("ms")
    guard isMilliseconds || text.hasSuffix("s") else { return nil }
    let number = text.dropLast(isMilliseconds ? 2 : 1)
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let whole = Int64(parts[0]), whole <= 1_000_000_000
    else { return nil }
    let unit: Int64 = isMilliseconds ? 1_000_000 : 1_000_000_000
    var nanoseconds = whole * unit
    if parts.count == 2 {
      var place = unit
      for digit in parts[1].compactMap(\.wholeNumberValue) {
        place /= 10
        nanoseconds += Int64(digit) * place
      }
    }
    return .nanoseconds(nanoseconds)
  }
}
