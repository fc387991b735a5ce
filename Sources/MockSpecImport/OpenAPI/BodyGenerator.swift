import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Makes values that are valid against schemas, the same ones each time.
///
/// Examples and defaults are used where they are valid. Optional properties are left out where a schema would contain itself, and
/// below some depth.
struct BodyGenerator {
  let schemas: OpenAPISchemas
  private var bodies: [Int: Body] = [:]
  /// The definitions of the values around the current one.
  private var active: [Int] = []
  private var attempt = Attempt(usesExamples: true, optionalDepth: 0)
  /// How many values may still be made for the body.
  private var steps = 0
  /// How many values may still be made for all bodies.
  private var budget = 4_000_000

  /// A value, and why it isn't valid.
  struct Body {
    var json: [UInt8]?
    var problem: String?
  }

  private struct Attempt {
    var usesExamples: Bool
    /// The depth below which optional parts are left out.
    var optionalDepth: Int
    /// Whether a value that isn't valid is better than none.
    var isLenient = false
  }

  private static let attempts = [
    Attempt(usesExamples: true, optionalDepth: 6), Attempt(usesExamples: true, optionalDepth: 3),
    Attempt(usesExamples: false, optionalDepth: 4), Attempt(usesExamples: true, optionalDepth: 1),
    Attempt(usesExamples: false, optionalDepth: 1), Attempt(usesExamples: false, optionalDepth: 0),
    Attempt(usesExamples: true, optionalDepth: 3, isLenient: true),
  ]
  private static let stepLimit = 4000
  private static let sizeLimit = 256 << 10
  private static let depthLimit = 40
  private static let branchLimit = 24
  private static let itemLimit = 100
  /// The maximum length of a text that is made.
  static let lengthLimit = 4096

  init(_ schemas: OpenAPISchemas) { self.schemas = schemas }

  /// Returns a value for a schema.
  mutating func body(_ number: Int) -> Body {
    if let known = bodies[number] { return known }
    var invalid = Body(problem: "no value is valid, or it would be too large")
    for attempt in Self.attempts where budget > 0 {
      self.attempt = attempt
      steps = min(Self.stepLimit, budget)
      budget -= steps
      let value = value(SchemaConjunction([schemas.reference(to: number)], in: schemas), 0, 0)
      budget += max(0, steps)
      guard let value, value.count <= Self.sizeLimit else { continue }
      guard let failure = schemas.failure(of: value, against: number) else {
        bodies[number] = Body(json: value)
        return Body(json: value)
      }
      if invalid.json == nil { invalid = Body(json: value, problem: failure.diagnostic.message) }
    }
    bodies[number] = invalid
    return invalid
  }

  // MARK: - Values

  private mutating func value(_ parts: [Node], _ depth: Int, _ variant: Int) -> [UInt8]? {
    let all = SchemaConjunction(parts, in: schemas)
    // A schema that contains itself ends here.
    return all.numbers.contains(where: active.contains) ? null(all) : value(all, depth, variant)
  }

  private func null(_ all: SchemaConjunction) -> [UInt8]? {
    let isAllowed = !all.values("type").isEmpty && all.types.contains("null") && all.choices == nil
    return isAllowed ? Array("null".utf8) : nil
  }

  /// - Parameter variant: Different numbers give different values, as far as possible.
  private mutating func value(_ all: SchemaConjunction, _ depth: Int, _ variant: Int) -> [UInt8]? {
    steps -= 1
    guard steps > 0, depth < Self.depthLimit, !all.isImpossible else { return nil }
    if attempt.usesExamples, let value = example(all, variant) { return value }
    if let choices = all.choices { return choices.isEmpty ? nil : choices[variant % choices.count].json }
    if let group = all.groups.first {
      var invalid: [UInt8]?
      for branch in group.branches.prefix(Self.branchLimit) {
        guard !leadsBack(branch), let value = value(all.choosing(branch, in: schemas), depth, variant) else { continue }
        if schemas.accept(value, group.owner.map { [$0] } ?? []) { return value }
        invalid = invalid ?? value
      }
      return attempt.isLenient ? invalid : nil
    }
    for type in all.types {
      let found: [UInt8]? =
        switch type {
        case "object": object(all, depth, variant)
        case "array": array(all, depth, variant)
        case "string": string(all, variant)
        case "integer", "number": number(all, isInteger: type == "integer", variant)
        case "boolean": Array((variant % 2 == 0 ? "true" : "false").utf8)
        default: Array("null".utf8)
        }
      if let found, !all.hasNegation || schemas.accept(found, all.numbers) { return found }
    }
    return nil
  }

  private func leadsBack(_ schema: Node) -> Bool {
    OpenAPISchemas.reference(schema).map(active.contains) ?? false
  }

  /// Returns an example, or else a default, that all definitions accept.
  private mutating func example(_ all: SchemaConjunction, _ variant: Int) -> [UInt8]? {
    let examples = all.pieces.reversed().compactMap { piece in
      piece.value("examples").flatMap { $0.elements.dropFirst(variant).first { _ in true } }
    }
    let defaults = variant == 0 ? all.pieces.reversed().compactMap { $0.value("default") } : []
    for candidate in examples + defaults {
      let json = candidate.json
      steps -= json.count / 64
      if schemas.accept(json, all.numbers) { return json }
    }
    return nil
  }

  // MARK: - Objects

  private mutating func object(_ all: SchemaConjunction, _ depth: Int, _ variant: Int) -> [UInt8]? {
    active += all.numbers
    defer { active.removeLast(all.numbers.count) }
    let required = all.values("required").flatMap { $0.elements.map(\.text) }
    let isRequired = Set(required)
    var names: [String] = []
    var known: Set<String> = []
    for name in all.values("properties").flatMap({ $0.entries.map(\.key.text) }) + required
    where known.insert(name).inserted { names.append(name) }
    let minimum = all.count("minProperties") ?? 0
    let maximum = all.count("maxProperties") ?? .max
    var missing = isRequired.count
    var members = JSONText()
    var count = 0
    for name in names {
      if isRequired.contains(name) {
        missing -= 1
      } else if depth >= attempt.optionalDepth && count + missing >= minimum || count + missing >= maximum {
        continue
      }
      let value = parts(all, name).flatMap { member(name, $0, all, depth, variant) }
      guard let value else {
        if isRequired.contains(name) { return nil }
        continue
      }
      members.key(name)
      members.raw(value)
      count += 1
    }
    let isMap = names.isEmpty && depth < attempt.optionalDepth
    var extra = 0
    while count < min(maximum, max(minimum, isMap && hasOpenMembers(all) ? 1 : 0)), extra < Self.itemLimit {
      guard let name = extraName(all, extra), !known.contains(name), let parts = parts(all, name),
        let value = value(parts, depth + 1, variant)
      else { break }
      members.key(name)
      members.raw(value)
      (count, extra) = (count + 1, extra + 1)
    }
    return [UInt8(ascii: "{")] + members.bytes + [UInt8(ascii: "}")]
  }

  private mutating func member(
    _ name: String, _ parts: [Node], _ all: SchemaConjunction, _ depth: Int, _ variant: Int
  ) -> [UInt8]? {
    if let tag = all.tags[name] {
      var text = JSONText()
      text.string(tag)
      if SchemaConjunction(parts, in: schemas).choices?.contains(where: { $0.json == text.bytes }) ?? true {
        return text.bytes
      }
    }
    return value(parts, depth + 1, variant)
  }

  /// Returns the schemas of a member; `nil` if an object can't have it.
  private func parts(_ all: SchemaConjunction, _ name: String) -> [Node]? {
    var parts: [Node] = []
    for piece in all.pieces {
      var own = piece.value("properties")?.value(name).map { [$0] } ?? []
      own += piece.entries("patternProperties").filter { schemas.pattern($0.key.text)?.matches(name) == true }.map(
        \.value)
      if own.isEmpty, let others = piece.value("additionalProperties") {
        if others.boolValue != false { own = [others] } else if !attempt.isLenient { return nil }
      }
      parts += own
    }
    return parts
  }

  private func hasOpenMembers(_ all: SchemaConjunction) -> Bool {
    all.pieces.contains {
      $0.value("additionalProperties")?.kind == .mapping || !$0.entries("patternProperties").isEmpty
    }
  }

  private mutating func extraName(_ all: SchemaConjunction, _ index: Int) -> String? {
    let rules = all.values("propertyNames")
    if !rules.isEmpty {
      return value(rules, Self.depthLimit - 1, index).flatMap { DocumentParser.parseJSON($0)?.root.string }
    }
    if let pattern = all.values("patternProperties").first?.entries.first(where: { _ in true })?.key.text {
      return schemas.pattern(pattern)?.text(lengths: 1...100, variant: index)
    }
    return index == 0 ? "key" : "key\(index + 1)"
  }

  // MARK: - Arrays

  private mutating func array(_ all: SchemaConjunction, _ depth: Int, _ variant: Int) -> [UInt8]? {
    active += all.numbers
    defer { active.removeLast(all.numbers.count) }
    let minimum = all.count("minItems") ?? 0
    let isUnique = !all.values("uniqueItems").isEmpty
    let tuples = all.values("prefixItems").map { Array($0.elements) }
    let wanted = max(minimum, depth < attempt.optionalDepth ? max(1, tuples.map(\.count).max() ?? 0) : 0)
    let contained = all.values("contains")
    let count = min(max(wanted, contained.isEmpty ? 0 : 1), all.count("maxItems") ?? .max)
    guard count <= Self.itemLimit else { return nil }
    var items = JSONText()
    for index in 0..<count {
      var parts = tuples.compactMap { index < $0.count ? $0[index] : nil }
      if parts.isEmpty { parts = all.values("items") }
      if index == 0 { parts += contained }
      guard let item = value(parts, depth + 1, isUnique ? variant + index : variant) else {
        if index >= minimum { break }
        return nil
      }
      items.separate()
      items.raw(item)
    }
    return [UInt8(ascii: "[")] + items.bytes + [UInt8(ascii: "]")]
  }
}
