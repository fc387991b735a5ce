import MockSpecDiagnostics
package import MockSpecDocument

/// A JSON Schema (2020-12), compiled once and then immutable.
///
///     Document ─ SchemaIndex ─▶ resources, anchors ─ SchemaCompiler ─▶ SchemaNodes ─ SchemaTable ─▶ SchemaRules
///
/// Nodes are the schemas as they were written, and what is said about a wrong value comes from them. Rules are the same
/// as plain memory, and whether a value is right at all is decided by them.
package struct Schema: Sendable {
  let table: SchemaTable
  /// Of its patterns together.
  package let instructionCount: Int

  /// Compiles a schema document.
  ///
  /// - Parameters:
  ///   - uri: what references in it are relative to, unless it says so itself with `$id`.
  ///   - registry: other schemas that it may refer to.
  /// - Throws: `SchemaError` for a keyword with a value that can't be meant, a reference that leads nowhere or in a
  ///   circle, or a pattern that doesn't compile.
  package init(
    _ document: Document, at uri: String = "", registry: SchemaRegistry = SchemaRegistry(),
    options: SchemaOptions = SchemaOptions()
  ) throws(SchemaError) {
    var compiler = SchemaCompiler(registry: registry, options: options)
    let compiled = try compiler.compile(document, at: uri)
    table = SchemaTable(compiled)
    instructionCount = compiled.instructionCount
  }

  /// Whether the document's node is valid; stops at the first failure.
  package func isValid(_ node: Node) -> Bool {
    node.document.withTree { tree in
      var check = SchemaCheck(table, tree, node.document)
      return check.isValid(node.index)
    }
  }

  /// Everything that is wrong, in the document's order, but of thousands not all; empty if and only if `isValid`.
  package func failures(in node: Node) -> [SchemaFailure] {
    node.document.withTree { tree in
      var check = SchemaCheck(table, tree, node.document)
      if check.isValid(node.index) { return [] }
      var collector = FailureCollector(SchemaCheck(table, tree, node.document))
      if check.isExhausted { return [collector.fail(check.exhaustion, node, 0)] }
      let found = collector.failures(in: node).withoutConsequences().withConflictsJoined()
      let keyed = found.enumerated().map { (key: ($1.range.bytes.lowerBound, $0), value: $1) }
      return keyed.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}
