import MockSpecDiagnostics

/// Finds the spaces to replace tabs with in indentation.
///
///     requests:
///       Login:
///     →   match: /x      4 and 8 columns give the same tree, and 2 an error: 4 is used
struct TabIndentation {
  private let source: SourceFile
  private let lines: [Line]
  /// The indexes of the first line with tabs, and of the line after the last one.
  private let first: Int
  private let end: Int
  /// The fix of a line without content, whose indentation is irrelevant.
  private let contentless: Fix?

  private struct Line {
    let indentation: Range<Int>
    let content: ArraySlice<UInt8>
  }

  /// - Parameter number: A line with a tab in its indentation.
  init(_ source: SourceFile, at number: Int) {
    self.source = source
    var lines: [Line] = []
    var first = 0
    var end: Int?
    var contentless: Fix?
    for line in 1...source.lines().count {
      let range = source.lineRange(line)
      let start = source.bytes[range].firstIndex { !$0.isBlank } ?? range.upperBound
      let content = source.bytes[start..<range.upperBound]
      guard let sign = content.first, sign != UInt8(ascii: "#") else {
        if line == number {
          let spaces = content.isEmpty ? "" : String(repeating: "  ", count: start - range.lowerBound)
          contentless = Fix(SourceRange(file: source, bytes: range.lowerBound..<start), spaces)
        }
        continue
      }
      if line == number { first = lines.count }
      let hasTab = source.bytes[range.lowerBound..<start].contains(UInt8(ascii: "\t"))
      lines.append(Line(indentation: range.lowerBound..<start, content: content))
      if line > number, !hasTab {
        end = lines.count - 1
        break
      }
    }
    self.contentless = contentless
    self.lines = lines
    self.first = first
    self.end = end ?? lines.count
  }

  /// The fix; `nil` if the tree depends on the width of a tab, or the lines contain text that may have tabs.
  var fix: Fix? {
    if let contentless { return contentless }
    guard let start = run.first, let last = run.last,
      source.bytes[start.indentation].contains(UInt8(ascii: "\t")), !run.contains(where: { startsText($0.content) })
    else { return nil }
    let fitting = [2, 4, 8].compactMap { width in levels(tabWidth: width).map { (width, $0) } }
    guard let (width, levels) = fitting.first, fitting.allSatisfy({ $0.1 == levels }) else { return nil }
    let bytes = start.indentation.lowerBound..<last.indentation.upperBound
    return Fix(SourceRange(file: source, bytes: bytes), text(bytes, tabWidth: width))
  }

  private var run: ArraySlice<Line> { lines[min(first, end)..<end] }

  private func text(_ bytes: Range<Int>, tabWidth: Int) -> String {
    var result: [UInt8] = []
    var copied = bytes.lowerBound
    for line in run {
      result += source.bytes[copied..<line.indentation.lowerBound]
      result += [UInt8](repeating: UInt8(ascii: " "), count: column(of: line, tabWidth))
      copied = line.indentation.upperBound
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func column(of line: Line, _ tabWidth: Int) -> Int {
    source.bytes[line.indentation].reduce(0) { $1 == UInt8(ascii: "\t") ? ($0 / tabWidth + 1) * tabWidth : $0 + 1 }
  }

  /// Returns the depth of each line from the first one with a tab; `nil` if a line matches no column above.
  private func levels(tabWidth: Int) -> [Int]? {
    var open: [Int] = []
    var levels: [Int] = []
    var opensBlock = true
    for (index, line) in lines.enumerated() {
      let isElement = isDash(line.content)
      var column = column(of: line, tabWidth)
      let depth = open.last ?? -1
      while let last = open.last, last > column { open.removeLast() }
      if index >= first {
        let isDeeper = column > depth
        guard isDeeper == opensBlock || (opensBlock && isElement && column == depth),
          isDeeper || open.last == column
        else { return nil }
        levels.append(open.count)
      }
      if open.last != column { open.append(column) }
      var content = line.content
      while isDash(content) {
        let rest = content.dropFirst().drop(while: \.isBlank)
        column += rest.startIndex - content.startIndex
        open.append(column)
        content = rest
      }
      opensBlock = endsWithColon(content) || content.isEmpty
    }
    return levels
  }

  private func isDash(_ content: ArraySlice<UInt8>) -> Bool {
    content.first == UInt8(ascii: "-") && (content.count == 1 || content[content.startIndex + 1].isBlank)
  }

  private func endsWithColon(_ content: ArraySlice<UInt8>) -> Bool {
    withoutComment(content).last == UInt8(ascii: ":")
  }

  /// Whether a line starts a block scalar, or a collection or quotes that continue on the next line.
  private func startsText(_ content: ArraySlice<UInt8>) -> Bool {
    let text = withoutComment(content)
    let sign = text.last { !"+-0123456789".utf8.contains($0) }
    let opened = text.count { "[{".utf8.contains($0) }
    let closed = text.count { "]}".utf8.contains($0) }
    let quotes = text.count { $0 == UInt8(ascii: "\"") }
    return sign == UInt8(ascii: "|") || sign == UInt8(ascii: ">") || opened != closed || !quotes.isMultiple(of: 2)
  }

  private func withoutComment(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let comment = content.indices.dropFirst().first {
      content[$0] == UInt8(ascii: "#") && content[$0 - 1].isBlank
    }
    var text = content[..<(comment ?? content.endIndex)]
    while let last = text.last, last.isBlank { text.removeLast() }
    return text
  }
}
