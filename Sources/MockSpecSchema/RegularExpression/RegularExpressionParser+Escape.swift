extension RegularExpressionParser {
  enum Escape {
    case assertion(MatchProgram.Assertion)
    case codePoint(UInt32)
    case set(CodePointSet)
  }

  /// Parses an escape outside a character class, after its `\`.
  mutating func parseEscape(at start: Int) throws(RegularExpressionError) -> Escape {
    guard let scalar = next() else { throw error(.trailingBackslash, start..<position) }
    switch scalar {
    case "b": return .assertion(.wordBoundary)
    case "B": return .assertion(.noWordBoundary)
    case "d": return .set(.digits)
    case "D": return .set(CodePointSet.digits.inverted)
    case "w": return .set(cased(.wordCharacters))
    case "W": return .set(cased(.wordCharacters).inverted)
    case "s": return .set(.whiteSpace)
    case "S": return .set(CodePointSet.whiteSpace.inverted)
    case "p": return .set(try parseProperty(at: start))
    case "P": return .set(try parseProperty(at: start).inverted)
    case "t": return .codePoint(0x09)
    case "n": return .codePoint(0x0A)
    case "v": return .codePoint(0x0B)
    case "f": return .codePoint(0x0C)
    case "r": return .codePoint(0x0D)
    case "c": return .codePoint(try parseControl(at: start))
    case "0": return .codePoint(try parseNull(at: start))
    case "x": return .codePoint(try parseHexadecimal(2, at: start, expected: "two hexadecimal digits after '\\x'"))
    case "u": return .codePoint(try parseUnicode(at: start))
    case "1"..."9":
      while let digit = peek(), ("0"..."9").contains(digit) { position += 1 }
      throw error(.unsupported(.backReference), start..<position)
    case "k":
      throw error(.unsupported(.backReference), start..<position)
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/":
      return .codePoint(scalar.value)
    default:
      throw error(.unknownEscape(text(start..<position)), start..<position)
    }
  }

  private mutating func parseControl(at start: Int) throws(RegularExpressionError) -> UInt32 {
    guard let letter = peek(), letter.isASCII, letter.properties.isAlphabetic else {
      throw malformed(at: start, expected: "a letter from 'a' to 'z' after '\\c'")
    }
    position += 1
    return letter.value % 32
  }

  private mutating func parseNull(at start: Int) throws(RegularExpressionError) -> UInt32 {
    if let digit = peek(), ("0"..."9").contains(digit) {
      throw malformed(at: start, expected: "no digit after '\\0', or '\\x' and two hexadecimal digits")
    }
    return 0
  }

  /// Parses `\u…` after the `u`. Two escapes that form a surrogate pair are one code point.
  private mutating func parseUnicode(at start: Int) throws(RegularExpressionError) -> UInt32 {
    let expected = "four hexadecimal digits after '\\u', or one to six of them in braces"
    if take("{") {
      let digits = position
      while let digit = peek(), digit.hexadecimalValue != nil { position += 1 }
      guard position > digits, take("}") else { throw malformed(at: start, expected: expected) }
      return try codePoint(ofDigits: digits..<position - 1, escape: start..<position)
    }
    let unit = try parseHexadecimal(4, at: start, expected: expected)
    let afterUnit = position
    if (0xD800...0xDBFF).contains(unit), take("\\"), take("u"), peek()?.hexadecimalValue != nil {
      let second = try parseHexadecimal(4, at: afterUnit, expected: expected)
      if (0xDC00...0xDFFF).contains(second) {
        return 0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)
      }
    }
    position = afterUnit
    return unit
  }

  private mutating func parseHexadecimal(
    _ count: Int, at start: Int, expected: String
  ) throws(RegularExpressionError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = peek()?.hexadecimalValue else { throw malformed(at: start, expected: expected) }
      position += 1
      value = value << 4 | digit
    }
    return value
  }

  private func codePoint(ofDigits digits: Range<Int>, escape: Range<Int>) throws(RegularExpressionError) -> UInt32 {
    var value: UInt32 = 0
    for scalar in scalars[digits] {
      value = value << 4 | (scalar.hexadecimalValue ?? 0)
      if value > CodePointSet.lastCodePoint { throw error(.codePointTooLarge(text(escape)), escape) }
    }
    return value
  }

  private mutating func parseProperty(at start: Int) throws(RegularExpressionError) -> CodePointSet {
    guard take("{"), let end = scalars[position...].firstIndex(of: "}") else {
      throw malformed(at: start, expected: "the name of a Unicode property in braces, as in '\\p{L}'")
    }
    let range = position..<end
    position = end + 1
    let name = text(range)
    switch Result(catching: { () throws(UnicodeProperty.LookupError) in try UnicodeProperty.require(name) }) {
    case .success(let property): return property.codePoints(ignoringCase: ignoresCase)
    case .failure(.unavailable): throw error(.unavailableProperty(name), range)
    case .failure(.unknown(let similar)): throw error(.unknownProperty(name, similar: similar), range)
    }
  }

  /// Returns an error about the part of the escape that has been read.
  private func malformed(at start: Int, expected: String) -> RegularExpressionError {
    error(.malformedEscape(text(start..<position), expected: expected), start..<position)
  }
}

extension Unicode.Scalar {
  fileprivate var hexadecimalValue: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "A"..."F": value - 0x41 + 10
    case "a"..."f": value - 0x61 + 10
    default: nil
    }
  }
}
