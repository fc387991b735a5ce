import MockSpecDocument

/// An object of a collection.
///
/// It is kept as the JSON that is sent, so that it takes little more memory than its text.
struct Item: Sendable, Equatable {
  let id: ExactText
  /// The item as ``JSONBody`` writes it.
  let json: [UInt8]

  /// The strong entity tag of the item's content, with its quotation marks (RFC 9110 §8.8.3).
  var entityTag: String { "\"\(ContentHash(json).value.hexadecimal())\"" }

  /// Returns the text of an id; `nil` if the node is neither a whole number nor a text with which a path can end. It can't
  /// end with `.` and `..`, which clients and servers remove (RFC 3986 §5.2.4).
  static func id(_ node: Node) -> ExactText? {
    switch node.kind {
    case .string:
      node.withUTF8 { $0.count < 3 && $0.allSatisfy { $0 == UInt8(ascii: ".") } } ? nil : ExactText(node.text)
    case .integer: DecimalText.json(node.text).map(ExactText.init)
    case .mapping, .sequence, .null, .bool, .float, .invalid: nil
    }
  }
}

extension ExactText {
  /// The whole number that the text is the JSON notation of, if clients can represent it exactly; otherwise `nil`.
  var counter: Int? {
    guard let number = Int(text), number.magnitude < 1 << 53, String(number) == text else { return nil }
    return number
  }
}
