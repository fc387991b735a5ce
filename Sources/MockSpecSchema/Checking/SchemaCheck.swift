import MockSpecDiagnostics
import MockSpecDocument

/// The first pass, which decides whether a value is valid and stops at the first failure. It doesn't allocate for schemas
/// without `unevaluated…` and `$dynamicRef`.
///
/// The depth of schemas and the number of steps are limited, because a schema from an untrusted source can require any
/// amount of work: each of its references can apply to the same value again.
struct SchemaCheck {
  let table: SchemaTable
  let rules: UnsafePointer<SchemaRule>
  let tree: DocumentTree
  let records: UnsafePointer<Record>
  let document: Document
  /// Whether the schema has references that depend on the dynamic scope.
  let isDynamic: Bool

  /// The dynamic scope: the resources entered, without consecutive duplicates.
  var scope: [Int32] = []
  var evaluated = EvaluatedMarks()
  private var depth = 0
  private var steps = 0
  private let maximumSteps: Int
  /// Whether a limit has been reached. Later results are meaningless.
  private(set) var isExhausted = false

  /// The limit that has been reached.
  var exhaustion: SchemaFailure.Reason { .tooComplex(steps: steps >= maximumSteps ? maximumSteps : nil) }

  /// Maximum number of schemas being checked at once.
  static let maximumDepth = 768

  init(_ table: SchemaTable, _ tree: DocumentTree, _ document: Document) {
    self.table = table
    rules = table.rules.baseAddress.unsafelyUnwrapped
    self.tree = tree
    records = tree.records
    self.document = document
    isDynamic = !table.dynamicTargets.isEmpty
    // A schema that refers to itself twice doubles the work with each level of the value.
    maximumSteps = 1 << 22 + 64 * document.nodeCount + 4 * document.source.bytes.count
  }

  mutating func isValid(_ node: Int) -> Bool { isValid(node, 0, .none) && !isExhausted }

  /// Returns whether a node is valid against the schema with an index.
  ///
  /// - Parameter marks: Records the evaluated children of the node. If the node is invalid, the caller must discard them.
  @inline(never)
  mutating func isValid(_ node: Int, _ index: Int32, _ marks: EvaluatedMarks.Region) -> Bool {
    let rule = rules + Int(index)
    let kind = records[node].kind
    if case .invalid = kind { return true }
    if rule.pointee.types != .anything, !hasType(node, kind, rule.pointee.types) { return false }
    if rule.pointee.isPlain { return true }
    guard descend() else { return false }
    defer { ascend() }
    guard isDynamic else { return satisfies(rule, node, kind, marks) }
    let isEntered = enter(rule.pointee.resource)
    defer { leave(isEntered) }
    return satisfies(rule, node, kind, marks)
  }

  /// Enters a schema.
  ///
  /// - Returns: `false` if a limit has been reached, now or before.
  @inline(__always)
  mutating func descend() -> Bool {
    if depth >= Self.maximumDepth || steps >= maximumSteps { isExhausted = true }
    if isExhausted { return false }
    steps &+= 1
    depth &+= 1
    return true
  }

  @inline(__always)
  mutating func ascend() { depth &-= 1 }

  /// Counts work other than entering schemas. A step takes about 10 ns.
  @inline(__always)
  mutating func charge(_ count: Int) { steps &+= count }

  /// Returns whether a text matches a pattern.
  ///
  /// - Parameter pattern: The index of the pattern in the table.
  /// - Returns: `false` also if a limit has been reached.
  @inline(__always)
  mutating func matches(_ pattern: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let most = maximumMatchSteps
    var left = most
    let isMatch = table.patterns[Int(pattern)].matches(utf8: bytes, steps: &left)
    return take(isMatch, steps: most - left)
  }

  /// Returns whether a text matches a pattern of a node.
  mutating func matches(_ pattern: RegularExpression, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let most = maximumMatchSteps
    var left = most
    let isMatch = pattern.matches(utf8: bytes, steps: &left)
    return take(isMatch, steps: most - left)
  }

  /// The pattern steps left. Eight of them count as one step.
  private var maximumMatchSteps: Int { 8 * (maximumSteps - steps) }

  @inline(__always)
  private mutating func take(_ isMatch: Bool?, steps used: Int) -> Bool {
    steps += 1 + used / 8
    if isMatch == nil || steps >= maximumSteps { isExhausted = true }
    return isMatch == true && !isExhausted
  }

  @inline(__always)
  mutating func isValid(_ node: Int, _ reference: RuleReference, _ marks: EvaluatedMarks.Region = .none) -> Bool {
    !reference.mayFail || isValid(node, reference.index, marks)
  }

  @inline(__always)
  private func hasType(_ node: Int, _ kind: Node.Kind, _ types: TypeSet) -> Bool {
    let type = TypeSet(of: kind)
    guard case .float = kind else { return !types.isDisjoint(with: type) }
    return types.isDisjoint(with: type) ? false : !types.isDisjoint(with: TypeSet(ofFloat: tree.bytes(node)))
  }

  @inline(__always)
  private mutating func satisfies(
    _ rule: UnsafePointer<SchemaRule>, _ node: Int, _ kind: Node.Kind, _ marks: EvaluatedMarks.Region
  ) -> Bool {
    if let choices = rule.pointee.choices, !isChosen(node, kind, choices) { return false }
    switch kind {
    case .string: if let text = rule.pointee.text, !isValidText(node, text) { return false }
    case .integer, .float: if let number = rule.pointee.number, !isInRange(node, number) { return false }
    case .sequence:
      if let sequence = rule.pointee.sequence, sequence.pointee.unevaluated.exists {
        return satisfiesUnevaluated(rule, node, kind, sequence.pointee.unevaluated, marks)
      }
    case .mapping:
      if let mapping = rule.pointee.mapping, mapping.pointee.unevaluated.exists {
        return satisfiesUnevaluated(rule, node, kind, mapping.pointee.unevaluated, marks)
      }
    case .null, .bool, .invalid: break
    }
    return satisfiesStructure(rule, node, kind, marks)
  }

  @inline(__always)
  private mutating func satisfiesStructure(
    _ rule: UnsafePointer<SchemaRule>, _ node: Int, _ kind: Node.Kind, _ marks: EvaluatedMarks.Region
  ) -> Bool {
    if case .mapping = kind {
      if let mapping = rule.pointee.mapping, !isValidMapping(node, mapping, marks) { return false }
    } else if case .sequence = kind {
      if let sequence = rule.pointee.sequence, !isValidSequence(node, sequence, marks) { return false }
    }
    return rule.pointee.steps.count == 0 || satisfies(rule.pointee.steps, node, marks)
  }

  /// Checks all other keywords, then `unevaluated…` for the remaining children.
  @inline(never)
  private mutating func satisfiesUnevaluated(
    _ rule: UnsafePointer<SchemaRule>, _ node: Int, _ kind: Node.Kind, _ unevaluated: RuleReference,
    _ marks: EvaluatedMarks.Region
  ) -> Bool {
    let own = evaluated.push(children: childCount(of: node, kind))
    defer { evaluated.pop(own) }
    guard satisfiesStructure(rule, node, kind, own) else { return false }
    var position = 0
    var child = node + 1
    while child < Int(records[node].next) {
      let value = kind == .mapping ? child + 1 : child
      if !evaluated.contains(position, in: own), !isValid(value, unevaluated) { return false }
      child = Int(records[value].next)
      position += 1
    }
    evaluated.markAll(in: marks)
    return true
  }

  /// Returns for each child whether keywords other than `unevaluated…` evaluate it. The value must be valid against them.
  mutating func evaluatedChildren(of node: Int, _ index: Int) -> [Bool] {
    let kind = records[node].kind
    let count = childCount(of: node, kind)
    let own = evaluated.push(children: count)
    defer { evaluated.pop(own) }
    _ = satisfiesStructure(rules + index, node, kind, own)
    return (0..<count).map { evaluated.contains($0, in: own) }
  }

  private func childCount(of node: Int, _ kind: Node.Kind) -> Int {
    var count = 0
    var child = node + 1
    while child < Int(records[node].next) {
      child = Int(records[kind == .mapping ? child + 1 : child].next)
      count += 1
    }
    return count
  }

  // MARK: - Dynamic scope

  mutating func enter(_ resource: Int32) -> Bool {
    guard isDynamic, scope.last != resource else { return false }
    scope.append(resource)
    return true
  }

  mutating func leave(_ isEntered: Bool) {
    if isEntered { scope.removeLast() }
  }

  func dynamicTarget(_ name: Int32, _ initial: RuleReference) -> RuleReference {
    for resource in scope {
      let target = table.dynamicTargets[Int(resource)][Int(name)]
      if target.exists { return target }
    }
    return initial
  }
}
