import MockSpecDocument

/// A way down into a document (RFC 6901).
struct JSONPointer {
  let tokens: [String]

  /// `nil` unless the text is empty or starts with a slash.
  init?(_ text: String) {
    guard text.isEmpty || text.hasPrefix("/") else { return nil }
    tokens = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0.replacing("~1", with: "/").replacing("~0", with: "~"))
    }
  }

  /// The child that a token names.
  static func child(_ token: String, of node: Node) -> Node? {
    guard node.kind == .sequence else { return node.value(token) }
    guard let position = Int(token), token == String(position), position >= 0 else { return nil }
    var elements = node.elements
    for _ in 0..<position where elements.next() == nil { return nil }
    return elements.next()
  }
}
