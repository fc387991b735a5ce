import MockSpecDiagnostics

/// Reporting, and passing over what can't be read.
extension JSONParser {
  var openings: [JSONBrackets.Opening] {
    builder.open.map { .init(isMapping: $0.isMapping, offset: builder.start(of: $0)) }
  }

  /// Whether nothing stands between the last mistake and here.
  var isBehindMistake: Bool {
    recovery.end >= 0 && recovery.end <= index && bytes[recovery.end..<index].allSatisfy(YAMLBytes.isSpace)
  }

  /// Unless it comes of what was reported last.
  mutating func tell(_ error: Stop, at offset: Int? = nil) throws(Stop) {
    let start = offset ?? index
    let isKnown =
      recovery.end >= 0 && recovery.end <= start && bytes[recovery.end..<start].allSatisfy(YAMLBytes.isBlank)
    try recovery.report(error, isKnown: isKnown)
  }

  /// What the mistake did to the brackets; the first of what is possible.
  mutating func settle(
    _ error: Stop, _ changes: [JSONBrackets.Change], at offset: Int? = nil
  ) throws(Stop) -> JSONBrackets.Change {
    try tell(error, at: offset)
    guard let change = recovery.change(changes, of: openings, from: index) else { throw recovery.stop(error) }
    return change
  }

  mutating func apply(_ change: JSONBrackets.Change) throws(Stop) {
    if change == .none { return }
    for _ in 0..<change.closed {
      if isValueMissing { try addInvalid(index..<index) }
      if let frame = builder.open.last { recovery.hide(frame.record) }
      builder.end(index)
    }
    if let frame = builder.open.last { recovery.lack(in: frame.record) }
    guard let isMapping = change.opensMapping else { return }
    if builder.expectsKey { try addInvalid(index..<index) }
    recovery.hide(builder.recordCount)
    try builder.begin(mapping: isMapping, index, index)
  }

  /// Passes over a part of an entry, of which nothing is said any more.
  mutating func cover(_ error: Stop, _ range: Range<Int>, hidesLast: Bool = false) throws(Stop) {
    let closings = bytes[range].count { "]}".utf8.contains($0) }
    try tell(error)
    let changes: [JSONBrackets.Change] =
      [.none] + (1...min(max(closings, 1), 8)).map { .init(closed: $0) } + [.openingMapping, .openingSequence]
    guard let change = recovery.change(changes, of: openings, from: range.upperBound) else {
      throw recovery.stop(error)
    }
    index = range.upperBound
    if hidesLast { hideLast() }
    let hasBrackets = bytes[range].contains { "[]{}".utf8.contains($0) }
    for frame in hasBrackets ? builder.open : builder.open.suffix(1) { recovery.lack(in: frame.record) }
    if change.opensMapping == nil {
      if isValueMissing || (!hidesLast && builder.open.last?.isMapping == false) { try addInvalid(range) }
    }
    try apply(change)
    recovery.end = index
  }

  /// Where a quote is missing, texts end where others begin, up to the end of the line.
  mutating func coverLine(_ error: Stop, from start: Int, hidesLast: Bool = false) throws(Stop) {
    let end = JSONLine.range(at: index, in: bytes).upperBound
    let next = offset(behindSpaceFrom: end)
    guard next == bytes.count || "\"'{}[],-0123456789tfn/#".utf8.contains(bytes[next]) || key(at: next) != nil else {
      try tell(error)
      throw recovery.stop(error)
    }
    try cover(error, start..<end, hidesLast: hidesLast)
  }

  // MARK: - Text

  mutating func reportInText(_ error: Stop) throws(Stop) {
    try recovery.report(error)
    isTextBroken = true
  }

  /// False if the text was passed over with the rest of its line.
  mutating func recoverText(from start: Int) throws(Stop) -> Bool {
    let error = controlCharacter(inTextFrom: start)
    guard YAMLBytes.isBreak(bytes[index]) else {
      try reportInText(error)
      while index < bytes.count, bytes[index] < 0x20, !YAMLBytes.isBreak(bytes[index]) { index += 1 }
      return true
    }
    if isTextBroken { recovery.end = start }
    let next = offset(behindSpaceFrom: index)
    let isLast = next == bytes.count
    let startsLine = isLast || "\"{}[],".utf8.contains(bytes[next])
    if !startsLine || (!isLast && JSONLine.hasSingleQuote(JSONLine.range(at: next, in: bytes), in: bytes)) {
      if let end = endOfText(from: next) {
        try tell(error, at: start)
        isTextBroken = true
        index = end
        return true
      }
      if !startsLine {
        try tell(error, at: start)
        throw recovery.stop(error)
      }
    }
    isTextBroken = false
    let end = index
    index = start
    try cover(error, start..<end)
    return false
  }

  /// Of a text that goes on over lines.
  private func endOfText(from start: Int) -> Int? {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    let next = offset(behindSpaceFrom: end + 1)
    return next < bytes.count && ",:]}".utf8.contains(bytes[next]) ? end : nil
  }

  // MARK: - Nodes

  mutating func addInvalid(_ range: Range<Int>) throws(Stop) {
    try builder.add(scalar: .invalid, EmptyCollection(), range.lowerBound, range.upperBound)
  }

  private var isValueMissing: Bool { builder.open.last?.isMapping == true && !builder.expectsKey }

  /// The innermost collection's last value; or its key, if it has no value yet.
  mutating func hideLast() {
    guard let frame = builder.open.last else { return }
    var next = frame.record + 1
    while next < builder.recordCount {
      let last = next
      next = Int(builder.records[last].next)
      if next == builder.recordCount { recovery.hide(last) }
    }
    recovery.lack(in: frame.record)
  }

  // MARK: - Looking ahead

  /// `"a," "b"`: it may have been meant to stand behind the quote.
  func lastTextEnds(with sign: Unicode.Scalar) -> Bool {
    guard let node = builder.lastNode, node.count > 2 else { return false }
    return bytes[node.upperBound - 2] == UInt8(ascii: sign) && bytes[node.upperBound - 1] == UInt8(ascii: "\"")
  }

  func offset(behindSpaceFrom start: Int) -> Int {
    bytes[min(start, bytes.count)...].firstIndex { !YAMLBytes.isSpace($0) } ?? bytes.count
  }

  var isQuoteMissing: Bool { JSONLine.hasSingleQuote(JSONLine.range(at: index, in: bytes), in: bytes) }

  /// Whether it is a part of the word before it.
  var isGlued: Bool {
    index > 0 && isWord(bytes[index]) && isWord(bytes[index - 1])
  }

  func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || byte &- UInt8(ascii: "0") < 10 }

  /// `;`, `=`, a comma: one that isn't a part of anything else.
  var isSign: Bool {
    let byte = bytes[index]
    return byte > 0x20 && byte < 0x7F && !isLetter(byte) && byte &- UInt8(ascii: "0") >= 10
      && !"\"'{}[]()-".utf8.contains(byte)
  }

  func startsValue(at offset: Int) -> Bool {
    guard offset < bytes.count else { return false }
    let rest = bytes[offset...]
    return "\"{[-0123456789".utf8.contains(bytes[offset])
      || ["true", "false", "null"].contains { rest.starts(with: $0.utf8) }
  }

  func startsEntry(at offset: Int) -> Bool {
    builder.open.last?.isMapping == false ? startsValue(at: offset) : key(at: offset) != nil
  }

  /// A key with a colon behind it, in any quotes or none.
  func key(at start: Int) -> Range<Int>? {
    guard start < bytes.count else { return nil }
    var end = start
    if bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") {
      guard let quote = JSONLine.end(ofTextAt: start, in: bytes) else { return nil }
      end = quote + 1
    } else {
      while end < bytes.count, isLetter(bytes[end]) || "0123456789-$.".utf8.contains(bytes[end]) { end += 1 }
    }
    let next = offset(behindSpaceFrom: end)
    return end > start && next < bytes.count && bytes[next] == UInt8(ascii: ":") ? start..<end : nil
  }

  /// Up to a comma, the end of the line, or a bracket that closes what was opened before.
  var endOfEntry: Int {
    var depth = 0
    var end = index
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): end = JSONLine.end(ofTextAt: end, in: bytes) ?? end
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth == 0: break
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
        if depth == 0 { return end }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if depth == 0 { return end }
      default: break
      }
      end += 1
    }
    return end
  }

  /// Only what stands on the same line as the mistake: it holds the text that is wrong.
  var startOfLastNode: Int {
    max(builder.lastNode?.lowerBound ?? index, JSONLine.range(at: index, in: bytes).lowerBound)
  }

  // MARK: - Passing over

  mutating func skipSign() throws(Stop) {
    index += 1
    skipSpace()
    recovery.end = index
    guard index < bytes.count else { throw unclosed() }
  }

  /// All that stand together are one mistake.
  mutating func skipComments(_ error: Stop) throws(Stop) -> Bool {
    let start = index
    guard let first = JSONLine.end(ofCommentAt: index, in: bytes) else { return false }
    if JSONLine.range(at: index, in: bytes).contains(first - 1), isQuoteMissing { return false }
    try recovery.report(error)
    index = first
    skipSpace()
    while index < bytes.count, let end = JSONLine.end(ofCommentAt: index, in: bytes) {
      index = end
      skipSpace()
    }
    if let frame = builder.open.last { recovery.lack(in: frame.record) }
    if builder.depth > 0, recovery.change([.none], of: openings, from: index) == nil {
      // A bracket stands in it.
      index = start + 1
      skipSpace()
      recovery.end = index
      guard recovery.change([.none], of: openings, from: index) != nil else { throw recovery.stop(error) }
    }
    // It may stand for a comma, or hold one.
    if first == start + 1 || bytes[start..<index].contains(UInt8(ascii: ",")) { recovery.end = index }
    return true
  }

  mutating func skipCommas(_ error: Stop) throws(Stop) -> Next {
    let start = index
    while index < bytes.count, bytes[index] == UInt8(ascii: ",") {
      index += 1
      skipSpace()
    }
    let change = try settle(error, [.none, .closing], at: start)
    try apply(change)
    recovery.end = index
    return change == .none ? try nextKey() : .separator
  }

  func nextKey() throws(Stop) -> Next {
    guard index < bytes.count else { throw unclosed() }
    return bytes[index] == UInt8(ascii: "]") || bytes[index] == UInt8(ascii: "}") ? .separator : .key
  }
}
