import MockSpecDocument
import MockSpecSchema

/// The conditions on a GraphQL request. A batch meets them if one of its requests does.
struct GraphQLMatcher: Sendable, Equatable {
  var operationName: Located<String>?
  /// A mapping that is compared like the matcher `json`.
  var variables: Node?

  /// The number of conditions for ranking: one for the name and one for each variable.
  var conditionCount: Int {
    max(1, (operationName == nil ? 0 : 1) + (variables?.entries.reduce(0) { count, _ in count + 1 } ?? 0))
  }

  func matches(_ call: GraphQLCall) -> Bool { hasName(of: call) && hasVariables(of: call) }

  func hasName(of call: GraphQLCall) -> Bool {
    guard let operationName else { return true }
    return call.operationName.map(operationName.value.hasSameBytes) ?? false
  }

  /// Returns whether the variables match. A call without variables is treated as one with empty variables.
  func hasVariables(of call: GraphQLCall) -> Bool {
    guard let variables else { return true }
    if let found = call.variables, found.kind != .null { return JSONContainment.holds(variables, in: found) }
    return variables.isEmptyMapping
  }
}

extension Node {
  fileprivate var isEmptyMapping: Bool { kind == .mapping && entries.allSatisfy { _ in false } }
}
