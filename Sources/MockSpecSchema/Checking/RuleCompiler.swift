import MockSpecDocument

/// Compiles nodes to rules.
///
/// A reference to a node that contains only a reference becomes a reference to the final target. This isn't done in
/// schemas with dynamic references, which depend on every resource on the path.
struct RuleCompiler {
  let nodes: [SchemaNode]
  let arena: Arena
  private(set) var patterns: [RegularExpression] = []
  private(set) var decimals: [DecimalNumber] = []
  private(set) var constants: [Node] = []
  private(set) var dynamicTargets: [[RuleReference]] = []
  private var dynamicNames: [String] = []

  init(_ compiled: SchemaCompiler.Result, in arena: Arena) {
    nodes = compiled.nodes
    self.arena = arena
    dynamicNames = Set(nodes.compactMap { $0.dynamicReference?.name }).sorted()
    guard !dynamicNames.isEmpty else { return }
    dynamicTargets = compiled.dynamicAnchors.map { anchors in
      dynamicNames.map { name in anchors[name].map { RuleReference(index: Int32($0)) } ?? .none }
    }
  }

  mutating func rules() -> [SchemaRule] { nodes.indices.map { rule($0) } }

  private mutating func rule(_ index: Int) -> SchemaRule {
    let node = nodes[index]
    var rule = SchemaRule(types: node.rejectsAll ? [] : node.types ?? .anything, resource: Int32(node.resource))
    rule.text = text(node)
    rule.number = number(node)
    rule.sequence = sequence(node)
    rule.mapping = mapping(node, index)
    rule.choices = choices(node)
    rule.steps = arena.store(steps(node))
    rule.isPlain =
      rule.text == nil && rule.number == nil && rule.sequence == nil && rule.mapping == nil && rule.choices == nil
      && rule.steps.isEmpty
    return rule
  }

  // MARK: - References

  func reference(_ index: Int?) -> RuleReference {
    guard var index else { return .none }
    while dynamicNames.isEmpty, let target = nodes[index].onlyReference { index = target }
    return nodes[index].acceptsEverything ? .always : RuleReference(index: Int32(index))
  }

  func references(_ indices: [Int]) -> UnsafeBufferPointer<RuleReference> { arena.store(indices.map { reference($0) }) }

  private func steps(_ node: SchemaNode) -> [Step] {
    var steps: [Step] = []
    for index in [node.reference].compactMap(\.self) + node.allOf {
      let reference = reference(index)
      if reference.mayFail { steps.append(.all(reference)) }
    }
    if let dynamic = node.dynamicReference, let name = dynamicNames.firstIndex(of: dynamic.name) {
      steps.append(.dynamic(name: Int32(name), initial: RuleReference(index: Int32(dynamic.initial))))
    }
    if !node.anyOf.isEmpty { steps.append(.any(references(node.anyOf))) }
    if !node.oneOf.isEmpty { steps.append(.one(references(node.oneOf))) }
    if let not = node.not { steps.append(.not(reference(not))) }
    if let condition = node.condition {
      steps.append(
        .condition(reference(condition), then: reference(node.then), otherwise: reference(node.otherwise)))
    }
    return steps
  }

  // MARK: - Scalars

  private mutating func text(_ node: SchemaNode) -> UnsafePointer<TextRule>? {
    guard node.pattern != nil || node.format != nil || node.lengths != Limits() else { return nil }
    return arena.store(
      TextRule(lengths: node.lengths, pattern: node.pattern.map { add($0) } ?? -1, format: node.format))
  }

  private mutating func number(_ node: SchemaNode) -> UnsafePointer<NumberRule>? {
    let bounds = [node.minimum, node.maximum, node.exclusiveMinimum, node.exclusiveMaximum, node.multipleOf]
    guard bounds.contains(where: { $0 != nil }) else { return nil }
    return arena.store(
      NumberRule(
        minimum: bound(node.minimum), maximum: bound(node.maximum), exclusiveMinimum: bound(node.exclusiveMinimum),
        exclusiveMaximum: bound(node.exclusiveMaximum), multipleOf: bound(node.multipleOf)))
  }

  private mutating func bound(_ bound: Bound?) -> BoundRule? {
    guard let bound else { return nil }
    guard let decimal = bound.decimal else { return BoundRule(scalar: bound.scalar, decimal: -1) }
    decimals.append(decimal)
    return BoundRule(scalar: bound.scalar, decimal: Int32(decimals.count - 1))
  }

  private mutating func choices(_ node: SchemaNode) -> UnsafePointer<ChoiceRule>? {
    guard var choices = node.choices ?? node.constant.map({ [$0] }) else { return nil }
    if let constant = node.constant { choices = choices.filter { JSONEquality.areEqual($0, constant) } }
    let numbers = choices.filter { $0.kind == .integer || $0.kind == .float }
    let collections = choices.filter { $0.kind == .mapping || $0.kind == .sequence }
    constants += collections
    return arena.store(
      ChoiceRule(
        texts: arena.store(choices.filter { $0.kind == .string }.map { arena.store($0.text) }),
        numbers: arena.store(
          numbers.compactMap { number in
            bound(ScalarNumber(number).map { Bound(scalar: $0, decimal: DecimalNumber(number.text)) })
          }),
        hasNull: choices.contains { $0.kind == .null }, hasTrue: choices.contains { $0.boolValue == true },
        hasFalse: choices.contains { $0.boolValue == false },
        collections: Int32(constants.count - collections.count)..<Int32(constants.count)))
  }

  mutating func add(_ pattern: RegularExpression) -> Int32 {
    patterns.append(pattern)
    return Int32(patterns.count - 1)
  }
}
