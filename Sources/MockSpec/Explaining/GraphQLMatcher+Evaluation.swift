import MockSpecDiagnostics
import MockSpecDocument

extension GraphQLMatcher {
  /// Evaluates the conditions for the GraphQL requests of a call.
  ///
  /// One request must meet all conditions. If none does, the first one with the operation name is shown, or else the first one.
  func evaluate(_ found: [GraphQLCall]) -> [EvaluatedCondition] {
    guard
      let index = found.firstIndex(where: matches) ?? found.firstIndex(where: hasName) ?? found.indices.first
    else { return [] }
    let conditions = [evaluateName(found, index), evaluateVariables(found[index])].compactMap(\.self)
    guard found.count > 1 else { return conditions }
    let names = found.map(\.operationName)
    return conditions.map { condition in
      if condition.isMet { return condition }
      return condition.adding {
        "request \(index + 1) of \(names.count) in a batch with the operations \(Self.list(names, $0))"
      }
    }
  }

  private func evaluateName(_ found: [GraphQLCall], _ index: Int) -> EvaluatedCondition? {
    operationName.map { wanted in
      let name = found[index].operationName
      return EvaluatedCondition(.body, "graphql operationName", isMet: hasName(of: found[index]), at: wanted.range) {
        values in
        .init(expected: values.quoted(wanted.value), found: name.map { values.quoted($0) } ?? "none")
      }
    }
  }

  private func evaluateVariables(_ found: GraphQLCall) -> EvaluatedCondition? {
    variables.map { wanted in
      let isMet = hasVariables(of: found)
      guard let variables = found.variables else {
        return EvaluatedCondition(.body, "graphql variables", isMet: isMet, at: wanted.range) {
          .init(expected: "JSON with " + $0.json(wanted), found: "none")
        }
      }
      return BodyMatcher.evaluateJSON("graphql variables", wanted, variables, isMet: isMet, at: wanted.range)
    }
  }

  private static let maxNames = 8

  /// Returns the operation names of a batch.
  private static func list(_ names: [String?], _ values: ShownValues) -> String {
    names.prefix(maxNames).map { $0.map { values.quoted($0) } ?? "(unnamed)" }.joined(separator: ", ")
      + (names.count > maxNames ? ", …" : "")
  }
}
