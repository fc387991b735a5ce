import MockSpecDiagnostics
import TestSupport
import Testing

struct DiagnosticTests {
  private let marked = MarkedText("a: 1\nb: 1️⃣x y1️⃣\n")
  private var range: SourceRange {
    SourceRange(file: SourceFile(path: "f.yaml", text: marked.text), bytes: marked[1])
  }

  @Test func `a description is one line in the form that compilers use`() {
    let diagnostic = Diagnostic(.warning, "odd", "this is odd", at: range, help: "drop it")
    #expect("\(diagnostic)" == "f.yaml:2:4: warning: this is odd [odd]")
  }

  @Test func `a diagnostic starts and ends with its range`() {
    let diagnostic = Diagnostic(.error, "odd", "odd", at: range)
    #expect((diagnostic.start.line, diagnostic.start.column) == (2, 4))
    #expect((diagnostic.end.line, diagnostic.end.column) == (2, 7))
  }

  @Test func `a diagnostic about a whole file starts at its beginning`() {
    let diagnostic = Diagnostic(.error, "unreadable", "the file can't be read", file: "a.yaml")
    #expect("\(diagnostic)" == "a.yaml:1:1: error: the file can't be read [unreadable]")
  }

  @Test func `diagnostics are sorted by file, position, severity and code`() {
    let file = SourceFile(path: "b", text: "abcdef")
    func at(_ offset: Int) -> SourceRange { SourceRange(file: file, bytes: offset..<offset + 1) }
    let sorted = [
      Diagnostic(.error, "1", "another file", file: "a"),
      Diagnostic(.warning, "z", "the whole file", file: "b"),
      Diagnostic(.error, "b", "error b", at: at(2)),
      Diagnostic(.error, "c", "error c", at: at(2)),
      Diagnostic(.warning, "a", "warning", at: at(2)),
      Diagnostic(.error, "a", "later", at: at(3)),
    ]
    #expect(Array(sorted.reversed()).sortedByPlace().map(\.message) == sorted.map(\.message))
  }

  @Test func `equal diagnostics keep their order`() {
    let messages = (0..<20).map(String.init)
    let diagnostics = messages.map { Diagnostic(.error, "same", $0, at: range) }
    #expect(diagnostics.sortedByPlace().map(\.message) == messages)
  }

  @Test func `only errors are errors`() {
    let warning = Diagnostic(.warning, "odd", "odd", file: "a")
    #expect(![warning].hasErrors)
    #expect([warning, Diagnostic(.error, "bad", "bad", file: "a")].hasErrors)
  }
}
