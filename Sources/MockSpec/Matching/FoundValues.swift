import MockSpecDocument

/// The values of one name in a call, such as those of a query parameter.
struct FoundValues: Sendable {
  var texts: [String] = []
  /// Descriptions of values that aren't text, such as `an object`. They satisfy `present`, but no operator on text.
  var others: [String] = []

  var isEmpty: Bool { texts.isEmpty && others.isEmpty }
}

extension FoundValues {
  /// Creates the values of nodes of JSON: the content of a string, or the JSON text of another scalar. Objects and arrays have
  /// no text, since they can be written in many ways.
  init(_ nodes: some Sequence<Node>) {
    for node in nodes {
      switch node.kind {
      case .mapping: others.append("an object")
      case .sequence: others.append("an array")
      default: texts.append(node.text)
      }
    }
  }
}
