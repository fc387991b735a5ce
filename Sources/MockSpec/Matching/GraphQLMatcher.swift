import MockSpecDocument

/// What a GraphQL request must be.
struct GraphQLMatcher: Sendable {
  var operationName: Located<String>?
  /// A mapping, compared as `json` is.
  var variables: Node?

  /// The name counts one, and so does each variable.
  var conditionCount: Int {
    max(1, (operationName == nil ? 0 : 1) + (variables?.entries.reduce(0) { count, _ in count + 1 } ?? 0))
  }

  func mismatch(_ request: GraphQLRequest) -> Mismatch? {
    if let operationName, operationName.value != request.operationName {
      let found = request.operationName.map { "'\($0)'" } ?? "none"
      return Mismatch("GraphQL operation: expected '\(operationName.value)', found \(found)", at: operationName.range)
    }
    guard let variables, !Self.hold(variables, in: request.variables) else { return nil }
    return Mismatch("the GraphQL variables lack something expected here", at: variables.range)
  }

  /// A request without variables is one whose variables are empty.
  private static func hold(_ wanted: Node, in found: Node?) -> Bool {
    if let found, found.kind != .null { return JSONContainment.holds(wanted, in: found) }
    return wanted.isEmptyMapping
  }
}

extension Node {
  fileprivate var isEmptyMapping: Bool { kind == .mapping && entries.allSatisfy { _ in false } }
}
