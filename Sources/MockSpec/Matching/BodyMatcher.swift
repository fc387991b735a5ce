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
    case text(ValueMatcher)
    case form([Condition])
  }

  let kind: Kind
  let range: SourceRange

  /// How many conditions it counts for when requests are ranked: the fields of a form, the top-level keys of JSON.
  var conditionCount: Int {
    switch kind {
    case .json(let node), .jsonEquals(let node): max(1, node.entries.reduce(0) { count, _ in count + 1 })
    case .text: 1
    case .form(let fields): max(1, fields.count)
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
    case .text(let matcher):
      let text = String(decoding: request.request.body, as: UTF8.self)
      return matcher.matches([text])
        ? nil : Mismatch("body: expected \(matcher.expectation), found \(text.count) characters", at: matcher.range)
    case .form(let fields):
      let values = request.form
      return fields.lazy.compactMap { $0.mismatch("form field", values[$0.key] ?? []) }.first
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
