import MockSpecDiagnostics
import TestSupport
import Testing

struct HumanRendererTests {
  /// A diagnostic about range 1 of the marked text.
  private static func draw(
    _ marked: String, _ message: String = "odd", label: String? = nil, notes: [Int] = [], help: String? = nil
  ) -> String {
    let text = MarkedText(marked)
    let file = SourceFile(path: "f", text: text.text)
    let notes = notes.map { Diagnostic.Note("see \($0)", at: SourceRange(file: file, bytes: text[$0])) }
    let range = SourceRange(file: file, bytes: text[1])
    return HumanRenderer().render(
      Diagnostic(.error, "code", message, at: range, label: label, notes: notes, help: help))
  }

  @Test func `a diagnostic has a headline, its line, carets with a label, notes and help`() {
    let drawn = Self.draw(
      String(repeating: "\n", count: 8) + "a: 2️⃣12️⃣\nb:\n  1️⃣staus1️⃣: 1", "unknown key 'staus'",
      label: "did you mean 'status'?", notes: [2], help: "see the guide")
    #expect(
      drawn == """
        f:11:3: error: unknown key 'staus' [code]
           |
        11 |   staus: 1
           |   ^^^^^ did you mean 'status'?
        f:9:4: note: see 2
           |
         9 | a: 1
           |    -
           = help: see the guide

        """)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var id: String
    var marked: String
    var source: String
    var carets: String

    var testDescription: String { id }
  }

  @Test(arguments: [
    Case(id: "carets under wide characters", marked: "日1️⃣本語1️⃣: x", source: " 日本語: x", carets: "   ^^^^"),
    Case(id: "fullwidth forms", marked: "Ａ1️⃣Ｂ1️⃣", source: " ＡＢ", carets: "   ^^"),
    Case(id: "Hangul", marked: "1️⃣한1️⃣", source: " 한", carets: " ^^"),
    Case(id: "emoji", marked: "😀1️⃣👨‍👩‍👧1️⃣ x", source: " 😀👨‍👩‍👧 x", carets: "   ^^"),
    Case(id: "text made an emoji", marked: "❤️1️⃣x1️⃣", source: " ❤️x", carets: "   ^"),
    Case(id: "combining marks", marked: "e\u{301}1️⃣x1️⃣", source: " e\u{301}x", carets: "  ^"),
    Case(id: "tabs", marked: "\ta1️⃣\tb1️⃣", source: "     a    b", carets: "      ^^^^^"),
    Case(id: "an empty range", marked: "ab1️⃣", source: " ab", carets: "   ^"),
    Case(id: "an empty line", marked: "1️⃣", source: "", carets: " ^"),
    Case(id: "more than one line", marked: "a: 1️⃣[b,\n  c]1️⃣\n", source: " a: [b,", carets: "    ^^^"),
    Case(id: "a line break", marked: "ab1️⃣\r\n1️⃣c", source: " ab", carets: "   ^"),
    Case(id: "CRLF", marked: "1️⃣ab1️⃣\r\nc", source: " ab", carets: " ^^"),
    Case(id: "controls", marked: "\u{1B}[31m1️⃣\u{0}1️⃣\u{7F}", source: " ␛[31m␀␡", carets: "      ^"),
    Case(id: "C1 controls", marked: "a1️⃣\u{9B}b1️⃣", source: " a\u{FFFD}b", carets: "  ^^"),
    Case(id: "bidirectional overrides", marked: "\u{202E}1️⃣a\u{2066}1️⃣", source: " \u{FFFD}a\u{FFFD}", carets: "  ^^"),
    Case(id: "zero width", marked: "\u{200B}1️⃣a1️⃣\u{2028}", source: " \u{FFFD}a\u{FFFD}", carets: "  ^"),
  ])
  func `carets are under the range`(test: Case) {
    let lines = Self.draw(test.marked).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.dropFirst(2) == ["1 |\(test.source)", "  |\(test.carets)", ""])
  }

  @Test func `control characters in the user's text aren't sent to the terminal`() {
    let text = "a\nb\u{1B}[2J\u{202E}\t"
    let drawn = Self.draw("1️⃣x1️⃣", "found '\(text)'", label: text, help: text)
    #expect(drawn.split(separator: "\n").count == 5)
    #expect(drawn.hasPrefix("f:1:1: error: found 'a␊b␛[2J\u{FFFD}    ' [code]\n"))
    #expect(!drawn.unicodeScalars.contains("\u{1B}"))
    #expect(!drawn.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `a long line is cut around the range`() {
    let drawn = Self.draw(String(repeating: "a", count: 500) + "1️⃣b1️⃣" + String(repeating: "c", count: 500))
    let lines = drawn.split(separator: "\n")
    let source = "…" + String(repeating: "a", count: 120) + "b" + String(repeating: "c", count: 120) + "…"
    #expect(lines[2] == "1 | \(source)")
    #expect(lines[3] == "  | " + String(repeating: " ", count: 121) + "^")
  }

  @Test(arguments: ["日", "😀", "é", "e\u{301}"])
  func `a long line of wide characters is cut between two of them`(character: String) throws {
    let side = String(repeating: character, count: 50_000)
    let drawn = Self.draw(side + "1️⃣b1️⃣" + side)
    let lines = drawn.split(separator: "\n")
    let shown = String(repeating: character, count: 120)
    #expect(lines[2] == "1 | …\(shown)b\(shown)…")
    #expect(lines[3].hasSuffix(" ^"))
  }

  @Test func `a very long grapheme cluster is cut`() {
    let drawn = Self.draw("1️⃣e1️⃣" + String(repeating: "\u{301}", count: 500_000))
    #expect(drawn.utf8.count < 3_000)
    #expect(!drawn.contains("\u{FFFD}"))
  }

  @Test func `text from a single position of another file is drawn by itself`() {
    let file = SourceFile(path: "a.swift", bytes: Array("{\"a\": 1}".utf8), origin: SourcePosition(line: 57, column: 3))
    let drawn = HumanRenderer().render(Diagnostic(.error, "odd", "odd", at: SourceRange(file: file, bytes: 1..<4)))
    #expect(drawn.hasPrefix("a.swift:57:3: error: odd [odd]\n"))
    #expect(drawn.contains("57 | {\"a\": 1}\n"))
  }

  @Test func `a file as a whole has a headline and help only`() {
    let diagnostic = Diagnostic(.warning, "no-specs", "no spec files", file: "specs", help: "add one")
    #expect(HumanRenderer().render(diagnostic) == "specs:1:1: warning: no spec files [no-specs]\n  = help: add one\n")
  }

  @Test func `diagnostics are separated by an empty line`() {
    let one = Diagnostic(.error, "a", "one", file: "f")
    #expect(HumanRenderer().render([one, one]) == "f:1:1: error: one [a]\n\nf:1:1: error: one [a]\n")
  }

  @Test func `color changes only escape sequences`() throws {
    let text = MarkedText("a: 1️⃣b1️⃣ 2️⃣c2️⃣")
    let file = SourceFile(path: "f", text: text.text)
    let note = Diagnostic.Note("see", at: SourceRange(file: file, bytes: text[2]))
    let range = SourceRange(file: file, bytes: text[1])
    let colors: [Diagnostic.Severity: String] = [.error: "1;31", .warning: "1;33", .note: "36"]
    for severity in [Diagnostic.Severity.error, .warning, .note] {
      let diagnostic = Diagnostic(severity, "odd", "odd", at: range, label: "here", notes: [note], help: "help")
      let colored = HumanRenderer(usesColor: true).render(diagnostic)
      #expect(colored.contains("\u{1B}[\(colors[severity] ?? "")m^ here\u{1B}[0m"))
      #expect(colored.replacing(/\x1B\[[0-9;]*m/, with: "") == HumanRenderer().render(diagnostic))
    }
  }
}
