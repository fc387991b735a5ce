extension RegularExpressionParser {
  /// Parses the start of a group after its `(`, up to its content.
  mutating func parseGroupOpening(at start: Int) throws(RegularExpressionError) {
    guard take("?"), let mark = next() else {
      if position > start + 1 { throw error(.unknownGroup(opening: "(?"), start..<position) }
      return
    }
    switch mark {
    case ":":
      return
    case "=", "!":
      throw error(.unsupported(.lookAhead), start..<position)
    case "<":
      if take("=") || take("!") { throw error(.unsupported(.lookBehind), start..<position) }
      try parseGroupName()
    case "i", "m", "s", "-":
      throw error(.unsupported(.flags), start..<position)
    default:
      throw error(.unknownGroup(opening: text(start..<position)), start..<position)
    }
  }

  private mutating func parseGroupName() throws(RegularExpressionError) {
    let start = position
    guard let length = scalars[start...].firstIndex(of: ">").map({ $0 - start }) else {
      throw error(.malformedGroupName(nil), start..<scalars.count)
    }
    let name = start..<start + length
    guard let first = scalars[name].first, first.startsGroupName, scalars[name].allSatisfy(\.continuesGroupName) else {
      throw error(.malformedGroupName(text(name)), name)
    }
    position = name.upperBound + 1
  }
}

extension Unicode.Scalar {
  fileprivate var startsGroupName: Bool {
    self == "$" || self == "_" || properties.isIDStart
  }

  fileprivate var continuesGroupName: Bool {
    self == "$" || self == "\u{200C}" || self == "\u{200D}" || properties.isIDContinue
  }
}
