import MockSpecDiagnostics
import Testing

struct GitHubRendererTests {
  @Test func `a diagnostic is a command with its place, and its message, help and notes as lines`() {
    #expect(
      GitHubRenderer().render(Report.diagnostics) == """
        ::error file=specs/broken.mock.json,title=unreadable::the file is a folder
        ::warning file=specs/users.mock.yaml,line=1,endLine=1,col=4,endColumn=6,title=empty-match::\
        '{}' matches anything%0Ahelp: write '*'
        ::error file=specs/users.mock.yaml,line=3,endLine=3,col=3,endColumn=8,title=unknown-key::\
        unknown key 'staus'%0Ahelp: did you mean 'status'?\
        %0Anote: /else where/ü.mock.yaml:1:1: see 'Login'%0Anote: specs/users.mock.yaml:1:4: and this
        ::notice file=specs/users.mock.yaml,line=4,endLine=6,title=unreadable::more than one line
        """)
  }

  @Test func `delimiters in properties are escaped`() {
    let diagnostic = Diagnostic(.error, "odd", "a", file: "100%:1,2\r\n::error")
    #expect(GitHubRenderer().render([diagnostic]) == "::error file=100%25%3A1%2C2%0D%0A%3A%3Aerror,title=odd::a")
  }

  @Test func `the user's text in a message can't start another command`() {
    let diagnostic = Diagnostic(.error, "odd", "100%: a, b\n::stop-commands::x\u{0}", file: "f", help: "a%0Ab\r")
    #expect(
      GitHubRenderer().render([diagnostic])
        == "::error file=f,title=odd::100%25: a, b␊::stop-commands::x␀%0Ahelp: a%250Ab␍")
  }

  @Test func `without diagnostics, the output is empty`() {
    #expect(GitHubRenderer().render([]).isEmpty)
  }
}
