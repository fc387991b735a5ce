import MockSpecDiagnostics
import MockSpecDocument

/// A spec's `json` as the bytes that are sent: compact, keys in the file's order, numbers with the digits written.
enum JSONBody {
  static func bytes(_ root: Node) -> [UInt8] {
    var text = JSONText()
    write(root, to: &text)
    return text.bytes
  }

  /// Recursion is bounded by the depth limit that the document was parsed with.
  private static func write(_ node: Node, to text: inout JSONText) {
    switch node.kind {
    case .mapping:
      text.raw("{")
      for (key, value) in node.entries {
        text.separate()
        key.withUTF8 { text.string(utf8: $0) }
        text.raw(":")
        write(value, to: &text)
      }
      text.raw("}")
    case .sequence:
      text.raw("[")
      for element in node.elements {
        text.separate()
        write(element, to: &text)
      }
      text.raw("]")
    case .string: node.withUTF8 { text.string(utf8: $0) }
    case .bool: text.raw(node.boolValue == true ? "true" : "false")
    case .integer, .float: text.raw(DecimalText.json(node.text) ?? "null")
    case .null, .invalid: text.raw("null")
    }
  }
}
