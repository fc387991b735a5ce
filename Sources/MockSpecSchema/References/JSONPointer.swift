package import MockSpecDocument

/// A JSON Pointer (RFC 6901).
package struct JSONPointer: Hashable, Sendable {
  let tokens: [String]

  /// Parses a pointer. Returns `nil` unless the text is empty or starts with a slash. A `~` that doesn't start an escape is
  /// literal.
  package init?(_ text: String) {
    // The text is split as bytes, since a combining mark after a slash would form one character with it.
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts[0].isEmpty else { return nil }
    tokens = parts.dropFirst().map(Self.unescaped)
  }

  /// Returns the node that the pointer refers to.
  package func target(in root: Node) -> Node? {
    var node = root
    for token in tokens {
      guard let child = Self.child(token, of: node) else { return nil }
      node = child
    }
    return node
  }

  /// Returns the child that a token names.
  private static func child(_ token: String, of node: Node) -> Node? {
    guard node.kind == .sequence else { return node.value(token) }
    guard let position = Int(token), token == String(position), position >= 0 else { return nil }
    var elements = node.elements
    for _ in 0..<position where elements.next() == nil { return nil }
    return elements.next()
  }

  /// Returns the index of each child by the bytes of its token.
  static func children(of node: Node) -> [[UInt8]: Int] {
    let children =
      node.kind == .sequence
      ? node.elements.enumerated().map { (Array(String($0).utf8), $1.index) }
      : node.entries.map { ($0.key.withUTF8(Array.init), $0.value.index) }
    return Dictionary(children) { first, _ in first }
  }

  /// Decodes the escapes `~1` (a slash) and `~0` (a tilde).
  private static func unescaped(_ token: Substring.UTF8View) -> String {
    guard token.contains(UInt8(ascii: "~")) else { return String(Substring(token)) }
    var bytes: [UInt8] = []
    var isEscape = false
    for byte in token {
      if isEscape {
        isEscape = false
        switch byte {
        case UInt8(ascii: "0"): continue
        case UInt8(ascii: "1"):
          bytes[bytes.count - 1] = UInt8(ascii: "/")
          continue
        default: break
        }
      }
      bytes.append(byte)
      isEscape = byte == UInt8(ascii: "~")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
