import MockSpecDiagnostics

/// Recovery from mistakes that make the rest of the line unreliable. Parsing continues at the next line whose indentation
/// shows its collection.
///
///     "a": {"b": 1 x,       can't be read: the entry "a" is removed
///       "c": 2              is deeper than "a", and so is a part of it
///     },                    ends "a"
///     "d": 3                is in the same column as "a", and so is the next entry
extension JSONParser {
  /// Columns of an open collection. Columns are counted from 0, in bytes.
  struct Level {
    /// How many collections are open up to and including this one.
    let depth: Int
    let isMapping: Bool
    /// The indentation of the line on which the collection opens.
    let column: Int
    /// The column of the first entry.
    let entryColumn: Int
  }

  /// A line to continue at.
  struct Target {
    /// The collection that the line belongs to.
    let level: Level
    /// Whether the line starts with the bracket that closes the collection. By mistake, it may be of the wrong kind.
    let isEnd: Bool
  }

  /// Reports a mistake, and finds a line to continue at.
  ///
  /// - Returns: True at an entry, false at the end of a collection; `nil` if there is no such line.
  mutating func nextLine(after mistake: Stop) -> Bool? {
    guard recovery.isEnabled, let start = mistake.broken else {
      recovery.reportLast(mistake)
      return nil
    }
    let isFollowOn =
      index <= recovery.unreliableEnd || (recovery.didSkip && (index == bytes.count || builder.depth == 0))
    if !isFollowOn || !recovery.hasRoom { recovery.reportLast(mistake) }
    guard recovery.hasRoom else { return nil }
    isValuePending = false
    isTextBroken = false
    let source = builder.source
    let line = source.lineRange(containing: start)
    let levels = levels(above: line.lowerBound)
    var next = source.lineStart(after: index)
    while let lineStart = next, !levels.isEmpty {
      guard let first = bytes[lineStart...].firstIndex(where: { !$0.isBlank }) else { return nil }
      if let target = target(at: first, column: first - lineStart, of: levels) {
        return resume(at: target, from: first, line: line.lowerBound, isSkipping: true)
      }
      next = source.lineStart(after: first)
    }
    return nil
  }

  /// The collections that open above a line, outermost first; none if their entries aren't indented.
  func levels(above line: Int) -> [Level] {
    var levels: [Level] = []
    var (lineStart, column) = (-1, 0)
    for frame in builder.open {
      let start = builder.start(of: frame)
      if start >= line { break }
      let opening = builder.source.lineRange(containing: start)
      if opening.lowerBound != lineStart {
        lineStart = opening.lowerBound
        column = bytes[opening].prefix(while: \.isBlank).count
      }
      let entry =
        frame.record + 1 < builder.recordCount
        ? Int(builder.records[frame.record + 1].start)
        : bytes[line...].firstIndex { !$0.isBlank } ?? line
      let entryColumn = entry - builder.source.lineRange(containing: entry).lowerBound
      guard entryColumn > column else { return [] }
      levels.append(
        Level(depth: levels.count + 1, isMapping: frame.isMapping, column: column, entryColumn: entryColumn))
    }
    return levels
  }

  /// Returns the collection that a line belongs to by its column; `nil` if the line is part of the skipped text, or unclear.
  func target(at first: Int, column: Int, of levels: [Level]) -> Target? {
    guard first < bytes.count else { return nil }
    if "]}".utf8.contains(bytes[first]) {
      let isMapping = bytes[first] == UInt8(ascii: "}")
      let closed = levels.filter { $0.column == column }
      return (closed.last { $0.isMapping == isMapping } ?? closed.last).map { Target(level: $0, isEnd: true) }
    }
    guard let level = levels.last(where: { $0.entryColumn == column }) else { return nil }
    let isQuote = bytes[first] == UInt8(ascii: "\"")
    let startsEntry =
      level.isMapping ? isQuote || JSONToken.end(ofKeyAt: first, in: bytes) != nil : startsValue(at: first)
    return startsEntry ? Target(level: level, isEnd: false) : nil
  }

  /// Continues in an open collection, and removes its last entry if it extends into the line of the mistake.
  ///
  /// - Parameter isSkipping: Whether text was skipped.
  /// - Returns: True at an entry, false at the end of a collection.
  mutating func resume(at target: Target, from first: Int, line: Int, isSkipping: Bool = false) -> Bool {
    index = first
    let isRemoved = builder.removeEntry(below: target.level.depth, from: line)
    if isRemoved || isSkipping { recovery.didSkip(in: builder) }
    if target.isEnd, target.level.isMapping != (bytes[first] == UInt8(ascii: "}")) {
      index += 1
      builder.end(index)
    }
    return !target.isEnd
  }
}
