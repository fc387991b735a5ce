import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

// Decodes `match.body`.
extension SpecDecoder {
  /// Decodes the first kind of body. The schema reports an error if there are several.
  mutating func bodyRule(_ node: Node) -> BodyRule? {
    for (key, value) in node.entries {
      guard let kind = BodyMatcherKey(rawValue: key.text) else { continue }
      if value.isEmptyNull, kind == .json || kind == .jsonEquals {
        diagnostics.append(Self.noValue(of: key.text, at: value.range))
      }
      if kind == .schema { return schemaRule(value, at: key.range) }
      if let kind = bodyKind(kind, value) { return .matcher(BodyMatcher(kind: kind, range: key.range)) }
    }
    return nil
  }

  private mutating func bodyKind(_ key: BodyMatcherKey, _ value: Node) -> BodyMatcher.Kind? {
    switch key {
    case .json:
      refuseNumbersBeyondJSON(value)
      return .json(value)
    case .jsonEquals:
      refuseNumbersBeyondJSON(value)
      return .jsonEquals(value)
    case .pointers: return .pointers(value.entries.compactMap { pointer($0.key, $0.value) })
    case .paths: return .paths(paths(value))
    case .schema: return nil
    case .form: return .form(named(value).map(Condition.init(rule:)))
    case .multipart: return .multipart(named(value).map(Condition.init(rule:)))
    case .graphql: return .graphQL(graphQL(value))
    case .text: return valueMatcher(value).map(BodyMatcher.Kind.text)
    }
  }

  /// Decodes a pointer with its matcher; `nil` if it isn't valid, which the schema reports.
  private mutating func pointer(_ key: Node, _ value: Node) -> PointerCondition? {
    guard let pointer = JSONPointer(key.text), let matcher = valueMatcher(value) else { return nil }
    let rule = NamedRule(name: Located(key.text, at: key.range), key: ExactText(key.text), matchers: .set([matcher]))
    return PointerCondition(pointer: pointer, condition: Condition(rule: rule))
  }

  private mutating func paths(_ node: Node) -> [JSONPathCondition] {
    var found: [JSONPathCondition] = []
    for ((key, _), rule) in zip(node.entries, named(node)) {
      if patterns.isExceeded { return found }
      do throws(JSONPathError) {
        let path = try JSONPath(key.text)
        if patterns.take(path.instructionCount) {
          found.append(JSONPathCondition(path, Condition(rule: rule)))
        } else {
          diagnostics.append(Self.tooManyInstructions(at: key.range))
        }
      } catch {
        diagnostics.append(Self.badJSONPath(error, in: key))
      }
    }
    return found
  }

  /// Decodes a schema, or the path of its file.
  ///
  /// - Parameter range: The range of the key.
  mutating func schemaRule(_ node: Node, at range: SourceRange) -> BodyRule? {
    if node.kind == .string {
      return .schemaFile(Located(node.text, at: node.range), folder: folder, range: range)
    }
    guard node.kind == .mapping || node.kind == .bool, node.isWhole else { return nil }
    refuseNumbersBeyondJSON(node)
    if patterns.isExceeded { return nil }
    switch BodySchema.compile(Document(node)) {
    case .success(let schema):
      if patterns.take(schema.schema.instructionCount) {
        return .matcher(BodyMatcher(kind: .schema(schema), range: range))
      }
      diagnostics.append(Self.tooManyInstructions(at: node.range))
      return nil
    case .failure(let error) where error.leadsToFile:
      return .schema(node, folder: folder, range: range)
    case .failure(let error):
      diagnostics.append(error.diagnostic())
      return nil
    }
  }

  private mutating func graphQL(_ node: Node) -> GraphQLMatcher {
    var matcher = GraphQLMatcher()
    for (key, value) in node.entries(of: GraphQLKey.self) {
      switch key {
      case .operationName:
        if value.isScalar { matcher.operationName = Located(value.text, at: value.range) }
      case .variables:
        guard value.kind == .mapping else { continue }
        refuseNumbersBeyondJSON(value)
        matcher.variables = value
      }
    }
    return matcher
  }
}

extension SpecDecoder {
  static func badJSONPath(_ error: JSONPathError, in node: Node) -> Diagnostic {
    Diagnostic(.error, "bad-json-path", error.message, at: node.range(ofBytes: error.range), help: error.help)
  }
}
