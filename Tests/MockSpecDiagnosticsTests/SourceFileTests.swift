import MockSpecDiagnostics
import TestSupport
import Testing

struct SourceFileTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var id: String
    var marked: String
    var line: Int
    var column: Int

    var testDescription: String { id }
  }

  @Test(arguments: [
    Case(id: "first character", marked: "1️⃣abc", line: 1, column: 1),
    Case(id: "LF", marked: "a\nb1️⃣c", line: 2, column: 2),
    Case(id: "CRLF", marked: "a\r\nb1️⃣c", line: 2, column: 2),
    Case(id: "lone CR", marked: "a\rb1️⃣c", line: 2, column: 2),
    Case(id: "CR CR LF", marked: "a\r\r\n1️⃣b", line: 3, column: 1),
    Case(id: "LF CR", marked: "a\n\r1️⃣b", line: 3, column: 1),
    Case(id: "NEL breaks no line", marked: "a\u{85}b1️⃣c", line: 1, column: 4),
    Case(id: "U+2028 breaks no line", marked: "a\u{2028}b1️⃣c", line: 1, column: 4),
    Case(id: "form feed breaks no line", marked: "a\u{C}1️⃣b", line: 1, column: 3),
    Case(id: "a tab is one column", marked: "\t\t1️⃣a", line: 1, column: 3),
    Case(id: "CJK", marked: "日本1️⃣語", line: 1, column: 3),
    Case(id: "emoji", marked: "😀1️⃣b", line: 1, column: 2),
    Case(id: "each scalar of a family", marked: "👨‍👩‍👧1️⃣b", line: 1, column: 6),
    Case(id: "combining mark", marked: "e\u{301}1️⃣b", line: 1, column: 3),
    Case(id: "end of a file without a line break", marked: "a\nbc1️⃣", line: 2, column: 3),
    Case(id: "end of a file with one", marked: "a\n1️⃣", line: 2, column: 1),
    Case(id: "the line break itself", marked: "ab1️⃣\nc", line: 1, column: 3),
    Case(id: "empty file", marked: "1️⃣", line: 1, column: 1),
  ])
  func `an offset has a line and a column`(test: Case) {
    let marked = MarkedText(test.marked)
    let file = SourceFile(path: "f", text: marked.text)
    let position = file.position(of: marked[1].lowerBound)
    #expect(position.line == test.line)
    #expect(position.column == test.column)
  }

  @Test func `an offset beyond the end is the end`() {
    let file = SourceFile(path: "f", text: "a\nbc")
    #expect(file.position(of: 99) == file.position(of: 4))
    #expect(file.position(of: -1) == file.position(of: 0))
  }

  @Test func `a position is found among many lines`() {
    let file = SourceFile(path: "f", text: String(repeating: "abc\n", count: 5_000))
    let positions = stride(from: 1, to: 20_000, by: 4).map { file.position(of: $0) }
    #expect(positions.map(\.line) == Array(1...5_000))
    #expect(positions.allSatisfy { $0.column == 2 })
  }

  @Test(arguments: ["ab", "日a", "é日😀"])
  func `columns of a long line are counted like those of a short one`(piece: String) {
    let (bytes, scalars) = (piece.utf8.count, piece.unicodeScalars.count)
    let file = SourceFile(path: "f", text: "x\n" + String(repeating: piece, count: 1_000_000 / bytes))
    // Counting each of 20,000 from the start of the line would take minutes.
    for number in stride(from: 0, to: 1_000_000 / bytes, by: 171) {
      let position = file.position(of: 2 + number * bytes)
      guard position.line == 2, position.column == number * scalars + 1 else {
        Issue.record("\(number): \(position)")
        return
      }
    }
    #expect(file.position(of: .max).column == 1_000_000 / bytes * scalars + 1)
  }

  @Test func `a character is as long as its scalar`() {
    let file = SourceFile(path: "f", text: "a日😀")
    #expect([0, 1, 4, 8, 99].map { file.scalarRange(at: $0) } == [0..<1, 1..<4, 4..<8, 8..<8, 8..<8])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `a line is returned without its ending`(ending: String) {
    let file = SourceFile(path: "f", text: ["ä", "", "c"].joined(separator: ending) + ending)
    #expect((1...4).map { file.text(in: file.lineRange($0)) } == ["ä", "", "c", ""])
  }

  @Test func `a range has its text and position`() {
    let marked = MarkedText("a:\n  1️⃣日本1️⃣ b")
    let range = SourceRange(file: SourceFile(path: "specs/a.yaml", text: marked.text), bytes: marked[1])
    #expect(range.text == "日本")
    #expect(range.place == "specs/a.yaml:2:3")
    #expect((range.end.line, range.end.column) == (2, 5))
  }

  @Test func `positions are ordered by line, then column`() {
    let file = SourceFile(path: "f", text: "ab\ncd")
    let positions = (0...5).map { file.position(of: $0) }
    #expect(positions.reversed().sorted() == positions)
  }

  @Test func `columns count bytes, UTF-16 code units or scalars, and lead back to their offsets`() {
    let file = SourceFile(path: "f", text: "a\né😀\u{301}b\r\nc")
    let units: [SourceFile.ColumnUnit] = [.utf8, .utf16, .scalars]
    // Before each scalar of the second line, and at its end.
    let offsets = [2, 4, 8, 10, 11]
    let columns = offsets.map { offset in units.map { file.column(of: offset, in: $0) } }
    #expect(columns == [[1, 1, 1], [3, 2, 2], [7, 4, 3], [9, 5, 4], [10, 6, 5]])
    for (offset, columns) in zip(offsets, columns) {
      for (unit, column) in zip(units, columns) {
        #expect(file.offset(line: 2, column: column, in: unit) == offset)
      }
    }
    #expect(file.offset(line: 2, column: 3, in: .utf16) == 4)
    #expect(file.offset(line: 2, column: 99) == 11 && file.offset(line: 9, column: 1) == 13)
  }
}
