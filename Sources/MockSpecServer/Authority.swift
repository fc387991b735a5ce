/// `host[:port]`, as in the `Host` field (RFC 9110 §7.2) or in an absolute request target.
struct Authority: Equatable {
  /// In lower case, IPv6 with brackets; `nil` if it is empty, which `Host` may be.
  let host: String?
  /// `nil` too for `host:`, which means the default port (RFC 3986 §3.2.3).
  let port: Int?

  /// `nil` if it is malformed, or has user information.
  init?(_ text: Substring) {
    let bytes = text.utf8
    guard !bytes.contains(where: Self.isForbidden) else { return nil }
    let hostEnd: Substring.Index
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      hostEnd = bytes.index(after: bracket)
    } else {
      hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    }
    host = hostEnd == bytes.startIndex ? nil : text[..<hostEnd].lowercased()

    let rest = bytes[hostEnd...]
    guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
    let digits = rest.dropFirst()
    guard !digits.isEmpty else {
      port = nil
      return
    }
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(Substring(digits)) else { return nil }
    port = Int(number)
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
