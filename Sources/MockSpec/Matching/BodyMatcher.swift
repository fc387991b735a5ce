import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The condition on the body of a call.
struct BodyMatcher: Sendable, Equatable {
  /// The key of the condition, with its value.
  enum Kind: Sendable, Equatable {
    /// Objects must contain the listed keys. Arrays must have the same length and order, scalars the same type and value.
    case json(Node)
    /// Like `json`, but objects must have no other keys.
    case jsonEquals(Node)
    case pointers([PointerCondition])
    case paths([JSONPathCondition])
    case schema(BodySchema)
    case form([Condition])
    case multipart([Condition])
    case graphQL(GraphQLMatcher)
    case text(ValueMatcher)
  }

  let kind: Kind
  @Uncompared var range: SourceRange

  /// The conditions on named parts: form fields, multipart parts, and JSON pointers and paths.
  var conditions: [Condition] {
    switch kind {
    case .form(let conditions), .multipart(let conditions): conditions
    case .pointers(let places): places.map(\.condition)
    case .paths(let paths): paths.map(\.condition)
    case .json, .jsonEquals, .schema, .graphQL, .text: []
    }
  }

  /// The number of conditions for ranking: one for each form field, part, pointer, path, GraphQL variable or top-level key
  /// of JSON.
  var conditionCount: Int {
    switch kind {
    case .json(let node), .jsonEquals(let node): max(1, node.entries.reduce(0) { count, _ in count + 1 })
    case .graphQL(let matcher): matcher.conditionCount
    case .pointers, .paths, .form, .multipart, .schema, .text: max(1, conditions.count)
    }
  }

  /// Whether a condition compares a value with the time of the call.
  var comparesNow: Bool {
    if case .text(let matcher) = kind { matcher.comparesNow } else { conditions.contains(where: \.comparesNow) }
  }

  /// Returns whether the body of a call matches.
  ///
  /// - Parameter now: The time of the call; `nil` if no condition compares with it.
  func matches(_ parsed: inout ParsedCall, at now: Duration?) -> Bool {
    if parsed.call.unkeptBodySize != nil { return false }
    switch kind {
    case .json(let wanted): return parsed.json.map { JSONContainment.holds(wanted, in: $0) } ?? false
    case .jsonEquals(let wanted): return parsed.json.map { JSONEquality.areEqual(wanted, $0) } ?? false
    case .pointers(let places):
      guard let found = parsed.json else { return false }
      return places.allSatisfy { $0.condition.isMet(by: $0.values(in: found), at: now) }
    case .paths(let paths):
      return paths.allSatisfy { path in
        parsed.nodes(of: path).map { path.condition.isMet(by: $0.values, at: now) } ?? false
      }
    case .schema(let schema): return parsed.json.map { schema.matches($0) } ?? false
    case .form(let fields):
      let values = parsed.form
      return fields.allSatisfy { $0.isMet(by: FoundValues(texts: values[$0.key] ?? []), at: now) }
    case .multipart(let parts):
      guard let values = try? parsed.multipart.get() else { return false }
      return parts.allSatisfy { $0.isMet(by: values[$0.key] ?? FoundValues(), at: now) }
    case .graphQL(let matcher): return parsed.graphQL?.contains(where: matcher.matches) ?? false
    case .text(let matcher):
      return matcher.matches(FoundValues(texts: [String(decoding: parsed.body, as: UTF8.self)]), at: now)
    }
  }
}

/// The comparison of the matcher `json`.
enum JSONContainment {
  /// Returns whether `found` contains everything in `wanted`. The depth limit of the parser bounds the recursion.
  static func holds(_ wanted: Node, in found: Node) -> Bool {
    switch (wanted.kind, found.kind) {
    case (.mapping, .mapping):
      return JSONEquality.allEntries(of: wanted, in: found, satisfy: holds)
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
