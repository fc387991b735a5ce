import MockSpecDiagnostics

/// Turns libyaml's marks, which count Unicode scalars from the start of the text, into byte offsets.
///
/// libyaml's own lines are of no use: it also breaks lines at NEL and U+2028, where editors don't. Marks come nearly
/// in order, so one cursor walks along with them and the whole file costs one pass.
struct ScalarOffsets {
  private let source: SourceFile
  private let isASCII: Bool
  private var scalar = 0
  private var byte = 0

  init(source: SourceFile, isASCII: Bool) {
    self.source = source
    self.isASCII = isASCII
  }

  mutating func byteOffset(ofScalar index: Int) -> Int {
    if isASCII { return min(index, source.bytes.count) }
    let bytes = source.bytes
    while scalar < index, byte < bytes.count {
      byte += 1
      while byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
      scalar += 1
    }
    while scalar > index {
      byte -= 1
      while bytes[byte] & 0xC0 == 0x80 { byte -= 1 }
      scalar -= 1
    }
    return byte
  }

  /// Where a node itself starts: libyaml's start mark stands at its `&anchor` or `!tag`.
  func skipProperties(from start: Int, anchor: Bool, tag: Bool) -> Int {
    let bytes = source.bytes
    var index = start
    for _ in 0..<(anchor ? 1 : 0) + (tag ? 1 : 0) {
      guard index < bytes.count, bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!") else { break }
      while index < bytes.count, !isSpace(bytes[index]) { index += 1 }
      skipBlanks(&index)
    }
    return min(index, bytes.count)
  }

  private func skipBlanks(_ index: inout Int) {
    let bytes = source.bytes
    while index < bytes.count {
      if isSpace(bytes[index]) {
        index += 1
      } else if bytes[index] == UInt8(ascii: "#") {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") { index += 1 }
      } else {
        return
      }
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
