/// Finds the ends of tokens in invalid JSON.
enum JSONToken {
  /// Returns the offset after the closing quote of a text in single or double quotes; `nil` if it isn't on the same
  /// line.
  static func end(ofTextAt start: Int, in bytes: [UInt8]) -> Int? {
    var index = start + 1
    while index < bytes.count, !bytes[index].isLineBreak {
      if bytes[index] == bytes[start] { return index + 1 }
      let isEscape =
        bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count && !bytes[index + 1].isLineBreak
      index += isEscape ? 2 : 1
    }
    return nil
  }

  /// Returns the end of a word, which contains neither white space nor a JSON delimiter.
  static func end(ofWordAt start: Int, in bytes: [UInt8]) -> Int {
    bytes[start...].firstIndex { $0.isSpace || ",:[]{}\"'".utf8.contains($0) } ?? bytes.count
  }

  /// Returns the end of a key in any quotes or none; `nil` if no colon follows.
  static func end(ofKeyAt start: Int, in bytes: [UInt8]) -> Int? {
    let isQuoted = "\"'".utf8.contains(bytes[start])
    guard let end = isQuoted ? end(ofTextAt: start, in: bytes) : end(ofWordAt: start, in: bytes), end > start,
      let next = bytes[end...].firstIndex(where: { !$0.isSpace }), bytes[next] == UInt8(ascii: ":")
    else { return nil }
    return end
  }

  /// Returns the end of a comment of another language; `nil` if none starts here. `#` inside a line must be followed by
  /// a blank, since it can also begin a color.
  static func end(ofCommentAt start: Int, in bytes: [UInt8]) -> Int? {
    let next = start + 1 < bytes.count ? bytes[start + 1] : UInt8(ascii: "\n")
    switch (bytes[start], next) {
    case (UInt8(ascii: "/"), UInt8(ascii: "*")):
      var index = start + 2
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
        index += 1
      }
      return bytes.count
    case (UInt8(ascii: "/"), UInt8(ascii: "/")): break
    case (UInt8(ascii: "#"), _):
      let before = bytes[..<start].last { !$0.isBlank } ?? UInt8(ascii: "\n")
      guard next.isSpace || before.isLineBreak else { return nil }
    default: return nil
    }
    return bytes[start...].firstIndex(where: \.isLineBreak) ?? bytes.count
  }
}
