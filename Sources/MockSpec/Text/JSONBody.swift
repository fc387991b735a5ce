import MockSpecDiagnostics
package import MockSpecDocument

/// The encoding of a spec's `json` for sending: compact, with keys in the file's order and numbers with the digits as
/// written.
package enum JSONBody {
  /// Returns a value as JSON.
  package static func bytes(_ root: Node) -> [UInt8] {
    var text = JSONText()
    write(root, to: &text)
    return text.bytes
  }

  /// Returns a value as JSON.
  ///
  /// - Parameters:
  ///   - root: The value.
  ///   - string: Writes a string. If it is a key, the mapping is passed, too.
  static func bytes(_ root: Node, string: (Node, _ mapping: Node?, inout JSONText) -> Void) -> [UInt8] {
    var text = JSONText()
    write(root, to: &text, string)
    return text.bytes
  }

  /// Appends a value as JSON.
  static func write(_ node: Node, to text: inout JSONText) {
    write(node, to: &text) { node, _, text in node.withUTF8 { text.string(utf8: $0) } }
  }

  /// Recursion is bounded by the depth limit that the document was parsed with.
  private static func write(_ node: Node, to text: inout JSONText, _ string: (Node, Node?, inout JSONText) -> Void) {
    switch node.kind {
    case .mapping:
      text.raw("{")
      for (key, value) in node.entries {
        text.separate()
        string(key, node, &text)
        text.raw(":")
        write(value, to: &text, string)
      }
      text.raw("}")
    case .sequence:
      text.raw("[")
      for element in node.elements {
        text.separate()
        write(element, to: &text, string)
      }
      text.raw("]")
    case .string: string(node, nil, &text)
    case .bool: text.raw(node.boolValue == true ? "true" : "false")
    case .integer, .float: text.raw(DecimalText.json(node.text) ?? "null")
    case .null, .invalid: text.raw("null")
    }
  }
}
