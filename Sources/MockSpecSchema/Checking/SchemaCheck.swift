import MockSpecDiagnostics
import MockSpecDocument

/// The quick pass: is it valid, yes or no. It allocates nothing for schemas without `unevaluated…` and `$dynamicRef`.
///
/// Every recursion here but `$ref`, `allOf` and their like descends one level, and a document's depth is limited. There
/// are limits on how deep they go together and on how much work that is, too, as a schema may ask for any amount of it.
struct SchemaCheck {
  let table: SchemaTable
  let rules: UnsafePointer<SchemaRule>
  let tree: DocumentTree
  let records: UnsafePointer<Record>
  let document: Document
  /// Whether some reference in the schema depends on the resources on the way to it.
  let isDynamic: Bool

  /// The resources on the way here, of which two neighbours are never the same.
  var scope: [Int32] = []
  var evaluated = EvaluatedMarks()
  private var depth = 0
  private var steps = 0
  private let mostSteps: Int
  /// A limit was reached, and what is decided from then on means nothing.
  private(set) var isExhausted = false

  /// Which one, once one is.
  var exhaustion: SchemaFailure.Reason { .tooComplex(steps: steps >= mostSteps ? mostSteps : nil) }

  /// Schemas under way at once.
  static let mostDepth = 768

  init(_ table: SchemaTable, _ tree: DocumentTree, _ document: Document) {
    self.table = table
    rules = table.rules.baseAddress.unsafelyUnwrapped
    self.tree = tree
    records = tree.records
    self.document = document
    isDynamic = !table.dynamicTargets.isEmpty
    // Schemas that lead to themselves in several ways double the work with every level of a value, and others still
    // multiply what they ask with all that is there.
    mostSteps = 1 << 22 + 64 * document.nodeCount + 4 * document.source.bytes.count
  }

  mutating func isValid(_ node: Int) -> Bool { isValid(node, 0, .none) && !isExhausted }

  /// - Parameter marks: where to note which of the node's children are evaluated; what is noted by a schema that turns
  ///   out not to be met is for the caller to throw away.
  @inline(never)
  mutating func isValid(_ node: Int, _ index: Int32, _ marks: EvaluatedMarks.Region) -> Bool {
    let rule = rules + Int(index)
    let kind = records[node].kind
    if case .invalid = kind { return true }
    if rule.pointee.types != .anything, !hasType(node, kind, rule.pointee.types) { return false }
    if rule.pointee.isPlain { return true }
    guard descend() else { return false }
    defer { ascend() }
    guard isDynamic else { return meets(rule, node, kind, marks) }
    let isEntered = enter(rule.pointee.resource)
    defer { leave(isEntered) }
    return meets(rule, node, kind, marks)
  }

  /// - Returns: `false` where a limit is reached, now or earlier.
  @inline(__always)
  mutating func descend() -> Bool {
    if depth >= Self.mostDepth || steps >= mostSteps { isExhausted = true }
    if isExhausted { return false }
    steps &+= 1
    depth &+= 1
    return true
  }

  @inline(__always)
  mutating func ascend() { depth &-= 1 }

  /// Counts work that no `descend` counts. A step is some ten nanoseconds.
  @inline(__always)
  mutating func charge(_ count: Int) { steps &+= count }

  /// - Parameter pattern: among the table's.
  /// - Returns: `false` where a limit is reached.
  @inline(__always)
  mutating func matches(_ pattern: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let most = mostMatchSteps
    var left = most
    let isMatch = table.patterns[Int(pattern)].matches(utf8: bytes, steps: &left)
    return take(isMatch, steps: most - left)
  }

  /// The same for a pattern that a node has.
  mutating func matches(_ pattern: RegularExpression, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let most = mostMatchSteps
    var left = most
    let isMatch = pattern.matches(utf8: bytes, steps: &left)
    return take(isMatch, steps: most - left)
  }

  /// How many steps of patterns, which are smaller, there may still be.
  private var mostMatchSteps: Int { 8 * (mostSteps - steps) }

  @inline(__always)
  private mutating func take(_ isMatch: Bool?, steps used: Int) -> Bool {
    steps += 1 + used / 8
    if isMatch == nil || steps >= mostSteps { isExhausted = true }
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
  private mutating func meets(
    _ rule: UnsafePointer<SchemaRule>, _ node: Int, _ kind: Node.Kind, _ marks: EvaluatedMarks.Region
  ) -> Bool {
    if let choices = rule.pointee.choices, !isChosen(node, kind, choices) { return false }
    switch kind {
    case .string: if let text = rule.pointee.text, !isValidText(node, text) { return false }
    case .integer, .float: if let number = rule.pointee.number, !isInRange(node, number) { return false }
    case .sequence:
      if let sequence = rule.pointee.sequence, sequence.pointee.unevaluated.exists {
        return meetsUnevaluated(rule, node, kind, sequence.pointee.unevaluated, marks)
      }
    case .mapping:
      if let mapping = rule.pointee.mapping, mapping.pointee.unevaluated.exists {
        return meetsUnevaluated(rule, node, kind, mapping.pointee.unevaluated, marks)
      }
    case .null, .bool, .invalid: break
    }
    return meetsStructure(rule, node, kind, marks)
  }

  @inline(__always)
  private mutating func meetsStructure(
    _ rule: UnsafePointer<SchemaRule>, _ node: Int, _ kind: Node.Kind, _ marks: EvaluatedMarks.Region
  ) -> Bool {
    if case .mapping = kind {
      if let mapping = rule.pointee.mapping, !isValidMapping(node, mapping, marks) { return false }
    } else if case .sequence = kind {
      if let sequence = rule.pointee.sequence, !isValidSequence(node, sequence, marks) { return false }
    }
    return rule.pointee.steps.count == 0 || meets(rule.pointee.steps, node, marks)
  }

  /// Everything but `unevaluated…` first, then that for all children which nothing else has looked at.
  @inline(never)
  private mutating func meetsUnevaluated(
    _ rule: UnsafePointer<SchemaRule>, _ node: Int, _ kind: Node.Kind, _ unevaluated: RuleReference,
    _ marks: EvaluatedMarks.Region
  ) -> Bool {
    let own = evaluated.push(children: childCount(of: node, kind))
    defer { evaluated.pop(own) }
    guard meetsStructure(rule, node, kind, own) else { return false }
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

  /// Of a value that meets everything but `unevaluated…`: whether something else has looked at each of its children.
  mutating func evaluatedChildren(of node: Int, _ index: Int) -> [Bool] {
    let kind = records[node].kind
    let count = childCount(of: node, kind)
    let own = evaluated.push(children: count)
    defer { evaluated.pop(own) }
    _ = meetsStructure(rules + index, node, kind, own)
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
