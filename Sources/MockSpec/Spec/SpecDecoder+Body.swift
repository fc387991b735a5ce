import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// `match.body`.
extension SpecDecoder {
  mutating func bodyRule(_ node: Node) -> BodyRule? {
    // The first that is there: that there are several was reported already.
    for (key, value) in node.entries {
      if key.hasText("schema"), value.kind == .string {
        let file = SchemaFile(path: Located(value.text, at: value.range), folder: folder)
        return .schemaFile(file, range: key.range)
      }
      if let kind = bodyKind(key.text, value) { return .matcher(BodyMatcher(kind: kind, range: key.range)) }
    }
    return nil
  }

  private mutating func bodyKind(_ key: String, _ value: Node) -> BodyMatcher.Kind? {
    switch key {
    case "json", "jsonEquals":
      refuseInfinities(value)
      return key == "json" ? .json(value) : .jsonEquals(value)
    case "pointers": return .pointers(value.entries.compactMap { pointer($0.key, $0.value) })
    case "schema": return schema(value).map(BodyMatcher.Kind.schema)
    case "form": return .form(named(value).map(Condition.init(rule:)))
    case "multipart": return .multipart(named(value).map(Condition.init(rule:)))
    case "graphql": return .graphQL(graphQL(value))
    case "text": return valueMatcher(value).map(BodyMatcher.Kind.text)
    default: return nil
    }
  }

  /// What isn't a pointer was reported by the schema.
  private mutating func pointer(_ key: Node, _ value: Node) -> PointerCondition? {
    guard let pointer = JSONPointer(key.text), let matcher = valueMatcher(value) else { return nil }
    let rule = NamedRule(name: Located(key.text, at: key.range), key: key.text, matchers: .set([matcher]))
    return PointerCondition(pointer: pointer, condition: Condition(rule: rule))
  }

  private mutating func schema(_ node: Node) -> BodySchema? {
    guard node.kind == .mapping || node.kind == .bool, node.isWhole else { return nil }
    refuseInfinities(node)
    if patterns.isExceeded { return nil }
    switch BodySchema.compile(Document(node)) {
    case .success(let schema):
      if patterns.take(schema.schema.instructionCount) { return schema }
      diagnostics.append(Self.tooManyInstructions(at: node.range))
      return nil
    case .failure(let error):
      diagnostics.append(SchemaFiles.badSchema(error))
      return nil
    }
  }

  private mutating func graphQL(_ node: Node) -> GraphQLMatcher {
    var matcher = GraphQLMatcher()
    if let name = node.value("operationName"), name.isScalar {
      matcher.operationName = Located(name.text, at: name.range)
    }
    if let variables = node.value("variables"), variables.kind == .mapping {
      refuseInfinities(variables)
      matcher.variables = variables
    }
    return matcher
  }
}
