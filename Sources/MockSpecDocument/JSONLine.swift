/// What lines show of JSON that can't be read.
enum JSONLine {
  static func range(at offset: Int, in bytes: [UInt8]) -> Range<Int> {
    let start = bytes[..<offset].lastIndex(where: YAMLBytes.isBreak).map { $0 + 1 } ?? 0
    return start..<(bytes[offset...].firstIndex(where: YAMLBytes.isBreak) ?? bytes.count)
  }

  /// How many blanks a line starts with.
  static func indentation(ofLineAt offset: Int, in bytes: [UInt8]) -> Int {
    let start = bytes[..<offset].lastIndex(where: YAMLBytes.isBreak).map { $0 + 1 } ?? 0
    return bytes[start...].prefix(while: YAMLBytes.isBlank).count
  }

  /// How many blanks stand before this byte; `nil` if it isn't the first of its line.
  static func indentation(of offset: Int, in bytes: [UInt8]) -> Int? {
    guard let before = bytes[..<offset].lastIndex(where: { !YAMLBytes.isBlank($0) }) else { return nil }
    return YAMLBytes.isBreak(bytes[before]) ? offset - before - 1 : nil
  }

  /// The closing quote on the same line.
  static func end(ofTextAt start: Int, in bytes: [UInt8]) -> Int? {
    var index = start + 1
    while index < bytes.count, !YAMLBytes.isBreak(bytes[index]) {
      if bytes[index] == bytes[start] { return index }
      let isEscape =
        bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count && !YAMLBytes.isBreak(bytes[index + 1])
      index += isEscape ? 2 : 1
    }
    return nil
  }

  /// Behind what other languages take for a comment; `nil` if none starts here.
  static func end(ofCommentAt start: Int, in bytes: [UInt8]) -> Int? {
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    switch (bytes[start], next) {
    case (UInt8(ascii: "#"), _), (UInt8(ascii: "/"), UInt8(ascii: "/")):
      return bytes[start...].firstIndex(where: YAMLBytes.isBreak) ?? bytes.count
    case (UInt8(ascii: "/"), UInt8(ascii: "*")):
      var index = start + 2
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
        index += 1
      }
      return bytes.count
    default: return nil
    }
  }

  /// Whether a double quote of this line has no other one.
  static func hasSingleQuote(_ line: Range<Int>, in bytes: [UInt8]) -> Bool {
    var isOdd = false
    var index = line.lowerBound
    while index < line.upperBound {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 1
      } else if bytes[index] == UInt8(ascii: "\"") {
        isOdd.toggle()
      }
      index += 1
    }
    return isOdd
  }
}
