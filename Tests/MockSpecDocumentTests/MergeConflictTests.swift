import MockSpecDiagnostics
import Testing

@testable import MockSpecDocument

struct MergeConflictTests {
  private func diagnostics(_ text: String, _ format: DocumentParser.Format) -> [Diagnostic] {
    DocumentParser.parse(Array(text.utf8), path: "f", format: format).diagnostics
  }

  @Test func `a conflict is one error, with a note for each other marker`() throws {
    let text = "a: 1\n<<<<<<< HEAD\nb: @x\n||||||| base\nb: 3\n=======\nb: 2\n>>>>>>> main\nb: @y\n"
    let found = diagnostics(text, .yaml)
    try #require(found.count == 1)
    #expect(
      "\(found[0])"
        == "f:2:1: error: the file has an unresolved merge conflict, found '<<<<<<<' at the start of a line [yaml-syntax]"
    )
    #expect(found[0].notes.map(\.range.start.line) == [4, 6, 8])
    #expect(found[0].fix == nil)
  }

  @Test(arguments: ["\n", "\r\n"]) func `in JSON, too`(lineBreak: String) {
    let lines = ["{", "<<<<<<< HEAD", "\"a\": 1", "=======", "\"a\": 2", ">>>>>>> main", "}"]
    let found = diagnostics(lines.joined(separator: lineBreak), .json)
    #expect(found.map(\.code) == ["json-syntax"])
    #expect(found.map(\.start.line) == [2])
    #expect(found.map(\.end.column) == [13])
  }

  @Test func `several conflicts are one error`() {
    let conflict = "<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> main\n"
    #expect(diagnostics(conflict + conflict, .yaml).count == 1)
  }

  @Test func `a marker that was left over is an error of its own`() {
    let found = diagnostics("a: 1\n>>>>>>> main\nb: @x\n", .yaml).sortedByPlace()
    #expect(
      found.map(\.message) == [
        "the marker '>>>>>>>' is left over from a merge conflict", "text that starts with '@' needs quotes",
      ])
    #expect(found.map(\.start.line) == [2, 3])
  }

  @Test(arguments: [
    "a: |\n  <<<<<<< HEAD\n  =======\n  >>>>>>> main\n", "# <<<<<<< HEAD\na: 1\n", "a: 1\n<<<<<<<< HEAD: 2\n",
  ])
  func `markers in text and in comments aren't reported`(text: String) { #expect(diagnostics(text, .yaml).isEmpty) }

  @Test func `an underline isn't a marker`() {
    #expect(!diagnostics("Title\n=======\na: @b\n", .yaml).contains { $0.message.contains("merge conflict") })
  }
}
