import MockSpecDiagnostics
import MockSpecDocument

/// Keywords that apply other schemas to the same value, and the creation of failures.
extension FailureCollector {
  mutating func combinationFailures(_ node: Node, _ index: Int, _ context: Context) -> [SchemaFailure] {
    var found: [SchemaFailure] = []
    for branch in nodes[index].allOf where found.count < Self.maximumFailures {
      found += failures(node, branch, context)
    }
    found += branchFailures(node, nodes[index].anyOf, index, context)
    found += branchFailures(node, nodes[index].oneOf, index, context)
    if nodes[index].oneOf.count > 1, matches(node, nodes[index].oneOf) > 1 {
      found.append(fail(.forbidden, node, index))
    }
    if let not = nodes[index].not, isValid(node, not) { found.append(fail(.forbidden, node, index)) }
    return found + conditionFailures(node, index, context)
  }

  /// Returns the failures of `then` or `else`.
  private mutating func conditionFailures(_ node: Node, _ index: Int, _ context: Context) -> [SchemaFailure] {
    guard let condition = nodes[index].condition else { return [] }
    guard isValid(node, condition) else {
      return nodes[index].otherwise.map { failures(node, $0, context) } ?? []
    }
    guard let then = nodes[index].then else { return [] }
    let asked = ([condition] + nodes[condition].anyOf).filter { nodes[$0].properties.isEmpty }
      .flatMap { nodes[$0].required }
    let because = asked.lazy.compactMap { node.entry($0)?.key }.first
    return failures(node, then, Context(owner: context.owner, because: because ?? context.because))
  }

  private mutating func matches(_ node: Node, _ branches: [Int]) -> Int {
    var count = 0
    check.charge(branches.count)
    for branch in branches where isValid(node, branch) { count += 1 }
    return count
  }

  /// Returns the failures of `anyOf` or `oneOf` if no branch is valid: those of the branch with the right type. If there are
  /// several such branches, the one with the fewest failures is used.
  private mutating func branchFailures(
    _ node: Node, _ branches: [Int], _ index: Int, _ context: Context
  ) -> [SchemaFailure] {
    if branches.isEmpty || matches(node, branches) > 0 { return [] }
    let fitting = branches.filter { types.allowed(by: $0).map { !$0.isDisjoint(with: TypeSet(of: node)) } ?? true }
    if fitting.isEmpty { return [wrongType(node, index)] }
    var fewest: [SchemaFailure]?
    for branch in fitting {
      let found = failures(node, branch, context)
      if found.count < fewest?.count ?? .max { fewest = found }
    }
    return fewest ?? []
  }

  // MARK: - Making failures

  func wrongType(_ node: Node, _ index: Int) -> SchemaFailure {
    let types = types.allowed(by: index) ?? []
    let place = node.range
    let isQuoted = node.kind == .string && place.file.bytes[place.bytes].first.map { "\"'".utf8.contains($0) } ?? false
    let fits =
      switch node.kindWithoutQuotes {
      case .bool: types.contains(.boolean)
      case .integer: types.contains(.integer)
      case .float: types.contains(.fraction)
      default: false
      }
    return fail(.wrongType(fitsUnquoted: isQuoted && fits), node, index, orElse: types.description)
  }

  func fail(
    _ reason: SchemaFailure.Reason, _ node: Node, _ index: Int, at range: SourceRange? = nil,
    orElse expected: String? = nil
  ) -> SchemaFailure {
    SchemaFailure(
      reason: reason, node: node, range: range ?? node.range, expected: title(of: index) ?? expected,
      examples: examples(of: index))
  }

  /// Replaces the title and the examples of a failure with those next to a `$ref`, which are more specific than the
  /// target's.
  func named(_ failure: SchemaFailure, by index: Int, about node: Node) -> SchemaFailure {
    guard failure.node.index == node.index, let title = nodes[index].title else { return failure }
    let examples = nodes[index].examples
    return SchemaFailure(
      reason: failure.reason, node: failure.node, range: failure.range, expected: title,
      examples: examples.isEmpty ? failure.examples : written(examples))
  }

  func title(of index: Int) -> String? {
    var index = index
    while nodes[index].title == nil, let reference = nodes[index].reference { index = reference }
    return nodes[index].title
  }

  private func examples(of index: Int) -> [String] {
    var index = index
    while nodes[index].examples.isEmpty, let reference = nodes[index].reference { index = reference }
    return written(nodes[index].examples)
  }

  /// Returns the texts of up to three scalar examples. Collections are unreadable in one line.
  private func written(_ examples: [Node]) -> [String] {
    examples.filter(\.isScalar).prefix(3).map(\.text)
  }

  func firstCharacter(of node: Node) -> SourceRange {
    let whole = node.range
    return SourceRange(file: whole.file, bytes: whole.file.scalarRange(at: whole.bytes.lowerBound))
  }
}
