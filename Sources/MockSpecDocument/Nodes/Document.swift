package import MockSpecDiagnostics

/// A parsed file: a tree of mappings, sequences and scalars in which every key and value has a source range.
///
/// The tree is a flat array in document order, so that a file of any size costs three allocations:
///
///     {a: 1, b: [2]}  →  mapping · key a · 1 · key b · sequence · 2
///
/// A mapping's keys are scalars, each directly before its value. `Record.next` is the index after the whole subtree.
package final class Document: Sendable {
  package let source: SourceFile
  let records: [Record]
  let text: [UInt8]
  /// Records of collections that may lack entries, because parts of the text couldn't be read.
  let incomplete: Set<Int>

  init(source: SourceFile, records: [Record], text: [UInt8], incomplete: Set<Int> = []) {
    self.incomplete = incomplete
    self.source = source
    self.records = records
    self.text = text
  }

  package var root: Node { Node(document: self, index: 0) }
  package var nodeCount: Int { records.count }
}

/// A node of a document.
package struct Record: Sendable {
  package var kind: Node.Kind
  /// Byte offset in the source.
  package var start: UInt32
  /// Byte offset in the source. A block collection ends with its last child.
  package var end: UInt32
  /// Start of a scalar's decoded text in the document's text.
  package var textStart: UInt32 = 0
  package var textLength: UInt32 = 0
  /// Index after the node's subtree.
  package var next: UInt32
  /// Hash of a key's text; 0 for other nodes.
  package var hash: UInt32 = 0
}

/// Limits on the time and memory that hostile or mistaken input can use.
package struct DocumentLimits: Sendable {
  /// Size of a file.
  package var bytes = 16 << 20
  /// Nesting depth of collections.
  package var depth = 128
  package var nodes = 2_000_000
  /// Number of nodes that all aliases together may add.
  package var aliasedNodes = 100_000
  /// Bytes of text that all aliases together may add.
  package var aliasedText = 16 << 20
  /// Number of lines that start with `%`, such as `%TAG` and `%YAML`.
  package var directives = 16
  /// Number of syntax errors after which parsing JSON ends. YAML has a fixed limit, since it is parsed again after each
  /// error.
  package var errors = 20
  /// Number of diagnostics of each code. Others after them aren't made. It is more than a report shows of a file.
  package var diagnostics = 1001

  package init() {}
}

/// The 32-bit FNV-1a hash of a key, which is the same in every document.
@inline(__always)
package func keyHash(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var hash: UInt32 = 2_166_136_261
  for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
  return hash
}
