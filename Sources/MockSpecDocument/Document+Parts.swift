/// Documents made of parts of others.
extension Document {
  /// A node and all below it by themselves, still placed in the file where they stand.
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
  /// Without the entries whose keys are `invalid`, in one pass however they stand inside each other.
  var withoutReplaced: [Record] {
    var kept: [Record] = []
    kept.reserveCapacity(count)
    /// Where each record, and the end, stand among those that are kept.
    var places: [UInt32] = []
    places.reserveCapacity(count + 1)
    var replacedEnd = 0
    for index in indices {
      places.append(UInt32(kept.count))
      if index < replacedEnd { continue }
      if self[index].kind == .invalid {
        replacedEnd = Int(self[index + 1].next)
      } else {
        kept.append(self[index])
      }
    }
    places.append(UInt32(kept.count))
    for index in kept.indices { kept[index].next = places[Int(kept[index].next)] }
    return kept
  }
}
