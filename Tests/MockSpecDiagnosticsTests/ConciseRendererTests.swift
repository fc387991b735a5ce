import MockSpecDiagnostics
import Testing

struct ConciseRendererTests {
  @Test func `a diagnostic is one line, and its notes and help are left out`() {
    #expect(
      ConciseRenderer().render(Report.diagnostics) == """
        specs/broken.mock.json:1:1: error: the file is a folder [unreadable]
        specs/users.mock.yaml:1:4: warning: '{}' matches anything [empty-match]
        specs/users.mock.yaml:3:3: error: unknown key 'staus' [unknown-key]
        specs/users.mock.yaml:4:3: note: more than one line [unreadable]
        """)
  }

  @Test func `the user's text can't start another line`() {
    let diagnostic = Diagnostic(.error, "odd", "found 'a\nb\r\u{1B}'", file: "f\ng")
    #expect(ConciseRenderer().render([diagnostic]) == "f␊g:1:1: error: found 'a␊b␍␛' [odd]")
  }

  @Test func `color changes only escape sequences`() {
    let colored = ConciseRenderer(usesColor: true).render(Report.diagnostics)
    #expect(colored.contains("\u{1B}[1;31merror: "))
    #expect(colored.replacing(/\x1B\[[0-9;]*m/, with: "") == ConciseRenderer().render(Report.diagnostics))
  }

  @Test func `without diagnostics, the output is empty`() {
    #expect(ConciseRenderer().render([]).isEmpty)
  }
}
