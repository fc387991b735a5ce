extension RegularExpressionParser {
  /// Parses a character class after its `[`.
  mutating func parseClass(at start: Int) throws(RegularExpressionError) -> CodePointSet {
    let isNegated = take("^")
    var members = CodePointSet.Gathering()
    while !take("]") {
      let memberStart = position
      let first = try parseMember(ofClassAt: start)
      if peek() == "-", let end = peek(1), end != "]" {
        position += 1
        let last = try parseMember(ofClassAt: start)
        members.insert(try range(from: first, to: last, in: memberStart..<position))
      } else {
        switch first {
        case .codePoint(let codePoint): members.insert(codePoint...codePoint)
        case .set(let set): members.insert(set)
        }
      }
    }
    let set = cased(members.set)
    return isNegated ? set.inverted : set
  }

  private enum Member {
    case codePoint(UInt32)
    case set(CodePointSet)
  }

  private mutating func parseMember(ofClassAt start: Int) throws(RegularExpressionError) -> Member {
    guard let scalar = next() else { throw error(.unclosedClass, start..<start + 1) }
    guard scalar == "\\" else { return .codePoint(scalar.value) }
    let escapeStart = position - 1
    switch peek() {
    case "b":
      position += 1
      return .codePoint(0x08)
    case "-":
      position += 1
      return .codePoint(0x2D)
    case let digit? where ("1"..."9").contains(digit):
      position += 1
      throw error(.unknownEscape(text(escapeStart..<position)), escapeStart..<position)
    default:
      switch try parseEscape(at: escapeStart) {
      case .codePoint(let codePoint): return .codePoint(codePoint)
      case .set(let set): return .set(set)
      case .assertion: throw error(.unknownEscape(text(escapeStart..<position)), escapeStart..<position)
      }
    }
  }

  private func range(
    from first: Member, to last: Member, in range: Range<Int>
  ) throws(RegularExpressionError) -> ClosedRange<UInt32> {
    guard case .codePoint(let lower) = first, case .codePoint(let upper) = last else {
      throw error(.setInRange(text(range)), range)
    }
    guard lower <= upper else { throw error(.reversedRange(text(range)), range) }
    return lower...upper
  }
}
