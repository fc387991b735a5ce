/// Turns libyaml's marks, which count Unicode scalars from the start of the text, into byte offsets.
///
/// libyaml's own lines are of no use: it also breaks lines at NEL and U+2028, where editors don't. Marks come nearly
/// in order, so one cursor walks along with them and the whole file costs one pass.
struct ScalarOffsets {
  private let input: UnsafeBufferPointer<UInt8>
  private let isASCII: Bool
  private var scalar = 0
  private var byte = 0

  init(input: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    self.input = input
    self.isASCII = isASCII
  }

  @inline(__always)
  mutating func byteOffset(ofScalar index: Int) -> Int {
    isASCII ? min(index, input.count) : walk(toScalar: index)
  }

  private mutating func walk(toScalar index: Int) -> Int {
    let bytes = input
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

  /// The `&anchor` and the `!tag` before a node, in either order, where libyaml's start mark stands.
  ///
  /// No node starts with `&` or `!` by itself.
  @inline(__always)
  func properties(from start: Int) -> (tag: Range<Int>?, end: Int) {
    let hasSome = start < input.count && (input[start] == UInt8(ascii: "&") || input[start] == UInt8(ascii: "!"))
    return hasSome ? writtenProperties(from: start) : (nil, start)
  }

  private func writtenProperties(from start: Int) -> (tag: Range<Int>?, end: Int) {
    let bytes = input
    var tag: Range<Int>?
    var index = start
    while index < bytes.count, bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!") {
      let sign = index
      if bytes[sign] == UInt8(ascii: "&") {
        // libyaml's own idea of a name: `&a: b` has the anchor `a`, and an empty key.
        index += 1
        while index < bytes.count, YAMLBytes.isAnchorName(bytes[index]) { index += 1 }
      } else {
        let isVerbatim = bytes[sign...].starts(with: "!<".utf8)
        while index < bytes.count, !YAMLBytes.isSpace(bytes[index]),
          isVerbatim || !YAMLBytes.isFlowIndicator(bytes[index])
        { index += 1 }
        tag = sign..<index
      }
      skipBlanks(&index)
    }
    return (tag, index)
  }

  private func skipBlanks(_ index: inout Int) {
    let bytes = input
    while index < bytes.count {
      if YAMLBytes.isSpace(bytes[index]) {
        index += 1
      } else if bytes[index] == UInt8(ascii: "#") {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") { index += 1 }
      } else {
        return
      }
    }
  }
}
