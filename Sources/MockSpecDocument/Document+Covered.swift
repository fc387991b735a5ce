import MockSpecDiagnostics

extension Document {
  /// The tree of a text of which parts were covered: they are `.invalid` in it, and what they may have stood in is
  /// incomplete.
  ///
  /// - Parameter source: the text as it was written.
  func covered(_ covers: [YAMLCover], source: SourceFile) -> Document {
    var records = records
    var incomplete: Set<Int> = []
    for cover in covers {
      if cover.isBlank {
        incomplete.formUnion(ancestors(before: cover.bytes.lowerBound))
        if let rest = rest(behind: cover.bytes.upperBound) { incomplete.insert(rest) }
        invalidateEmptyValue(before: cover.bytes.lowerBound, in: &records)
      } else {
        for index in records.indices where !isCollection(records[index]) && cover.touches(range(records[index])) {
          records[index].kind = .invalid
        }
      }
    }
    return Document(source: source, records: records, text: text, incomplete: incomplete)
  }

  private func isCollection(_ record: Record) -> Bool { record.kind == .mapping || record.kind == .sequence }

  private func range(_ record: Record) -> Range<Int> { Int(record.start)..<Int(max(record.start, record.end)) }

  /// Aliases stand in the tree with the place of their anchor, which is always above.
  private func lastRecord(before offset: Int) -> Int {
    (records.firstIndex { $0.start >= offset } ?? records.count) - 1
  }

  private func ancestors(before offset: Int) -> [Int] {
    let last = lastRecord(before: offset)
    guard last >= 0 else { return [0] }
    return (0...last).filter { isCollection(records[$0]) && records[$0].next > last }
  }

  /// A collection of which the first entries were covered.
  private func rest(behind offset: Int) -> Int? {
    guard let next = records.firstIndex(where: { $0.start >= offset }) else { return nil }
    return isCollection(records[next]) ? next : nil
  }

  /// `match:`, all of which stood below.
  private func invalidateEmptyValue(before offset: Int, in records: inout [Record]) {
    let last = lastRecord(before: offset)
    guard last >= 0, records[last].kind == .null, records[last].textLength == 0 else { return }
    records[last].kind = .invalid
  }
}
