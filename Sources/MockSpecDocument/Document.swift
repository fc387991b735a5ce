package import MockSpecDiagnostics

/// One parsed file: a tree of mappings, sequences and scalars in which every key and value knows where it stands.
///
/// The tree is one flat array in document order, so that a file costs three allocations however many nodes it has:
///
///     {a: 1, b: [2]}  →  mapping · key a · 1 · key b · sequence · 2
///
/// A mapping's keys are scalars, each directly before its value. `Record.next` is the index behind a whole subtree.
package final class Document: Sendable {
  package let source: SourceFile
  let records: [Record]
  let text: [UInt8]
  /// Collections that may lack what couldn't be read.
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

package struct Record: Sendable {
  package var kind: Node.Kind
  /// Byte offsets in the source. A collection ends where its last child ends.
  package var start: UInt32
  package var end: UInt32
  /// A scalar's decoded text.
  package var textStart: UInt32 = 0
  package var textLength: UInt32 = 0
  package var next: UInt32
  /// Of a key's text.
  package var hash: UInt32 = 0
}

/// A limit that keeps hostile or mistaken input from taking all time or memory.
package struct DocumentLimits: Sendable {
  /// Bytes of one file.
  package var bytes = 16 << 20
  /// Collections inside collections.
  package var depth = 128
  package var nodes = 2_000_000
  /// Nodes that aliases may add, all together.
  package var aliasedNodes = 100_000
  /// Bytes of text in them.
  package var aliasedText = 16 << 20
  /// `%TAG` and `%YAML` lines.
  package var directives = 16

  package init() {}
}

/// FNV-1a, 32 bits: keys are short, and the same text must hash alike in every document.
@inline(__always)
package func keyHash(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var hash: UInt32 = 2_166_136_261
  for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
  return hash
}
