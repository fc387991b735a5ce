package import MockSpecDiagnostics
import MockSpecDocument

/// The schema itself is wrong.
package struct SchemaError: Error, Sendable, CustomStringConvertible {
  /// The keyword or the value that is wrong.
  package let range: SourceRange
  package let message: String
  package let help: String?
  /// The part of a regular expression that is wrong: 0-based, in Unicode scalars of the pattern.
  package let patternRange: Range<Int>?

  init(_ node: Node, _ message: String, help: String? = nil, patternRange: Range<Int>? = nil) {
    range = node.range
    self.message = message
    self.help = help
    self.patternRange = patternRange
  }

  /// `path:line:column`.
  package var place: String { range.place }
  package var description: String { "\(place): \(message)" }
}

extension SchemaError {
  /// - Throws: `SchemaError` for anything but text.
  static func text(of node: Node) throws(SchemaError) -> String {
    guard node.kind == .string else { throw SchemaError(node, "text is expected") }
    return node.text
  }
}
