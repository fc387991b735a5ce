/// `host[:port]` (RFC 3986 §3.2), as in a `Host` field, a URL or a short match.
package struct Authority: Equatable {
  /// In lower case, IPv6 with brackets; `nil` if it is empty, which `Host` may be.
  package let host: String?
  /// `nil` too for `host:`, which means the default port (RFC 3986 §3.2.3).
  package let port: Int?

  /// `nil` if it is malformed, or has user information.
  package init?(_ text: Substring) {
    var text = text
    // On plain bytes, since every request pays for it.
    guard let (hostLength, port) = text.withUTF8(Self.split) else { return nil }
    host = hostLength == 0 ? nil : text[..<text.utf8.index(text.startIndex, offsetBy: hostLength)].lowercased()
    self.port = port
  }

  private static func split(_ bytes: UnsafeBufferPointer<UInt8>) -> (hostLength: Int, port: Int?)? {
    for byte in bytes where isForbidden(byte) { return nil }
    let hostLength: Int
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      hostLength = bracket + 1
    } else {
      hostLength = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    }
    var rest = bytes[hostLength...]
    guard let colon = rest.popFirst() else { return (hostLength, nil) }
    guard colon == UInt8(ascii: ":") else { return nil }
    guard !rest.isEmpty else { return (hostLength, nil) }
    var port = 0
    for byte in rest {
      guard (0x30...0x39).contains(byte), port <= 65535 else { return nil }
      port = port * 10 + Int(byte - 0x30)
    }
    return port <= 65535 ? (hostLength, port) : nil
  }

  private static func isForbidden(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"),
      UInt8(ascii: "\\"), UInt8(ascii: ","):
      true
    default: false
    }
  }
}
