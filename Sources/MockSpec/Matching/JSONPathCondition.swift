import MockSpecDocument
import MockSpecSchema

/// A condition on the values that a path selects in a JSON body.
struct JSONPathCondition: Sendable, Equatable {
  /// The path. Its text is the condition's key, by which it is compared.
  @Uncompared var path: JSONPath
  let condition: Condition

  init(_ path: JSONPath, _ condition: Condition) {
    _path = Uncompared(wrappedValue: path)
    self.condition = condition
  }
}

/// The nodes that a path selects in a JSON body, with their values.
struct SelectedNodes: Sendable {
  let nodes: [Node]
  let values: FoundValues

  init(_ nodes: [Node]) {
    self.nodes = nodes
    values = FoundValues(nodes)
  }
}
