import MockSpecDiagnostics
package import MockSpecDocument

/// A JSON Schema (2020-12), compiled once and then immutable.
///
///     Document ─ SchemaIndex ─▶ resources, anchors ─ SchemaCompiler ─▶ SchemaNodes ─ SchemaTable ─▶ SchemaRules
///
/// Nodes are schemas as written; diagnostics refer to them. Rules are the same schemas in a form that is fast to check.
/// `SchemaCheck` uses the rules to decide whether a value is valid. If it isn't, `FailureCollector` uses the nodes to find
/// all failures.
package struct Schema: Sendable {
  let table: SchemaTable
  /// The number of instructions of all patterns in the schema, which determines their memory.
  package let instructionCount: Int
  /// The number of failures after which no others are collected.
  package static let maximumFailures = FailureCollector.maximumFailures

  /// Compiles a schema document.
  ///
  /// - Parameters:
  ///   - document: The schema.
  ///   - uri: The base of relative references, unless the schema has an `$id`.
  ///   - registry: Other schemas that the schema can refer to.
  ///   - options: How to read the schema.
  /// - Throws: `SchemaError` for an invalid keyword value, a broken or circular reference, or a pattern that doesn't
  ///   compile.
  package init(
    _ document: Document, at uri: String = "", registry: SchemaRegistry = SchemaRegistry(),
    options: SchemaOptions = SchemaOptions()
  ) throws(SchemaError) {
    var compiler = SchemaCompiler(registry: registry, options: options)
    let compiled = try compiler.compile(document, at: uri)
    table = SchemaTable(compiled)
    instructionCount = compiled.instructionCount
  }

  /// Returns whether a node is valid. Stops at the first failure.
  package func isValid(_ node: Node) -> Bool {
    node.document.withTree { tree in
      var check = SchemaCheck(table, tree, node.document)
      return check.isValid(node.index)
    }
  }

  /// Returns the failures of a node in the order of the document, at most thousands; empty if and only if the node is valid.
  package func failures(in node: Node) -> [SchemaFailure] {
    node.document.withTree { tree in
      var check = SchemaCheck(table, tree, node.document)
      if check.isValid(node.index) { return [] }
      var collector = FailureCollector(SchemaCheck(table, tree, node.document))
      if check.isExhausted { return [collector.fail(check.exhaustion, node, 0)] }
      let found = collector.failures(in: node).withoutFollowOnFailures().withConflictsJoined()
      let keyed = found.enumerated().map { (key: ($1.range.bytes.lowerBound, $0), value: $1) }
      return keyed.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}
