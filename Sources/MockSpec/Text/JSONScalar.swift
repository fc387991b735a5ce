import MockSpecDiagnostics
import MockSpecDocument

/// Writes single values as JSON.
enum JSONScalar {
  static func string(_ text: String) -> String {
    var json = JSONText()
    json.string(text)
    return json.string
  }

  /// Returns the JSON text of a scalar.
  static func text(_ node: Node) -> String {
    switch node.kind {
    case .string: string(node.text)
    case .bool: node.boolValue == true ? "true" : "false"
    case .integer, .float: DecimalText.json(node.text) ?? "null"
    case .null, .invalid: "null"
    case .mapping: "{}"
    case .sequence: "[]"
    }
  }
}
