/// Documents made from parts of others.
extension Document {
  /// Creates a document from a node and its descendants, which keep their ranges in the file.
  package convenience init(_ node: Node) {
    let first = node.index
    let end = Int(node.document.records[first].next)
    let records = node.document.records[first..<end].map { record in
      var record = record
      record.next -= UInt32(first)
      return record
    }
    self.init(source: node.document.source, records: records, text: node.document.text)
  }
}

extension [Record] {
  /// The records without entries whose keys are `invalid`. One pass removes nested entries, too.
  var withoutReplaced: [Record] {
    var kept: [Record] = []
    kept.reserveCapacity(count)
    /// The new index of each record, and of the end.
    var newIndexes: [UInt32] = []
    newIndexes.reserveCapacity(count + 1)
    var replacedEnd = 0
    for index in indices {
      newIndexes.append(UInt32(kept.count))
      if index < replacedEnd { continue }
      if self[index].kind == .invalid {
        replacedEnd = Int(self[index + 1].next)
      } else {
        kept.append(self[index])
      }
    }
    newIndexes.append(UInt32(kept.count))
    for index in kept.indices { kept[index].next = newIndexes[Int(kept[index].next)] }
    return kept
  }
}
