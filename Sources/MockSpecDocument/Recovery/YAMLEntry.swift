import MockSpecDiagnostics

/// The lines of an entry, found by their indentation:
///
///     sequence:        deeper lines,
///     - A              elements at the key's own column,
///     ]                and closing brackets
struct YAMLEntry {
  private let source: SourceFile
  private let lineCount: Int
  private let first: Int
  private let head: Line

  init(at offset: Int, in source: SourceFile) {
    self.source = source
    lineCount = source.lines().count
    first = source.position(of: offset).line
    head = Line(first, in: source)
  }

  /// The indentation of the entry's first line, from 0.
  var column: Int { head.column }

  /// The entry's column, and those of the entries around it.
  var levels: Set<Int> {
    var levels: Set = [head.column]
    var least = head.column
    var number = first
    while least > 0, number > 1 {
      number -= 1
      let line = Line(number, in: source)
      if line.isEmpty || line.column >= least { continue }
      least = line.column
      levels.insert(least)
    }
    return levels
  }

  /// Returns the range of the entry's lines.
  ///
  /// - Parameter isMisaligned: Whether the entry's column matches no line above. The entry's content may then be
  ///   indented less.
  func bytes(isMisaligned: Bool) -> Range<Int> {
    var last = lastLine(from: first, while: head.holds)
    let next = nextLine(after: last)
    if isMisaligned || head.hasTab, last == first, head.isKeyAlone, let next {
      last = lastLine(from: last) { $0.column >= next.column }
    }
    if let next, next.isFlow, hasOpenBracket(upTo: last) { last = lineCount }
    return source.lineRange(first).lowerBound..<source.lineRange(last).upperBound
  }

  private func lastLine(from start: Int, while belongs: (Line) -> Bool) -> Int {
    var last = start
    for number in start..<lineCount {
      let line = Line(number + 1, in: source)
      if line.isEmpty { continue }
      guard belongs(line) else { break }
      last = number + 1
    }
    return last
  }

  private func nextLine(after last: Int) -> Line? {
    (last..<lineCount).lazy.map { Line($0 + 1, in: source) }.first { !$0.isEmpty }
  }

  /// Whether more brackets are opened than closed. Brackets in quotes count too; the entry is then longer than needed.
  private func hasOpenBracket(upTo last: Int) -> Bool {
    let bytes = source.bytes[source.lineRange(first).lowerBound..<source.lineRange(last).upperBound]
    return bytes.count { "[{".utf8.contains($0) } > bytes.count { "]}".utf8.contains($0) }
  }
}

extension YAMLEntry {
  private struct Line {
    /// The number of spaces at the start.
    let column: Int
    let hasTab: Bool
    let isEmpty: Bool
    let isKeyAlone: Bool
    /// Whether the line can only be inside brackets.
    let isFlow: Bool
    private let isElement: Bool
    private let closes: Bool

    init(_ number: Int, in source: SourceFile) {
      let range = source.lineRange(number)
      let indentation = source.bytes[range].prefix(while: \.isBlank)
      let content = source.bytes[indentation.endIndex..<range.upperBound]
      let text = YAMLBytes.withoutComment(content)
      column = indentation.prefix { $0 == UInt8(ascii: " ") }.count
      hasTab = indentation.contains(UInt8(ascii: "\t"))
      isEmpty = text.isEmpty
      isKeyAlone = text.last == UInt8(ascii: ":")
      isElement = content.first == UInt8(ascii: "-") && content.dropFirst().first.map(\.isBlank) ?? true
      closes = content.first.map { "]}".utf8.contains($0) } ?? false
      isFlow = closes || text.last == UInt8(ascii: ",")
    }

    func holds(_ line: Line) -> Bool {
      if hasTab { return line.hasTab || (column > 0 && line.column > column) }
      return line.column > column || (line.column == column && (line.closes || (line.isElement && !isElement)))
    }
  }
}
