import MockSpecDocument

/// A compiled schema: its nodes, and the rules made of them.
///
/// All memory is written while this is made and only read afterwards, which is why it may be shared.
final class SchemaTable: @unchecked Sendable {
  let nodes: [SchemaNode]
  let rules: UnsafeBufferPointer<SchemaRule>
  let patterns: UnsafeMutableBufferPointer<RegularExpression>
  let decimals: [DecimalNumber]
  let constants: [Node]
  /// For each resource, the rule of each dynamic name; empty where no reference is dynamic.
  let dynamicTargets: [[RuleReference]]
  private let arena = Arena()

  init(_ compiled: SchemaCompiler.Result) {
    nodes = compiled.nodes
    var maker = RuleMaker(compiled, in: arena)
    rules = arena.store(maker.rules())
    dynamicTargets = maker.dynamicTargets
    decimals = maker.decimals
    constants = maker.constants
    patterns = .allocate(capacity: maker.patterns.count)
    _ = patterns.initialize(from: maker.patterns)
  }

  deinit {
    patterns.deinitialize()
    patterns.deallocate()
  }
}
