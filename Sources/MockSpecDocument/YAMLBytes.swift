/// What single bytes mean to YAML.
enum YAMLBytes {
  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
  static func isBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
  static func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || isBreak(byte) }
  /// The colon of `key:value`; not that of `http://…` or of `12:30`.
  static func colonWithoutSpace(_ text: ArraySlice<UInt8>) -> Int? {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon + 1 < text.endIndex,
      !isSpace(text[colon + 1]), !text[(colon + 1)...].starts(with: "//".utf8), isWord(text[..<colon])
    else { return nil }
    return colon
  }

  private static func isWord(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    let isLetter = (first | 0x20) &- UInt8(ascii: "a") < 26 || first >= 0x80 || first == UInt8(ascii: "_")
    return isLetter && !text.contains { isBlank($0) || isFlowIndicator($0) || "\"'/".utf8.contains($0) }
  }

  static func isAnchorName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  /// Neither a comment at the end of a line nor the blanks before it.
  static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let comment = line.indices.first { index in
      line[index] == UInt8(ascii: "#") && (index == line.startIndex || isBlank(line[index - 1]))
    }
    let text = line[..<(comment ?? line.endIndex)]
    return text[..<(text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex)]
  }

  static func isFlowIndicator(_ byte: UInt8) -> Bool { ",[]{}".utf8.contains(byte) }

  /// Whether a `:`, `-` or `?` here is an indicator, and not a part of text.
  static func endsPlain(_ bytes: [UInt8], after index: Int, inFlow: Bool) -> Bool {
    guard index + 1 < bytes.count else { return true }
    return isSpace(bytes[index + 1]) || (inFlow && isFlowIndicator(bytes[index + 1]))
  }
}
