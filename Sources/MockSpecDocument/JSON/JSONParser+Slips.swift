import MockSpecDiagnostics

/// Recovery from mistakes whose meaning is clear. A mistake is reported and read as intended, and parsing continues
/// directly after it.
extension JSONParser {
  typealias Stop = DocumentBuilder.Stop

  /// Reports a mistake on the current line.
  mutating func report(_ mistake: Stop) throws(Stop) {
    try recovery.report(mistake, lineEnd: builder.source.lineRange(containing: index).upperBound)
  }

  /// Reports a mistake inside text, which makes the text invalid.
  mutating func reportInText(_ mistake: Stop) throws(Stop) {
    // Every backslash of a Windows path is wrong; only one is reported.
    if isTextBroken { return }
    try report(mistake)
    isTextBroken = true
  }

  /// Skips control characters inside text.
  ///
  /// - Throws: The mistake if it is a line break, since the intended end of the text is unknown.
  @inline(never)
  mutating func recoverControlCharacter(inTextFrom start: Int) throws(Stop) {
    let mistake = controlCharacter(inTextFrom: start)
    if bytes[index].isLineBreak { throw mistake }
    try reportInText(mistake)
    while index < bytes.count, bytes[index] < 0x20, !bytes[index].isLineBreak { index += 1 }
  }

  // Not inlined, so that the functions that parse valid JSON stay small.

  @inline(never)
  mutating func recoverValue() throws(Stop) {
    try recoverScalar(unexpected("where a value is expected"), from: index)
  }

  @inline(never)
  mutating func recoverNumber(from start: Int) throws(Stop) { try recoverScalar(invalidNumber(start), from: start) }

  @inline(never)
  mutating func recoverTrailingComma(_ comma: Int) throws(Stop) { try report(trailingComma(comma)) }

  /// Reads a scalar of another language, such as `None`, `'text'` or `0x1F`, as an invalid one.
  private mutating func recoverScalar(_ mistake: Stop, from start: Int) throws(Stop) {
    let end =
      bytes[start] == UInt8(ascii: "'")
      ? JSONToken.end(ofTextAt: start, in: bytes) : JSONToken.end(ofWordAt: start, in: bytes)
    guard builder.depth > 0, let end, end > start, endsEntry(at: end) else { throw mistake }
    try report(mistake)
    try builder.add(scalar: .invalid, EmptyCollection(), start, end)
    index = end
  }

  private func endsEntry(at offset: Int) -> Bool {
    guard let next = bytes[offset...].firstIndex(where: { !$0.isBlank }) else { return true }
    return bytes[next].isLineBreak || ",]}/#".utf8.contains(bytes[next])
  }

  /// Reads a key without quotes or in single quotes.
  @inline(never)
  mutating func recoverKey() throws(Stop) {
    var mistake = unexpected("where a key in double quotes is expected")
    guard let end = JSONToken.end(ofKeyAt: index, in: bytes) else { throw mistake }
    let isQuoted = bytes[index] == UInt8(ascii: "'")
    if mistake.repeated == nil, mistake.diagnostic.help != nil { mistake.repeated = .keyWithoutQuotes }
    try report(mistake)
    let text = bytes[isQuoted ? index + 1..<end - 1 : index..<end]
    let isClear = !text.contains(UInt8(ascii: "\\"))
    try builder.add(scalar: isClear ? .string : .invalid, text, index, end)
    index = end
  }

  /// Reads a value without a colon before it.
  @inline(never)
  mutating func recoverColon() throws(Stop) {
    guard startsValue(at: index), bytes[index] != UInt8(ascii: "\"") || index != builder.lastNode?.upperBound
    else { throw unclosedKey ?? unexpected("where ':' is expected after a key") }
    try report(missing(":", after: builder.lastNode?.upperBound ?? index))
  }

  /// Continues after a missing comma, or a bracket that the line's indentation shows to be missing or wrong.
  ///
  /// - Returns: True at an entry, false at the end of a collection.
  @inline(never)
  mutating func recoverSeparator(before closing: UInt8, in frame: DocumentBuilder.Frame) throws(Stop) -> Bool {
    let isBracket = "]}".utf8.contains(bytes[index])
    let mistake = unexpected(
      "where ',' or '\(Character(Unicode.Scalar(closing)))' is expected", in: isBracket ? frame : nil)
    let end = builder.lastNode?.upperBound ?? index
    let line = builder.source.lineRange(containing: index)
    let startsEntry =
      frame.isMapping
      ? bytes[index] == UInt8(ascii: "\"") && JSONToken.end(ofKeyAt: index, in: bytes) != nil : startsValue(at: index)
    if bytes[line.lowerBound..<index].allSatisfy(\.isBlank),
      let target = target(at: index, column: index - line.lowerBound, of: levels(above: line.lowerBound))
    {
      if target.level.depth < builder.depth, !isBracket {
        try report(missing(String(Character(Unicode.Scalar(closing))), after: end, opening: builder.start(of: frame)))
      } else {
        try report(startsEntry ? missing(",", after: end, isCertain: frame.isMapping) : mistake)
      }
      return resume(at: target, from: index, line: line.lowerBound)
    }
    guard startsEntry else { throw missingBracket(in: frame) ?? mistake }
    try report(missing(",", after: end, isCertain: frame.isMapping))
    return true
  }

  func startsValue(at offset: Int) -> Bool {
    let rest = bytes[offset...]
    return "\"{[-0123456789".utf8.contains(bytes[offset])
      || ["true", "false", "null"].contains { rest.starts(with: $0.utf8) }
  }

  private var nextToken: Int? { bytes[index...].firstIndex { !$0.isSpace } }

  /// Skips a comment of another language, and comments that directly follow it.
  @inline(never)
  mutating func skipComments() {
    guard recovery.hasRoom, let end = JSONToken.end(ofCommentAt: index, in: bytes) else { return }
    let mistake = comment(from: index, to: end)
    index = end
    var next = nextToken
    while let start = next, let end = JSONToken.end(ofCommentAt: start, in: bytes) {
      index = end
      next = nextToken
    }
    // A comment instead of a value may be the value itself; the next line isn't.
    let lineEnd = next.map { builder.lastKey == nil ? -1 : builder.source.lineRange(containing: $0).upperBound }
    recovery.report(comment: mistake, lineEnd: lineEnd ?? bytes.count)
    index = next ?? bytes.count
  }
}
