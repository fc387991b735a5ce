/// What stands here and behind, where it can't be read.
extension JSONParser {
  /// `"a," "b"`: it may have been meant to stand behind the quote.
  func lastTextEnds(with sign: Unicode.Scalar) -> Bool {
    guard let node = builder.lastNode, node.count > 2 else { return false }
    return bytes[node.upperBound - 2] == UInt8(ascii: sign) && bytes[node.upperBound - 1] == UInt8(ascii: "\"")
  }

  func offset(behindSpaceFrom start: Int) -> Int {
    bytes[min(start, bytes.count)...].firstIndex { !YAMLBytes.isSpace($0) } ?? bytes.count
  }

  var isQuoteMissing: Bool { JSONLine.hasSingleQuote(JSONLine.range(at: index, in: bytes), in: bytes) }

  /// Whether it is a part of the word before it.
  var isGlued: Bool {
    index > 0 && isWord(bytes[index]) && isWord(bytes[index - 1])
  }

  func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || byte &- UInt8(ascii: "0") < 10 }

  /// `;`, `=`, a comma: one that isn't a part of anything else.
  var isSign: Bool {
    let byte = bytes[index]
    return byte > 0x20 && byte < 0x7F && !isLetter(byte) && byte &- UInt8(ascii: "0") >= 10
      && !"\"'{}[]()-".utf8.contains(byte)
  }

  func startsValue(at offset: Int) -> Bool {
    guard offset < bytes.count else { return false }
    let rest = bytes[offset...]
    return "\"{[-0123456789".utf8.contains(bytes[offset])
      || ["true", "false", "null"].contains { rest.starts(with: $0.utf8) }
  }

  func startsEntry(at offset: Int) -> Bool {
    builder.open.last?.isMapping == false ? startsValue(at: offset) : key(at: offset) != nil
  }

  /// A key with a colon behind it, in any quotes or none.
  func key(at start: Int) -> Range<Int>? {
    guard start < bytes.count else { return nil }
    var end = start
    if bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") {
      guard let quote = JSONLine.end(ofTextAt: start, in: bytes) else { return nil }
      end = quote + 1
    } else {
      while end < bytes.count, isLetter(bytes[end]) || "0123456789-$.".utf8.contains(bytes[end]) { end += 1 }
    }
    let next = offset(behindSpaceFrom: end)
    return end > start && next < bytes.count && bytes[next] == UInt8(ascii: ":") ? start..<end : nil
  }

  /// Up to a comma, the end of the line, or a bracket that closes what was opened before.
  var endOfEntry: Int {
    var depth = 0
    var end = index
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): end = JSONLine.end(ofTextAt: end, in: bytes) ?? end
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth == 0: break
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
        if depth == 0 { return end }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if depth == 0 { return end }
      default: break
      }
      end += 1
    }
    return end
  }

  /// Only what stands on the same line as the mistake: it holds the text that is wrong.
  var startOfLastNode: Int {
    max(builder.lastNode?.lowerBound ?? index, JSONLine.range(at: index, in: bytes).lowerBound)
  }
}
