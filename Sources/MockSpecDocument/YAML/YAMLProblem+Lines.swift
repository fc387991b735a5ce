import MockSpecDiagnostics

/// The lines around an error.
extension YAMLProblem {
  func column(_ offset: Int) -> Int { source.position(of: offset).column }

  func isFirstOnLine(_ offset: Int) -> Bool {
    source.bytes[source.lineRange(line(of: offset)).lowerBound..<offset].allSatisfy(\.isBlank)
  }

  func firstContent(ofLine line: Int) -> Int {
    let range = source.lineRange(line)
    return source.bytes[range].firstIndex { !$0.isBlank } ?? range.upperBound
  }

  /// Returns the range of a line without its indentation and the `- ` of list elements.
  func content(ofLine line: Int) -> Range<Int> {
    let bytes = source.bytes
    let range = source.lineRange(line)
    var start = range.lowerBound
    while start < range.upperBound {
      let isDash =
        bytes[start] == UInt8(ascii: "-") && start + 1 < range.upperBound && bytes[start + 1].isBlank
      guard bytes[start].isBlank || isDash else { break }
      start += 1
    }
    return start..<start + lengthOfLine(from: start)
  }

  func isContent(_ line: Range<Int>) -> Bool {
    !line.isEmpty && source.bytes[line.lowerBound] != UInt8(ascii: "#")
  }

  /// Whether an offset ends its line, and the next line is indented more.
  func continues(below offset: Int) -> Bool {
    let first = line(of: offset)
    guard lengthOfLine(from: offset) == 0 else { return false }
    let below = (first..<source.lines().count).lazy.map { content(ofLine: $0 + 1) }.first(where: isContent)
    return below.map { column($0.lowerBound) > column(content(ofLine: first).lowerBound) } ?? false
  }

  /// Returns the nearest line above that contains more than a comment.
  func lineAbove(_ line: Int) -> Range<Int>? {
    stride(from: line - 1, to: 0, by: -1).lazy.map(content(ofLine:)).first(where: isContent)
  }
}
