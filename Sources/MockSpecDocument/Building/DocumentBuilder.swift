import MockSpecDiagnostics

/// Builds a document's records for both parsers, and checks nesting, duplicate keys and limits.
struct DocumentBuilder {
  /// How a repeated key of a mapping is handled.
  enum RepeatedKeys {
    case areErrors
    /// The last value replaces earlier ones.
    case replace
  }

  let source: SourceFile
  let limits: DocumentLimits
  private let repeatedKeys: RepeatedKeys
  private var isReplacing = false
  private(set) var records: [Record] = []
  private(set) var text: [UInt8] = []
  private(set) var open: [Frame] = []
  var diagnostics: DiagnosticList
  private var aliased = (nodes: 0, text: 0)
  /// The range of the last finished node. An alias has its own range, not that of its anchor.
  private(set) var lastNode: Range<Int>?
  private var lastEnd = 0
  /// The collection of the last search for a last entry, and the entry from which the next search starts.
  private var lastFound: (collection: Int, entry: Int)?
  /// Keys of the mapping that is being closed. It is a property so that its memory is reused.
  private var keys: [(hash: UInt32, index: Int)] = []

  struct Frame {
    var record: Int
    var isMapping: Bool
  }

  /// Whether the innermost open collection is a mapping.
  private var isInMapping = false
  /// Whether the next node is a key.
  private(set) var expectsKey = false

  /// An error that ends parsing.
  struct Stop: Error {
    let diagnostic: Diagnostic
    /// The start of the unreadable part; `nil` if a limit was exceeded and parsing can't continue.
    var broken: Int?
    /// Whether the part's column matches no line above. The collection that it belongs to is then uncertain.
    var isMisaligned = false
    /// The kind of the mistake, if it is reported once per file.
    var repeated: RepeatedMistake?
  }

  /// A kind of mistake that is reported once per file.
  enum RepeatedMistake {
    case comment, singleQuotes, keyWithoutQuotes
  }

  init(source: SourceFile, limits: DocumentLimits, repeatedKeys: RepeatedKeys = .areErrors) {
    self.source = source
    self.limits = limits
    self.repeatedKeys = repeatedKeys
    diagnostics = DiagnosticList(limit: limits.diagnostics)
    records.reserveCapacity(source.bytes.count / 8)
    text.reserveCapacity(source.bytes.count)
    open.reserveCapacity(16)
    keys.reserveCapacity(16)
  }

  var depth: Int { open.count }

  func start(of frame: Frame) -> Int { Int(records[frame.record].start) }
  var isEmpty: Bool { records.isEmpty }
  var recordCount: Int { records.count }

  func range(_ bytes: Range<Int>) -> SourceRange { SourceRange(file: source, bytes: bytes) }

  func range(_ start: Int, _ end: Int) -> SourceRange { SourceRange(file: source, bytes: start..<max(start, end)) }

  // MARK: - Adding nodes

  mutating func add(scalar kind: Node.Kind, _ bytes: some Collection<UInt8>, _ start: Int, _ end: Int) throws(Stop) {
    let textStart = text.count
    text.append(contentsOf: bytes)
    try add(scalar: kind, textFrom: textStart, start, end)
  }

  /// Adds a scalar whose text was already appended with `append`.
  mutating func add(scalar kind: Node.Kind, textFrom textStart: Int, _ start: Int, _ end: Int) throws(Stop) {
    try checkNodeCount(at: start)
    let isKey = expectsKey
    records.append(
      Record(
        kind: isKey && kind != .invalid ? .string : kind, start: UInt32(start), end: UInt32(end),
        textStart: UInt32(textStart), textLength: UInt32(text.count - textStart), next: UInt32(records.count + 1),
        hash: isKey ? text.withUnsafeBufferPointer { keyHash(UnsafeBufferPointer(rebasing: $0[textStart...])) } : 0))
    didAddNode(start, end)
  }

  var textCount: Int { text.count }
  mutating func append(_ byte: UInt8) { text.append(byte) }
  mutating func append(_ bytes: some Collection<UInt8>) { text.append(contentsOf: bytes) }

  mutating func begin(mapping: Bool, _ start: Int, _ end: Int) throws(Stop) {
    try checkNodeCount(at: start)
    guard open.count < limits.depth else {
      throw Stop(diagnostic: .tooDeep(limits.depth, at: range(source.scalarRange(at: start))))
    }
    open.append(Frame(record: records.count, isMapping: mapping))
    isInMapping = mapping
    expectsKey = mapping
    records.append(Record(kind: mapping ? .mapping : .sequence, start: UInt32(start), end: UInt32(end), next: 0))
    lastEnd = end
  }

  /// Closes the innermost collection.
  ///
  /// - Parameter end: The end of its closing bracket; `nil` for a block collection, which ends with its last child.
  mutating func end(_ end: Int?) {
    let frame = open.removeLast()
    let end = end ?? lastEnd
    records[frame.record].next = UInt32(records.count)
    records[frame.record].end = UInt32(end)
    if frame.isMapping { checkDuplicates(in: frame.record) }
    // Only scalars can be keys, so the finished collection was a value.
    isInMapping = open.last?.isMapping ?? false
    expectsKey = false
    didAddNode(Int(records[frame.record].start), end)
  }

  /// Closes collections up to an outer one, and removes its last entry if that isn't finished before a line.
  ///
  /// - Parameters:
  ///   - depth: How many collections stay open.
  ///   - line: The byte offset of the line.
  /// - Returns: Whether the entry was removed.
  mutating func removeEntry(below depth: Int, from line: Int) -> Bool {
    let isUnfinished = depth < open.count || (isInMapping && !expectsKey)
    open.removeSubrange(depth...)
    let frame = open[depth - 1]
    isInMapping = frame.isMapping
    expectsKey = frame.isMapping
    var (previous, last) = (frame.record, frame.record)
    var next = last + 1
    if let known = lastFound, known.collection == frame.record { next = known.entry }
    while next < records.count {
      (previous, last) = (last, next)
      // An unfinished collection has no end yet.
      let value = frame.isMapping ? next + 1 : next
      next = value < records.count && records[value].next > 0 ? Int(records[value].next) : records.count
    }
    let value = frame.isMapping ? last + 1 : last
    guard last > frame.record else { return false }
    // The last entry can be removed later.
    lastFound = (frame.record, previous > frame.record ? previous : last)
    guard isUnfinished || Int(records[value].end) > line else { return false }
    records.removeLast(records.count - last)
    lastFound = previous > frame.record ? (frame.record, previous) : nil
    return true
  }

  /// Adds a copy of a finished subtree, as the value of an alias.
  mutating func copy(_ anchor: Int, at start: Int, _ end: Int) throws(Stop) {
    let count = Int(records[anchor].next) - anchor
    aliased.nodes += count
    guard aliased.nodes <= limits.aliasedNodes else {
      throw Stop(diagnostic: .tooManyAliases(limits.aliasedNodes, at: range(start, end)))
    }
    aliased.text += records[anchor..<anchor + count].reduce(0) { $0 + Int($1.textLength) }
    guard aliased.text <= limits.aliasedText else {
      throw Stop(diagnostic: .tooMuchAliasedText(limits.aliasedText, at: range(start, end)))
    }
    try checkNodeCount(at: start, adding: count)
    guard open.count + depth(of: anchor) <= limits.depth else {
      throw Stop(diagnostic: .tooDeep(limits.depth, at: range(start, end)))
    }
    if expectsKey {
      var key = records[anchor]
      if key.kind != .invalid { key.kind = .string }
      key.next = UInt32(records.count + 1)
      key.hash = keyHash(text(of: key))
      records.append(key)
    } else {
      let shift = UInt32(records.count - anchor)
      for index in anchor..<anchor + count {
        var record = records[index]
        record.next += shift
        records.append(record)
      }
    }
    didAddNode(start, end)
  }

  /// The key whose value is next; `nil` if the next node isn't a value of a mapping.
  var lastKey: Record? {
    isInMapping && !expectsKey ? records.last : nil
  }

  func text(of record: Record) -> ArraySlice<UInt8> {
    text[Int(record.textStart)..<Int(record.textStart + record.textLength)]
  }

  /// Shortens the last key from `a:1` to `a`. Its text must be the same as in the source.
  mutating func shortenLastKey(to end: Int) {
    let last = records.count - 1
    records[last].end = UInt32(end)
    records[last].textLength = UInt32(end) - records[last].start
    records[last].hash = keyHash(text(of: records[last]))
  }

  func isCollection(_ record: Int) -> Bool { records[record].kind == .mapping || records[record].kind == .sequence }

  func finish() -> Document {
    Document(source: source, records: isReplacing ? records.withoutReplaced : records, text: text)
  }

  // MARK: - Checks

  private mutating func didAddNode(_ start: Int, _ end: Int) {
    lastEnd = end
    lastNode = start..<max(start, end)
    if isInMapping { expectsKey.toggle() }
  }

  private func checkNodeCount(at start: Int, adding count: Int = 1) throws(Stop) {
    if records.count + count > limits.nodes {
      throw Stop(diagnostic: .tooManyNodes(limits.nodes, at: range(start, start)))
    }
  }

  /// Returns the nesting depth of a finished subtree.
  private func depth(of root: Int) -> Int {
    var deepest = 0
    var ends: [UInt32] = []
    for index in root..<Int(records[root].next) where isCollection(index) {
      while let end = ends.last, end <= index { ends.removeLast() }
      ends.append(records[index].next)
      deepest = max(deepest, ends.count)
    }
    return deepest
  }

  /// Reports repeated keys. Sorting puts equal keys next to each other, in the order of the file. Different keys, the
  /// usual case, are compared only by their hashes.
  private mutating func checkDuplicates(in mapping: Int) {
    guard mayRepeatKeys(in: mapping) else { return }
    var index = mapping + 1
    let end = Int(records[mapping].next)
    keys.removeLast(keys.count)
    while index < end {
      // Invalid keys were already reported.
      if records[index].kind != .invalid { keys.append((records[index].hash, index)) }
      index = Int(records[index + 1].next)
    }
    guard hasEqualHashes() else { return }
    let sorted = keys.sorted { left, right in
      if left.hash != right.hash { return left.hash < right.hash }
      let (leftText, rightText) = (text(of: records[left.index]), text(of: records[right.index]))
      if leftText != rightText { return leftText.lexicographicallyPrecedes(rightText) }
      return left.index < right.index
    }
    var first = sorted[0].index
    var repeated: [(index: Int, first: Int)] = []
    for (hash, index) in sorted.dropFirst() {
      guard records[first].hash == hash, text(of: records[first]) == text(of: records[index]) else {
        first = index
        continue
      }
      if repeatedKeys == .replace {
        records[first].kind = .invalid
        isReplacing = true
        first = index
        continue
      }
      repeated.append((index, first))
    }
    for (index, first) in repeated.sorted(by: { $0.index < $1.index })
    where diagnostics.needs("duplicate-key", at: Int(records[index].start)) {
      diagnostics.append(
        .duplicateKey(
          Excerpt.of(text(of: records[index])),
          at: range(Int(records[index].start), Int(records[index].end)),
          first: range(Int(records[first].start), Int(records[first].end))))
    }
  }

  /// A quick check by six bits of each hash, which rules out repeated keys in most mappings.
  private func mayRepeatKeys(in mapping: Int) -> Bool {
    records.withUnsafeBufferPointer { records in
      var seen: UInt64 = 0
      var index = mapping + 1
      let end = Int(records[mapping].next)
      while index < end {
        let bit: UInt64 = 1 << UInt64(records[index].hash >> 26)
        if seen & bit != 0 { return true }
        seen |= bit
        index = Int(records[index + 1].next)
      }
      return false
    }
  }

  private mutating func hasEqualHashes() -> Bool {
    if keys.count > 8 {
      keys.sort { $0.hash < $1.hash }
      return zip(keys, keys.dropFirst()).contains { $0.hash == $1.hash }
    }
    for (place, key) in keys.enumerated() {
      for earlier in keys[..<place] where earlier.hash == key.hash { return true }
    }
    return false
  }
}
