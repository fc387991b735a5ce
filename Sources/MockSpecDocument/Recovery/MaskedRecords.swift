import MockSpecDiagnostics

/// The records of a document that was read from a masked text.
///
/// Masked nodes are invalid, and collections that may have contained them are incomplete. Checks report nothing about
/// either.
struct MaskedRecords {
  private(set) var records: [Record]
  /// Records of collections that may lack masked entries.
  private(set) var incomplete: Set<Int> = []
  /// Whether any part of the document is certain.
  private(set) var isUsable = true
  private let source: SourceFile

  /// - Parameter source: The text without masks.
  init(_ document: Document, masks: [TextMask], source: SourceFile) {
    records = document.records
    self.source = source
    for mask in masks { hide(mask) }
  }

  private mutating func hide(_ mask: TextMask) {
    let last = lastRecord(before: mask.bytes.lowerBound)
    hideEmptyValue(last)
    if mask.kind == .text {
      for index in records.indices where !isCollection(index) && mask.touches(range(index)) { hide(index) }
    }
    guard mask.startsLine else { return }
    incomplete.formUnion(open(at: last))
    if let rest = rest(after: mask.bytes.upperBound) { incomplete.insert(rest) }
    if mask.kind == .misaligned { hideNeighbours(of: mask.bytes.lowerBound, last) }
  }

  /// Makes a record invalid. A key also loses its text, so that it isn't found.
  private mutating func hide(_ index: Int) {
    records[index].kind = .invalid
    records[index].textLength = 0
    records[index].hash = keyHash(EmptyCollection())
  }

  /// Hides an empty value whose content was on the masked lines below, such as that of `match:`.
  private mutating func hideEmptyValue(_ index: Int) {
    if index >= 0, isEmpty(index) { hide(index) }
  }

  /// Hides the entries around a misaligned line. The line itself may be right, and the entry above it misaligned:
  ///
  ///     requests:
  ///       A:
  ///       match:             isn't a request,
  ///           path: /x
  ///         responses:       so this line matches no column
  private mutating func hideNeighbours(of line: Int, _ last: Int) {
    let indentation = source.bytes[line...].prefix { $0 == UInt8(ascii: " ") }.count
    guard let outer = open(at: last).last(where: { isBlock($0) && column($0) < indentation }) else {
      isUsable = false
      return
    }
    if records[outer].kind == .sequence { return hide(outer) }
    let keys = keys(of: outer, upTo: last).suffix(2)
    if let key = keys.last { hide(key) }
    guard let key = keys.dropLast().last else { return }
    if isEmpty(key + 1) { hide(key) }
    incomplete.formUnion(key + 1..<Int(records[key + 1].next))
  }

  // MARK: - The tree

  private func isCollection(_ index: Int) -> Bool {
    records[index].kind == .mapping || records[index].kind == .sequence
  }

  private func isEmpty(_ index: Int) -> Bool { records[index].kind == .null && records[index].textLength == 0 }

  private func range(_ index: Int) -> Range<Int> {
    Int(records[index].start)..<Int(max(records[index].start, records[index].end))
  }

  private func isBlock(_ index: Int) -> Bool {
    let start = Int(records[index].start)
    return start < source.bytes.count && !"[{".utf8.contains(source.bytes[start])
  }

  private func column(_ index: Int) -> Int {
    let start = Int(records[index].start)
    return start - source.lineRange(containing: start).lowerBound
  }

  /// Returns the last record before an offset; -1 if there is none. Copies for aliases have the range of their anchor,
  /// which is above.
  private func lastRecord(before offset: Int) -> Int {
    (records.firstIndex { $0.start >= offset } ?? records.count) - 1
  }

  /// Returns the collections that contain a record, outermost first.
  private func open(at last: Int) -> [Int] {
    last < 0 ? [0] : (0...last).filter { isCollection($0) && records[$0].next > last }
  }

  /// Returns the collection after an offset, whose first entries were masked.
  private func rest(after offset: Int) -> Int? {
    records.firstIndex { $0.start >= offset }.flatMap { isCollection($0) ? $0 : nil }
  }

  private func keys(of mapping: Int, upTo last: Int) -> [Int] {
    var keys: [Int] = []
    var next = mapping + 1
    while next <= last {
      keys.append(next)
      next = Int(records[next + 1].next)
    }
    return keys
  }
}
