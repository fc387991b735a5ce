import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

extension BodyMatcher {
  /// Evaluates all conditions on the body of a call.
  func evaluate(_ parsed: inout ParsedCall, at now: Duration?) -> [EvaluatedCondition] {
    if let size = parsed.call.unkeptBodySize {
      return [
        EvaluatedCondition(.body, "body", isMet: false, at: range) { _ in
          .init(expected: "at most \(BodyLimit.bytes >> 20) MiB", found: "at least \(size) bytes")
        }
      ]
    }
    let conditions = evaluateKept(&parsed, at: now)
    let cut = parsed.call.storedBody.cut.map { "not decided: only \($0) are stored" }
    guard let note = cut ?? parsed.codingProblem else { return conditions }
    return conditions.map { $0.isMet ? $0 : $0.adding(note) }
  }

  private func evaluateKept(_ parsed: inout ParsedCall, at now: Duration?) -> [EvaluatedCondition] {
    switch kind {
    case .json(let wanted):
      guard let json = parsed.json else { return [unparsed("json", "JSON", &parsed)] }
      return [Self.evaluateJSON("json", wanted, json, isMet: matches(&parsed, at: now), at: range)]
    case .jsonEquals(let wanted):
      guard let json = parsed.json else { return [unparsed("jsonEquals", "JSON", &parsed)] }
      return [
        Self.evaluateJSON("jsonEquals", wanted, json, isMet: matches(&parsed, at: now), isExact: true, at: range)
      ]
    case .pointers(let places):
      guard let json = parsed.json else { return [unparsed("pointers", "JSON", &parsed)] }
      return places.flatMap { $0.condition.evaluate(.pointer, $0.values(in: json), at: now) }
    case .paths(let paths):
      guard let json = parsed.json else { return [unparsed("paths", "JSON", &parsed)] }
      return paths.flatMap { path in
        guard let found = parsed.nodes(of: path) else { return path.condition.evaluatePathWithoutSteps() }
        return path.condition.evaluate(.jsonPath, found.values, at: now) { values in
          found.nodes.prefix(ShownValues.maxValues + 1).contains {
            values.redaction.isSecret(pointer: json.pointer(to: $0))
          }
        }
      }
    case .schema(let schema):
      guard let json = parsed.json else { return [unparsed("schema", "JSON", &parsed)] }
      return [evaluateSchema(schema, json)]
    case .form(let fields):
      let values = parsed.form
      return fields.flatMap { $0.evaluate(.form, FoundValues(texts: values[$0.key] ?? []), at: now) }
    case .multipart(let parts):
      switch parsed.multipart {
      case .success(let values): return parts.flatMap { $0.evaluate(.part, values[$0.key] ?? FoundValues(), at: now) }
      case .failure(let problem):
        return [unmet("multipart", "a complete multipart/form-data", &parsed).adding(problem.description)]
      }
    case .graphQL(let matcher):
      guard let found = parsed.graphQL else {
        let isArray = parsed.json?.kind == .sequence
        let expected =
          isArray ? "an array of 1 to \(GraphQLCall.maxBatch) GraphQL requests" : "a GraphQL request as JSON"
        return [unparsed("graphql", expected, &parsed)]
      }
      return matcher.evaluate(found)
    case .text(let matcher):
      return [evaluateText(matcher, parsed.body, at: now)]
    }
  }

  /// Returns an unmet condition for a body that doesn't have the expected format.
  private func unmet(_ name: String, _ expected: String, _ parsed: inout ParsedCall) -> EvaluatedCondition {
    let bytes = parsed.body
    return EvaluatedCondition(.body, name, isMet: false, at: range) { values in
      .init(expected: expected, found: values.body(bytes))
    }
  }

  /// Returns an unmet condition for a body that isn't JSON, or that exceeds a limit of JSON.
  private func unparsed(_ name: String, _ expected: String, _ parsed: inout ParsedCall) -> EvaluatedCondition {
    let limit = DocumentParser.exceededJSONLimit(parsed.body)
    return unmet(name, limit.map { "\(expected) of \($0)" } ?? expected, &parsed)
  }

  static func evaluateJSON(
    _ name: String, _ wanted: Node, _ found: Node, isMet: Bool, isExact: Bool = false, at range: SourceRange
  ) -> EvaluatedCondition {
    EvaluatedCondition(.body, name, isMet: isMet, at: range) { values in
      var texts = EvaluatedCondition.Texts(
        expected: (isExact ? "exactly " : "JSON with ") + values.json(wanted), found: values.json(found))
      guard !isMet else { return texts }
      let comparison = JSONComparison(wanted, found, isExact: isExact, showing: values)
      texts.differences = comparison.differences
      texts.details = comparison.secretDifferences
      if comparison.isTruncated { texts.details += ["the first \(JSONComparison.maxDifferences) differences:"] }
      return texts
    }
  }

  private static let maxFailures = 5

  private func evaluateSchema(_ schema: BodySchema, _ found: Node) -> EvaluatedCondition {
    EvaluatedCondition(.body, "schema", isMet: schema.matches(found), at: range) { values in
      var texts = EvaluatedCondition.Texts(expected: "JSON that is valid against the schema", found: values.json(found))
      texts.details = schema.schema.failures(in: found).prefix(Self.maxFailures).map { failure in
        let pointer = found.pointer(to: failure.node)
        let place = pointer.isEmpty ? "" : pointer + ": "
        // The message quotes the value.
        let isSecret = values.isSecret(failure.node) || values.redaction.isSecret(pointer: pointer)
        return ShownValues.shortened(place + (isSecret ? "not valid" : failure.diagnostic.message))
      }
      return texts
    }
  }

  private func evaluateText(_ matcher: ValueMatcher, _ bytes: [UInt8], at now: Duration?) -> EvaluatedCondition {
    let found = FoundValues(texts: [String(decoding: bytes, as: UTF8.self)])
    let isMet = matcher.matches(found, at: now)
    return EvaluatedCondition(.body, "text", isMet: isMet, at: matcher.range) { values in
      .init(
        expected: matcher.expectation(limit: 8) { values.quoted($0, isSecret: values.redaction.mayHoldSecret($0)) },
        found: values.body(bytes), details: matcher.details(about: found, at: now))
    }
  }
}

extension MultipartBody.Problem: CustomStringConvertible {
  var description: String {
    switch self {
    case .otherType(nil): "the call has no 'Content-Type'"
    case .otherType(let type?):
      "the 'Content-Type' is '\(ShownValues.shortened(type))'"
        + (type.hasPrefix("multipart/") ? ", another subtype" : "")
    case .noBoundary: "the 'Content-Type' has no boundary: expected 'multipart/form-data; boundary=…'"
    case .missingBoundary(let boundary): "the body has no line '--\(Self.shown(boundary))'"
    case .lineFeeds: "the lines end with LF: expected CRLF"
    case .noEnd(let boundary): "the end is missing: expected the last line '--\(Self.shown(boundary))--'"
    case .tooManyParts: "the body has more than \(MultipartBody.maxParts) parts"
    case .longHeader:
      "the header of a part has more than \(MultipartBody.maxHeaderLength) bytes, or no empty line ends it"
    }
  }

  private static func shown(_ boundary: [UInt8]) -> String {
    ShownValues.shortened(String(decoding: boundary, as: UTF8.self))
  }
}
