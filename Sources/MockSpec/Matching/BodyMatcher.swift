import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// What a request's body must be.
struct BodyMatcher: Sendable {
  enum Kind: Sendable {
    /// Objects by the keys listed, arrays by length and order, scalars by type and value.
    case json(Node)
    /// The same, and nothing more either.
    case jsonEquals(Node)
    case pointers([PointerCondition])
    case schema(BodySchema)
    case form([Condition])
    case multipart([Condition])
    case graphQL(GraphQLMatcher)
    case text(ValueMatcher)
  }

  let kind: Kind
  let range: SourceRange

  /// How many conditions it counts for when requests are ranked: each field of a form, part, pointer,
  /// GraphQL variable, top-level key of JSON.
  var conditionCount: Int {
    switch kind {
    case .json(let node), .jsonEquals(let node): max(1, node.entries.reduce(0) { count, _ in count + 1 })
    case .pointers(let places): max(1, places.count)
    case .form(let conditions), .multipart(let conditions): max(1, conditions.count)
    case .graphQL(let matcher): matcher.conditionCount
    case .schema, .text: 1
    }
  }

  func mismatch(_ request: inout ParsedRequest) -> Mismatch? {
    switch kind {
    case .json(let wanted):
      guard let found = request.json else { return notJSON(request) }
      return JSONContainment.holds(wanted, in: found)
        ? nil : Mismatch("the body lacks something of the JSON expected here", at: range)
    case .jsonEquals(let wanted):
      guard let found = request.json else { return notJSON(request) }
      return JSONEquality.areEqual(wanted, found)
        ? nil : Mismatch("the body isn't equal to the JSON expected here", at: range)
    case .pointers(let places):
      guard let found = request.json else { return notJSON(request) }
      return places.lazy.compactMap { $0.mismatch(in: found) }.first
    case .schema(let schema):
      guard let found = request.json else { return notJSON(request) }
      return schema.matches(found) ? nil : Mismatch("the body isn't valid against the schema expected here", at: range)
    case .form(let fields):
      let values = request.form
      return fields.lazy.compactMap { $0.mismatch("form field", values[$0.key] ?? []) }.first
    case .multipart(let parts):
      guard let values = request.multipart else {
        return Mismatch("body: expected a whole multipart/form-data, found something else", at: range)
      }
      return parts.lazy.compactMap { $0.mismatch("part", values[$0.key] ?? FoundValues()) }.first
    case .graphQL(let matcher):
      guard let found = request.graphQL else { return notJSON(request) }
      return matcher.mismatch(found)
    case .text(let matcher):
      let text = String(decoding: request.request.body, as: UTF8.self)
      return matcher.matches([text])
        ? nil : Mismatch("body: expected \(matcher.expectation), found \(text.count) characters", at: matcher.range)
    }
  }

  private func notJSON(_ request: ParsedRequest) -> Mismatch {
    let found = request.request.body.isEmpty ? "an empty body" : "something else"
    return Mismatch("body: expected JSON, found \(found)", at: range)
  }
}

enum JSONContainment {
  /// Whether everything of `wanted` is in `found`. Depth is bounded by what both documents were parsed with.
  static func holds(_ wanted: Node, in found: Node) -> Bool {
    switch (wanted.kind, found.kind) {
    case (.mapping, .mapping):
      return wanted.entries.allSatisfy { key, value in found.value(key).map { holds(value, in: $0) } ?? false }
    case (.sequence, .sequence):
      var others = found.elements
      for element in wanted.elements {
        guard let other = others.next(), holds(element, in: other) else { return false }
      }
      return others.next() == nil
    default: return JSONEquality.areEqualScalars(wanted, found)
    }
  }
}
