extension String {
  /// The address in brackets, such as `[::1]`; other text unchanged.
  package var withoutBrackets: String { hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self }
}

/// A host and an optional port, `host[:port]` (RFC 3986 §3.2), as in a `Host` field, a URL or a short match.
package struct Authority: Equatable {
  /// The host in lower case, IPv6 addresses with brackets; `nil` if it is empty, as it can be in a `Host` field.
  package let host: String?
  /// The port; `nil` if it isn't given or is empty, which means the default port (RFC 3986 §3.2.3).
  package let port: Int?

  init(host: String, port: Int?) { (self.host, self.port) = (host.lowercased(), port) }

  /// Parses an authority; `nil` if the text is malformed or has user information.
  package init?(_ text: Substring) {
    var text = text
    // Parses bytes instead of characters, since this runs for every call.
    guard let (hostLength, port) = text.withUTF8(Self.split) else { return nil }
    host = hostLength == 0 ? nil : text[..<text.utf8.index(text.startIndex, offsetBy: hostLength)].lowercased()
    self.port = port
  }

  /// Returns whether a text before a path is probably a host: `localhost`, or one with a port or a top-level domain.
  static func isLikely(_ text: Substring) -> Bool {
    guard let authority = Authority(text), let host = authority.host else { return false }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    if authority.port != nil || host == "localhost" || host.hasPrefix("[") { return true }
    guard labels.count > 1, !labels.contains("") else { return false }
    let isAddress = labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
    return isAddress || labels[labels.count - 1].allSatisfy(\.isLetter)
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
      UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"):
      true
    default: false
    }
  }
}
