/// Bytes with a meaning in YAML.
enum YAMLBytes {

  /// Returns the colon of `key:value`; `nil` for the colons of `http://…` and `12:30`.
  static func colonWithoutSpace(_ text: ArraySlice<UInt8>) -> Int? {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon + 1 < text.endIndex,
      !text[colon + 1].isSpace, !text[(colon + 1)...].starts(with: "//".utf8), isWord(text[..<colon])
    else { return nil }
    return colon
  }

  private static func isWord(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    let isLetter = (first | 0x20) &- UInt8(ascii: "a") < 26 || first >= 0x80 || first == UInt8(ascii: "_")
    return isLetter && !text.contains { $0.isBlank || isFlowIndicator($0) || "\"'/".utf8.contains($0) }
  }

  static func isAnchorName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  /// Returns a line without a trailing comment and the blanks before it.
  static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let comment = line.indices.first { index in
      line[index] == UInt8(ascii: "#") && (index == line.startIndex || line[index - 1].isBlank)
    }
    let text = line[..<(comment ?? line.endIndex)]
    return text[..<(text.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? text.startIndex)]
  }

  static func isFlowIndicator(_ byte: UInt8) -> Bool { ",[]{}".utf8.contains(byte) }

  /// Whether a `:`, `-` or `?` at an index is an indicator, and not a part of a plain scalar.
  static func endsPlain(_ bytes: [UInt8], after index: Int, inFlow: Bool) -> Bool {
    guard index + 1 < bytes.count else { return true }
    return bytes[index + 1].isSpace || (inFlow && isFlowIndicator(bytes[index + 1]))
  }
}
