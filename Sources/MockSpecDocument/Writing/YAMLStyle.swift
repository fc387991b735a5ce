/// The style in which text is written in YAML: the simplest one that reads back as the same text.
enum YAMLStyle {
  case plain, singleQuotes, doubleQuotes, literal

  /// - Parameter isKey: Whether the text is a key. Keys are always text, so `404` and `null` need no quotes. A key must
  ///   be on one line.
  init(of text: UnsafeBufferPointer<UInt8>, isKey: Bool) {
    if Self.needsEscape(text) {
      self = .doubleQuotes
    } else if text.contains(UInt8(ascii: "\n")) {
      // A literal of blank lines would be invisible.
      self = isKey || text.allSatisfy { " \t\n".utf8.contains($0) } ? .doubleQuotes : .literal
    } else if text.contains(UInt8(ascii: "\t")) {
      self = .doubleQuotes
    } else {
      let isMerge = isKey && text.elementsEqual("<<".utf8)
      let isText = isKey || CoreScalar.kind(of: text) == .string && !Self.isOldBoolean(text)
      self = isText && !isMerge && Self.isPlain(text) ? .plain : .singleQuotes
    }
  }

  /// Whether text would be a Boolean in YAML 1.1, which many readers and other programs still expect.
  private static func isOldBoolean(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (2...3).contains(text.count)
      && ["yes", "no", "on", "off"].contains { $0.utf8.elementsEqual(text.lazy.map { $0 | 0x20 }) }
  }

  /// Whether a character must be escaped: `DocumentParser` rejects it in YAML, or it is a carriage return, which YAML
  /// reads as a line feed.
  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  private static func needsEscape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Only text that isn't ASCII is decoded.
    let isASCII = text.allSatisfy { $0 < 0x80 }
    if isASCII { return text.contains { isForbidden(Unicode.Scalar($0)) } }
    return String(decoding: text, as: UTF8.self).unicodeScalars.contains(where: isForbidden)
  }

  /// Whether text without line breaks can be a plain scalar outside `[]` and `{}` (YAML 1.2.2 §7.3.3).
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let space = UInt8(ascii: " ")
    let colon = UInt8(ascii: ":")
    guard let first = text.first, let last = text.last, first != space, last != space, last != colon else {
      return false
    }
    switch first {
    case UInt8(ascii: "-"): if text.count == 1 || !"0123456789.-".utf8.contains(text[1]) { return false }
    case UInt8(ascii: "?"), colon: if text.count == 1 || text[1] == space { return false }
    case _ where ",[]{}#&*!|>'\"%@`".utf8.contains(first): return false
    default: break
    }
    // These would end the document at the start of a line.
    if text.starts(with: "---".utf8) || text.starts(with: "...".utf8) { return false }
    for index in 1..<text.count {
      // The parser reports `key:{` as a mistake, like `-element` above and `key:value` below.
      if text[index - 1] == colon, text[index] == space || "{[\"'".utf8.contains(text[index]) { return false }
      if text[index] == UInt8(ascii: "#"), text[index - 1] == space { return false }
    }
    return !text.contains(colon) || YAMLBytes.colonWithoutSpace(Array(text)[...]) == nil
  }
}
