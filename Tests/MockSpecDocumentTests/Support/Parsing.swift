import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Parses text as a test writes it.
func parse(
  _ text: String, _ format: DocumentParser.Format = .yaml, limits: DocumentLimits = DocumentLimits()
) -> ParsedDocument {
  DocumentParser.parse(Array(text.utf8), path: "f", format: format, limits: limits)
}

extension Node {
  /// The whole subtree on one line, with kinds for scalars that aren't text: `{a: int 1, b: ['x', null ~]}`.
  var outline: String {
    switch kind {
    case .mapping: "{" + entries.map { "\($0.key.text): \($0.value.outline)" }.joined(separator: ", ") + "}"
    case .sequence: "[" + elements.map(\.outline).joined(separator: ", ") + "]"
    case .string: "'\(text)'"
    case .null: "null \(text)"
    case .bool: "bool \(text)"
    case .integer: "int \(text)"
    case .float: "float \(text)"
    case .invalid: "invalid"
    }
  }

  /// The value under a path of keys and positions.
  subscript(_ path: String...) -> Node? {
    path.reduce(Optional(self)) { node, step in
      node?.value(step) ?? Int(step).flatMap { position in node?.elements.dropFirst(position).first { _ in true } }
    }
  }
}
