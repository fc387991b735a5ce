package import MockSpecDiagnostics
import MockSpecDocument

/// A mistake in a schema.
package struct SchemaError: Error, Sendable, CustomStringConvertible {
  /// The range of the wrong keyword or value.
  package let range: SourceRange
  /// The headline: what was found and what was expected.
  package let message: String
  /// The fix, as an instruction.
  package let help: String?
  /// The part of a regular expression that is wrong: 0-based, in Unicode scalars of the pattern.
  package let patternRange: Range<Int>?
  /// The URI to which a reference leads; `nil` unless no schema with this URI is known.
  package let unknownURI: String?

  init(_ node: Node, _ message: String, help: String? = nil, patternRange: Range<Int>? = nil) {
    range = node.range
    self.message = message
    self.help = help
    self.patternRange = patternRange
    unknownURI = nil
  }

  /// Creates an error about a reference to an unknown schema.
  init(unknown uri: String, _ reference: Node, help: String?) {
    range = reference.range
    message = "unknown schema '\(uri)'"
    self.help = help
    patternRange = nil
    unknownURI = uri
  }

  /// Creates an error about a value of the wrong kind.
  init(_ node: Node, expected: String) {
    self.init(node, "expected \(expected), found \(node.described)")
  }

  /// The location, as `path:line:column`.
  package var place: String { range.place }
  /// The location and the message.
  package var description: String { "\(place): \(message)" }
}

extension SchemaError {
  /// Returns the text of a node.
  ///
  /// - Throws: `SchemaError` if the node isn't a string.
  static func text(of node: Node) throws(SchemaError) -> String {
    guard node.kind == .string else { throw SchemaError(node, expected: "text") }
    return node.text
  }
}
