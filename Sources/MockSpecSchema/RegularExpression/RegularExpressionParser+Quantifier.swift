extension RegularExpressionParser {
  /// Parses a quantifier that starts with the scalar.
  ///
  /// - Returns: The counts; `most` is `nil` if there is no upper limit. Lazy quantifiers aren't distinguished, because
  ///   laziness doesn't affect whether there is a match.
  mutating func parseQuantifier(
    _ scalar: Unicode.Scalar, at start: Int
  ) throws(RegularExpressionError) -> (least: Int, most: Int?) {
    let bounds: (least: Int, most: Int?) =
      switch scalar {
      case "*": (0, nil)
      case "+": (1, nil)
      case "?": (0, 1)
      default: try parseCounts(at: start)
      }
    _ = take("?")
    return bounds
  }

  private mutating func parseCounts(at start: Int) throws(RegularExpressionError) -> (least: Int, most: Int?) {
    guard let least = parseCount() else { throw error(.malformedQuantifier, start..<start + 1) }
    var most: Int? = least
    if take(",") { most = parseCount() }
    guard take("}") else { throw error(.malformedQuantifier, start..<start + 1) }
    if let most, most < least { throw error(.reversedQuantifier(text(start..<position)), start..<position) }
    return (least, most)
  }

  /// Parses a count. Counts that are too large for a program are clamped, so that they don't overflow.
  private mutating func parseCount() -> Int? {
    var count: Int?
    while let scalar = peek(), ("0"..."9").contains(scalar) {
      position += 1
      count = min((count ?? 0) * 10 + Int(scalar.value - 0x30), 1 << 32)
    }
    return count
  }
}
