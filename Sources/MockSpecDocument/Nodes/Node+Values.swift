import MockSpecDiagnostics

// How scalars are written, for checks of their meaning.
extension Node {
  /// Returns the scalars of the subtree that aren't keys and meet a condition on their record and their text.
  ///
  /// - Parameter limit: The maximum number of scalars.
  package func values(
    limit: Int = .max, where isIncluded: (Record, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> [Node] {
    document.withTree { tree in
      var found: [Int] = []
      for index in index..<Int(tree.records[index].next) where found.count < limit {
        let record = tree.records[index]
        guard record.kind != .mapping, record.kind != .sequence, record.hash == 0 else { continue }
        if isIncluded(record, tree.bytes(index)) { found.append(index) }
      }
      return found
    }.map { Node(document: document, index: $0) }
  }

  /// Whether the node is the value of a key.
  package var isMember: Bool { index > 0 && keyHash == 0 && Node(document: document, index: index - 1).keyHash != 0 }

  /// Whether a text is written as it is, without quotes, escapes and line breaks.
  package var isPlain: Bool {
    kind == .string
      && withUTF8 { document.source.bytes[range.bytes.clamped(to: document.source.bytes.indices)].elementsEqual($0) }
  }
}
