import MockSpecDiagnostics
import MockSpecDocument

/// The second pass, for values that `SchemaCheck` rejects: collects all failures.
///
/// It uses nodes rather than rules, because nodes contain every schema as written, with its title and examples. It uses
/// `SchemaCheck` to skip the schemas that accept the value.
struct FailureCollector {
  var check: SchemaCheck
  let nodes: [SchemaNode]
  let types: AllowedTypes
  /// The known keys by schema. `own` contains the keys that the schema itself names; `all` also contains those of the
  /// schemas that it applies to the same value. Cached, because each unknown key refers to them.
  var names: (own: [Int: [String]], all: [Int: [String]]) = ([:], [:])
  private var depth = 0

  /// Maximum number of schemas being checked at once. Below, a single failure is reported.
  private static let maximumDepth = 256
  /// Maximum number of failures collected from one value and its children.
  static let maximumFailures = 4096

  init(_ check: SchemaCheck) {
    self.check = check
    nodes = check.table.nodes
    types = AllowedTypes(nodes)
  }

  /// The keys that led to a schema.
  struct Context {
    /// The key of the value; `nil` for the root of the document.
    var owner: Node?
    /// The key because of which the schema applies: a key of `dependentSchemas`, or one that an `if` requires.
    var because: Node?
  }

  /// Returns the failures of an invalid value. There is at least one.
  mutating func failures(in node: Node) -> [SchemaFailure] {
    let found = failures(node, 0, Context())
    if check.isExhausted { return [fail(check.exhaustion, node, 0)] }
    return found.isEmpty ? [fail(.forbidden, node, 0)] : found
  }

  mutating func isValid(_ node: Node, _ index: Int) -> Bool { check.isValid(node.index, Int32(index), .none) }

  mutating func failures(_ node: Node, _ index: Int, _ context: Context) -> [SchemaFailure] {
    if isValid(node, index) { return [] }
    if nodes[index].rejectsAll { return [fail(.forbidden, node, index)] }
    guard depth < Self.maximumDepth, check.descend() else { return [fail(check.exhaustion, node, index)] }
    check.charge(16)
    depth += 1
    defer {
      depth -= 1
      check.ascend()
    }
    let isEntered = check.enter(Int32(nodes[index].resource))
    defer { check.leave(isEntered) }

    if let failure = failureAsWhole(node, index) { return [failure] }
    var found = referenceFailures(node, index, context)
    switch node.kind {
    case .string: found += textFailures(node, index)
    case .integer, .float: found += numberFailures(node, index)
    case .sequence: found += sequenceFailures(node, index)
    case .mapping: found += mappingFailures(node, index, context)
    case .null, .bool, .invalid: break
    }
    found += combinationFailures(node, index, context)
    // A failing schema evaluates nothing, so `unevaluated…` would report all children again.
    return found.isEmpty ? unevaluatedFailures(node, index) : found
  }

  /// Returns the failure of a value with the wrong type, or that isn't one of the choices. It is the only failure reported
  /// for the value.
  private mutating func failureAsWhole(_ node: Node, _ index: Int) -> SchemaFailure? {
    if let types = nodes[index].types, types.isDisjoint(with: TypeSet(of: node)) { return wrongType(node, index) }
    guard let choices = check.rules[index].choices, !check.isChosen(node.index, node.kind, choices) else { return nil }
    let written = nodes[index].constant.map { [$0] } ?? nodes[index].choices ?? []
    return fail(.notOneOf(written.filter(\.isScalar).map(\.text)), node, index)
  }

  private mutating func referenceFailures(_ node: Node, _ index: Int, _ context: Context) -> [SchemaFailure] {
    var targets: [Int] = []
    if let reference = nodes[index].reference { targets.append(reference) }
    for case .dynamic(let name, let initial) in check.rules[index].steps {
      targets.append(Int(check.dynamicTarget(name, initial).index))
    }
    var found: [SchemaFailure] = []
    for target in targets {
      for failure in failures(node, target, context) { found.append(named(failure, by: index, about: node)) }
    }
    return found
  }

  @inline(never)
  private mutating func textFailures(_ node: Node, _ index: Int) -> [SchemaFailure] {
    let rule = nodes[index]
    return node.withUTF8 { text in
      let length = text.count { $0 & 0xC0 != 0x80 }
      if length < rule.lengths.minimum { return [fail(.tooShort(minimum: rule.lengths.minimum), node, index)] }
      if length > rule.lengths.maximum { return [fail(.tooLong(maximum: rule.lengths.maximum), node, index)] }
      if let pattern = rule.pattern, !check.matches(pattern, text) {
        return [fail(.noMatch(pattern: pattern.pattern), node, index)]
      }
      if let format = rule.format, !format.matches(text) { return [fail(.wrongFormat(format.rawValue), node, index)] }
      return []
    }
  }

  @inline(never)
  private mutating func numberFailures(_ node: Node, _ index: Int) -> [SchemaFailure] {
    guard let number = check.rules[index].number, !check.isInRange(node.index, number) else { return [] }
    var bounds = number.pointee
    bounds.multipleOf = nil
    let isInBounds = withUnsafePointer(to: bounds) { check.isInRange(node.index, $0) }
    guard isInBounds, let divisor = nodes[index].multipleOf else {
      return [fail(.outOfRange(self.bounds(nodes[index])), node, index)]
    }
    return [fail(.notMultiple(of: text(divisor)), node, index)]
  }

  /// Describes the range of a number: `from 200 to 599`, `at least 1`, `more than 0 and less than 1`.
  private func bounds(_ rule: SchemaNode) -> String {
    if let low = rule.minimum, let high = rule.maximum { return "from \(text(low)) to \(text(high))" }
    let parts = [
      rule.minimum.map { "at least \(text($0))" }, rule.exclusiveMinimum.map { "more than \(text($0))" },
      rule.maximum.map { "at most \(text($0))" }, rule.exclusiveMaximum.map { "less than \(text($0))" },
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }

  private func text(_ bound: Bound) -> String {
    let number = bound.scalar.nearest
    return number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
