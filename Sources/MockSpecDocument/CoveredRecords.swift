import MockSpecDiagnostics

/// A document's records after parts of its text were covered: what was covered is `.invalid` there, and what it may have
/// stood in is incomplete, so that nothing is said of either.
struct CoveredRecords {
  private(set) var records: [Record]
  /// Collections that may lack what was covered.
  private(set) var incomplete: Set<Int> = []
  /// False if nothing certain is left.
  private(set) var isOfUse = true
  private let source: SourceFile

  /// - Parameter source: the text as it was written.
  init(_ document: Document, covers: [YAMLCover], source: SourceFile) {
    records = document.records
    self.source = source
    for cover in covers { hide(cover) }
  }

  private mutating func hide(_ cover: YAMLCover) {
    let last = lastRecord(before: cover.bytes.lowerBound)
    hideEmptyValue(last)
    if cover.kind == .text {
      for index in records.indices where !isCollection(index) && cover.touches(range(index)) { hide(index) }
    }
    guard cover.startsLine else { return }
    incomplete.formUnion(open(at: last))
    if let rest = rest(behind: cover.bytes.upperBound) { incomplete.insert(rest) }
    if cover.kind == .misaligned { hideNeighbours(of: cover.bytes.lowerBound, last) }
  }

  /// Without its text, by which it would be found if it is a key.
  private mutating func hide(_ index: Int) {
    records[index].kind = .invalid
    records[index].textLength = 0
    records[index].hash = keyHash(EmptyCollection())
  }

  /// `match:`, all of which stood below.
  private mutating func hideEmptyValue(_ index: Int) {
    if index >= 0, isEmpty(index) { hide(index) }
  }

  /// A line that fits nothing may be right, and the entry above it be misaligned, and belong to the one above that:
  ///
  ///     requests:
  ///       A:
  ///       match:             is no request,
  ///           path: /x
  ///         responses:       and this fits nothing
  private mutating func hideNeighbours(of line: Int, _ last: Int) {
    let indentation = source.bytes[line...].prefix { $0 == UInt8(ascii: " ") }.count
    guard let outer = open(at: last).last(where: { isBlock($0) && column($0) < indentation }) else {
      isOfUse = false
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

  /// -1 if there is none. Aliases have the place of their anchor, which is always above.
  private func lastRecord(before offset: Int) -> Int {
    (records.firstIndex { $0.start >= offset } ?? records.count) - 1
  }

  /// The collections that a record is in, or ends, outermost first.
  private func open(at last: Int) -> [Int] {
    last < 0 ? [0] : (0...last).filter { isCollection($0) && records[$0].next > last }
  }

  /// A collection of which the first entries were covered.
  private func rest(behind offset: Int) -> Int? {
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
