import MockSpecDocument

/// A compiled schema: its nodes, and the rules made of them.
///
/// All memory is written while this is made and only read afterwards, which is why it may be shared.
final class SchemaTable: @unchecked Sendable {
  let nodes: [SchemaNode]
  let rules: UnsafeBufferPointer<SchemaRule>
  let patterns: UnsafeMutableBufferPointer<SharedPattern>
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
    for (index, pattern) in maker.patterns.enumerated() {
      patterns.initializeElement(at: index, to: SharedPattern(expression: pattern))
    }
  }

  /// Can't be copied, so that threads which ask it at the same time count no references.
  struct SharedPattern: ~Copyable {
    fileprivate let expression: RegularExpression

    func matches(utf8 bytes: UnsafeBufferPointer<UInt8>, steps: inout Int) -> Bool? {
      expression.matches(utf8: bytes, steps: &steps)
    }
  }

  deinit {
    patterns.deinitialize()
    patterns.deallocate()
  }
}
