import MockSpecDiagnostics

/// The lines around a problem, as a user sees them.
extension YAMLProblem {
  func column(_ offset: Int) -> Int { source.position(of: offset).column }

  func isFirstOnLine(_ offset: Int) -> Bool {
    source.bytes[source.lineRange(line(of: offset)).lowerBound..<offset].allSatisfy(YAMLBytes.isBlank)
  }

  func firstContent(ofLine line: Int) -> Int {
    let range = source.lineRange(line)
    return source.bytes[range].firstIndex { !YAMLBytes.isBlank($0) } ?? range.upperBound
  }

  /// A line without its indentation and the `- ` of list elements.
  func content(ofLine line: Int) -> Range<Int> {
    let bytes = source.bytes
    let range = source.lineRange(line)
    var start = range.lowerBound
    while start < range.upperBound {
      let isDash =
        bytes[start] == UInt8(ascii: "-") && start + 1 < range.upperBound && YAMLBytes.isBlank(bytes[start + 1])
      guard YAMLBytes.isBlank(bytes[start]) || isDash else { break }
      start += 1
    }
    return start..<start + lengthOfLine(from: start)
  }

  func isContent(_ line: Range<Int>) -> Bool {
    !line.isEmpty && source.bytes[line.lowerBound] != UInt8(ascii: "#")
  }

  /// Whether this is the end of a line, and the next one is indented deeper.
  func goesOn(below offset: Int) -> Bool {
    let first = line(of: offset)
    guard lengthOfLine(from: offset) == 0 else { return false }
    let below = (first..<source.lines().count).lazy.map { content(ofLine: $0 + 1) }.first(where: isContent)
    return below.map { column($0.lowerBound) > column(content(ofLine: first).lowerBound) } ?? false
  }

  /// The nearest line above that holds more than a comment.
  func lineAbove(_ line: Int) -> Range<Int>? {
    stride(from: line - 1, to: 0, by: -1).lazy.map(content(ofLine:)).first(where: isContent)
  }
}
