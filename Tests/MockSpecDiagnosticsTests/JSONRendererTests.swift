import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

struct JSONRendererTests {
  private static let summary = DiagnosticSummary(files: 2, requests: 3, responses: 5)

  private static func parsed(_ diagnostics: [Diagnostic]) throws -> [String: Any] {
    let text = JSONRenderer().render(diagnostics, summary: summary)
    return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `keys are in the documented order`() {
    let text = MarkedText("2️⃣a2️⃣: 1️⃣日\n1️⃣b: 1")
    let file = SourceFile(path: "f.yaml", text: text.text)
    let note = Diagnostic.Note("see", at: SourceRange(file: file, bytes: text[2]))
    let diagnostic = Diagnostic(
      .error, "odd", "this is odd", at: SourceRange(file: file, bytes: text[1]), notes: [note], help: "drop it")
    let rendered = JSONRenderer().render([diagnostic], summary: Self.summary)
    #expect(
      rendered == #"{"version":1,"diagnostics":["#
        + #"{"file":"f.yaml","line":1,"column":4,"endLine":2,"endColumn":1,"severity":"error","code":"odd","#
        + #""message":"this is odd","help":"drop it","#
        + #""notes":[{"file":"f.yaml","line":1,"column":1,"message":"see"}]}],"#
        + #""summary":{"files":2,"requests":3,"responses":5,"errors":1,"warnings":0}}"#)
  }

  @Test func `a fix is last, with its range and text`() {
    let text = MarkedText("日: 1️⃣/{id}1️⃣\n")
    let range = SourceRange(file: SourceFile(path: "f.yaml", text: text.text), bytes: text[1])
    let diagnostic = Diagnostic(.error, "odd", "this is odd", at: range, fix: Fix(range, "'/{id}'"))
    #expect(
      JSONRenderer().render([diagnostic], summary: Self.summary).contains(
        #""notes":[],"fix":{"line":1,"column":4,"endLine":1,"endColumn":9,"text":"'/{id}'"}}]"#))
  }

  @Test func `control characters that terminals obey are escaped`() {
    var json = JSONText()
    json.string("\u{9B}31m\u{85}\u{7F}é\u{A0}")
    #expect(json.string == #""\u009b31m\u0085\u007fé"# + "\u{A0}\"")
  }

  @Test func `no diagnostics are an empty list`() {
    #expect(
      JSONRenderer().render([], summary: Self.summary)
        == #"{"version":1,"diagnostics":[],"summary":{"files":2,"requests":3,"responses":5,"errors":0,"warnings":0}}"#)
  }

  @Test func `missing help is omitted, and missing notes are an empty list`() throws {
    let diagnostics = try #require(try Self.parsed([Diagnostic(.note, "a", "b", file: "c")])["diagnostics"] as? [Any])
    let diagnostic = try #require(diagnostics.first as? [String: Any])
    #expect(diagnostic["help"] == nil)
    #expect((diagnostic["notes"] as? [Any])?.isEmpty == true)
    #expect(diagnostic["severity"] as? String == "note")
  }

  @Test func `a label is the help if there is none`() throws {
    let range = SourceRange(file: SourceFile(path: "f", text: "x"), bytes: 0..<1)
    let diagnostic = Diagnostic(.error, "unknown-key", "unknown", at: range, label: "did you mean 'y'?")
    let diagnostics = try #require(try Self.parsed([diagnostic])["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.first?["help"] as? String == "did you mean 'y'?")
  }

  @Test func `errors and warnings are counted`() throws {
    let diagnostics = [Diagnostic.Severity.error, .warning, .warning, .note].map { Diagnostic($0, "a", "b", file: "c") }
    let summary = try #require(try Self.parsed(diagnostics)["summary"] as? [String: Int])
    #expect(summary == ["files": 2, "requests": 3, "responses": 5, "errors": 1, "warnings": 2])
  }

  @Test(arguments: ["\"quoted\" \\ /", "tab\tline\nreturn\r", "\u{0}\u{1}\u{1F}\u{7F}", "日本 😀 \u{2028}", ""])
  func `any text is preserved`(text: String) throws {
    let diagnostics = try #require(
      try Self.parsed([Diagnostic(.error, "a", text, file: text, help: text)])["diagnostics"] as? [[String: Any]])
    let diagnostic = try #require(diagnostics.first)
    #expect(diagnostic["message"] as? String == text)
    #expect(diagnostic["file"] as? String == text)
    #expect(diagnostic["help"] as? String == text)
  }
}
