/// Turns libyaml's marks, which count Unicode scalars from the start of the text, into byte offsets.
///
/// libyaml's line numbers can't be used: unlike editors, it also breaks lines at NEL and U+2028. Marks are nearly in
/// order, so a single cursor converts all of them in about one pass.
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

  /// Returns the `!tag` before a node and the end of all its properties. The tag and the anchor can be in either order.
  ///
  /// - Parameter start: libyaml's start mark. Only properties start with `&` or `!`.
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
        // Names are read as in libyaml: `&a: b` has the anchor `a` and an empty key.
        index += 1
        while index < bytes.count, YAMLBytes.isAnchorName(bytes[index]) { index += 1 }
      } else {
        let isVerbatim = bytes[sign...].starts(with: "!<".utf8)
        while index < bytes.count, !bytes[index].isSpace,
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
      if bytes[index].isSpace {
        index += 1
      } else if bytes[index] == UInt8(ascii: "#") {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") { index += 1 }
      } else {
        return
      }
    }
  }
}
