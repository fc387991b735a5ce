/// Percent-encoding (RFC 3986 §2.1). A `%` that isn't followed by two hexadecimal digits is literal.
package enum PercentText {
  package static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "%")) else { return Array(bytes) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index != bytes.endIndex {
      let byte = bytes[index]
      bytes.formIndex(after: &index)
      guard byte == UInt8(ascii: "%"), let high = digit(bytes, index) else {
        decoded.append(byte)
        continue
      }
      let second = bytes.index(after: index)
      guard let low = digit(bytes, second) else {
        decoded.append(byte)
        continue
      }
      decoded.append(high << 4 | low)
      index = bytes.index(after: second)
    }
    return decoded
  }

  /// Returns the decoded text. Bytes that aren't valid UTF-8 are replaced.
  package static func decode(_ text: some StringProtocol) -> String {
    String(decoding: decode(text.utf8), as: UTF8.self)
  }

  /// Encodes a literal segment of a path pattern. The characters allowed by RFC 3986 §3.3 are kept, except for
  /// wildcards.
  package static func encode(segment: some Sequence<UInt8>) -> String {
    encode(segment, keeping: "-._~!$&'()+,;=:@")
  }

  /// Encodes all bytes except those of ASCII letters, digits and some other characters.
  ///
  /// - Parameter others: The other characters to keep. They must be ASCII.
  package static func encode(_ bytes: some Sequence<UInt8>, keeping others: String) -> String {
    func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? 0x30 : 0x37) }
    var encoded: [UInt8] = []
    for byte in bytes {
      if (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || others.utf8.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0x0F)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func digit<Bytes: Collection<UInt8>>(_ bytes: Bytes, _ index: Bytes.Index) -> UInt8? {
    guard index != bytes.endIndex else { return nil }
    switch bytes[index] {
    case let byte where byte &- UInt8(ascii: "0") < 10: return byte - UInt8(ascii: "0")
    case let byte where (byte | 0x20) &- UInt8(ascii: "a") < 6: return (byte | 0x20) - UInt8(ascii: "a") + 10
    default: return nil
    }
  }
}

/// Decodes queries and `application/x-www-form-urlencoded` bodies (WHATWG URL §5.1), in which `+` is a space.
package enum QueryText {
  package static func pairs(_ text: String) -> [(name: String, value: String)] { pairs(Array(text.utf8)) }

  package static func pairs(_ bytes: [UInt8]) -> [(name: String, value: String)] {
    bytes.split(separator: UInt8(ascii: "&")).map { piece in
      guard let mark = piece.firstIndex(of: UInt8(ascii: "=")) else { return (decode(piece), "") }
      return (decode(piece[..<mark]), decode(piece[(mark + 1)...]))
    }
  }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: PercentText.decode(spaced), as: UTF8.self)
  }
}
