import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

extension BodyMatcher {
  func checks(_ request: inout ParsedRequest) -> [ConditionCheck] {
    switch kind {
    case .json(let wanted):
      guard let json = request.json else { return [failed("json", "JSON", request)] }
      return [jsonCheck("json", wanted, json, isMet: matches(&request))]
    case .jsonEquals(let wanted):
      guard let json = request.json else { return [failed("jsonEquals", "JSON", request)] }
      return [jsonCheck("jsonEquals", wanted, json, isMet: matches(&request), isExact: true)]
    case .pointers(let places):
      guard let json = request.json else { return [failed("pointers", "JSON", request)] }
      return places.flatMap { $0.condition.checks(.pointer, $0.values(in: json)) }
    case .schema(let schema):
      guard let json = request.json else { return [failed("schema", "JSON", request)] }
      return [schemaCheck(schema, json)]
    case .form(let fields):
      let values = request.form
      return fields.flatMap { $0.checks(.form, FoundValues(texts: values[$0.key] ?? [])) }
    case .multipart(let parts):
      guard let values = request.multipart else { return [failed("multipart", "a whole multipart/form-data", request)] }
      return parts.flatMap { $0.checks(.part, values[$0.key] ?? FoundValues()) }
    case .graphQL(let matcher):
      guard let found = request.graphQL else { return [failed("graphql", "a GraphQL request as JSON", request)] }
      return graphQLChecks(matcher, found)
    case .text(let matcher):
      return [textCheck(matcher, request.request.body)]
    }
  }

  /// A body that can't be read as what it should be.
  private func failed(_ name: String, _ expected: String, _ request: ParsedRequest) -> ConditionCheck {
    let bytes = request.request.body
    return ConditionCheck(.body, name, isMet: false, at: range) { values in
      .init(expected: expected, found: values.body(bytes))
    }
  }

  private func jsonCheck(
    _ name: String, _ wanted: Node, _ found: Node, isMet: Bool, isExact: Bool = false, at range: SourceRange? = nil
  ) -> ConditionCheck {
    ConditionCheck(.body, name, isMet: isMet, at: range ?? self.range) { values in
      var words = ConditionCheck.Words(
        expected: (isExact ? "exactly " : "JSON with ") + values.json(wanted), found: values.json(found))
      guard !isMet else { return words }
      let comparison = JSONComparison(wanted, found, isExact: isExact, showing: values)
      words.differences = comparison.differences
      if comparison.isCut { words.details = ["the first \(JSONComparison.most) differences:"] }
      return words
    }
  }

  private static let mostFailures = 5

  private func schemaCheck(_ schema: BodySchema, _ found: Node) -> ConditionCheck {
    ConditionCheck(.body, "schema", isMet: schema.matches(found), at: range) { values in
      var words = ConditionCheck.Words(expected: "JSON that is valid against the schema", found: values.json(found))
      words.details = schema.schema.failures(in: found).prefix(Self.mostFailures).map { failure in
        let pointer = found.pointer(to: failure.node)
        let place = pointer.isEmpty ? "" : pointer + ": "
        // The words quote the value.
        let isSecret = values.isSecret(failure.node) || values.redaction.isSecret(pointer: pointer)
        return ShownValues.shortened(place + (isSecret ? "not valid" : failure.diagnostic.message))
      }
      return words
    }
  }

  private func graphQLChecks(_ matcher: GraphQLMatcher, _ found: GraphQLRequest) -> [ConditionCheck] {
    var checks: [ConditionCheck] = []
    if let name = matcher.operationName {
      checks.append(
        ConditionCheck(.body, "graphql operationName", isMet: matcher.hasName(of: found), at: name.range) { values in
          .init(expected: values.quoted(name.value), found: found.operationName.map { values.quoted($0) } ?? "none")
        })
    }
    if let wanted = matcher.variables {
      let isMet = matcher.hasVariables(of: found)
      if let variables = found.variables {
        checks.append(jsonCheck("graphql variables", wanted, variables, isMet: isMet, at: wanted.range))
      } else {
        checks.append(
          ConditionCheck(.body, "graphql variables", isMet: isMet, at: wanted.range) {
            .init(expected: "JSON with " + $0.json(wanted), found: "none")
          })
      }
    }
    return checks
  }

  private func textCheck(_ matcher: ValueMatcher, _ bytes: [UInt8]) -> ConditionCheck {
    let found = FoundValues(texts: [String(decoding: bytes, as: UTF8.self)])
    let isMet = matcher.matches(found)
    return ConditionCheck(.body, "text", isMet: isMet, at: matcher.range) { values in
      .init(
        expected: matcher.words(most: 8) { values.quoted($0, isSecret: values.redaction.mayHoldSecret($0)) },
        found: values.body(bytes), details: matcher.details(about: found))
    }
  }
}
