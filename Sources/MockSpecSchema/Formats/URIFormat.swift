/// The grammar of RFC 3986, appendix A.
enum URIFormat {
  typealias Text = Slice<UnsafeBufferPointer<UInt8>>

  static func isURI(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { isReference(bytes, needsScheme: true) }

  static func isReference(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { isReference(bytes, needsScheme: false) }

  private static func isReference(_ bytes: UnsafeBufferPointer<UInt8>, needsScheme: Bool) -> Bool {
    var rest = bytes[...]
    if let sign = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard consists(rest[(sign + 1)...], of: ":@/?") else { return false }
      rest = rest[..<sign]
    }
    if let sign = rest.firstIndex(of: UInt8(ascii: "?")) {
      guard consists(rest[(sign + 1)...], of: ":@/?") else { return false }
      rest = rest[..<sign]
    }
    let firstSegment = rest.prefix { $0 != UInt8(ascii: "/") }
    if let colon = firstSegment.firstIndex(of: UInt8(ascii: ":")) {
      // The first segment of a relative path can't contain a colon.
      guard isScheme(rest[..<colon]) else { return false }
      rest = rest[(colon + 1)...]
    } else if needsScheme {
      return false
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let authority = rest.prefix { $0 != UInt8(ascii: "/") }
      guard isAuthority(authority) else { return false }
      rest = rest.dropFirst(authority.count)
    }
    return consists(rest, of: ":@/")
  }

  private static func isScheme(_ text: Text) -> Bool {
    guard let first = text.first, ByteScanner.isLetter(first) else { return false }
    return text.allSatisfy { ByteScanner.isLetterOrDigit($0) || "+-.".utf8.contains($0) }
  }

  private static func isAuthority(_ text: Text) -> Bool {
    var rest = text
    if let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      guard consists(rest[..<at], of: ":") else { return false }
      rest = rest[(at + 1)...]
    }
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")), isLiteral(rest[..<end].dropFirst()) else { return false }
      rest = rest[(end + 1)...]
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return false }
    } else {
      let host = rest.prefix { $0 != UInt8(ascii: ":") }
      guard consists(host, of: "") else { return false }
      rest = rest.dropFirst(host.count)
    }
    return rest.dropFirst().allSatisfy(ByteScanner.isDigit)
  }

  /// Checks the text in square brackets: an IPv6 address, or an address of a later version.
  private static func isLiteral(_ text: Text) -> Bool {
    guard text.first.map({ $0 | 0x20 }) == UInt8(ascii: "v") else { return HostFormat.isIPv6(text) }
    let version = text.dropFirst().prefix(while: ByteScanner.isHexDigit)
    let address = text.dropFirst(1 + version.count)
    return !version.isEmpty && address.first == UInt8(ascii: ".") && address.count > 1
      && consists(address.dropFirst(), of: ":") && !address.contains(UInt8(ascii: "%"))
  }

  /// Checks that a text consists of unreserved characters, escapes, sub-delimiters and the additional characters.
  private static func consists(_ text: Text, of more: String) -> Bool {
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < text.endIndex, ByteScanner.isHexDigit(text[index + 1]),
          ByteScanner.isHexDigit(text[index + 2])
        else { return false }
        index += 3
      } else {
        guard ByteScanner.isLetterOrDigit(byte) || "-._~!$&'()*+,;=".utf8.contains(byte) || more.utf8.contains(byte)
        else { return false }
        index += 1
      }
    }
    return true
  }
}
