import MockSpecDocument

/// A compiled schema: its nodes, and the rules compiled from them.
///
/// Its memory is written only by the initializer, so it is safe to share.
final class SchemaTable: @unchecked Sendable {
  let nodes: [SchemaNode]
  let rules: UnsafeBufferPointer<SchemaRule>
  let patterns: UnsafeMutableBufferPointer<SharedPattern>
  let decimals: [DecimalNumber]
  let constants: [Node]
  /// For each resource, the schema of each dynamic name; empty if the schema has no dynamic references.
  let dynamicTargets: [[RuleReference]]
  private let arena = Arena()

  init(_ compiled: SchemaCompiler.Result) {
    nodes = compiled.nodes
    var compiler = RuleCompiler(compiled, in: arena)
    rules = arena.store(compiler.rules())
    dynamicTargets = compiler.dynamicTargets
    decimals = compiler.decimals
    constants = compiler.constants
    patterns = .allocate(capacity: compiler.patterns.count)
    for (index, pattern) in compiler.patterns.enumerated() {
      patterns.initializeElement(at: index, to: SharedPattern(expression: pattern))
    }
  }

  /// A pattern that can't be copied, so that matching it on several threads doesn't contend for a reference count.
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
