import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct IgnoreCommentTests {
  static func lint(_ text: String) throws -> [String] {
    try LintRuleTests.lint([("a.mock.yaml", text)]).map { "\($0.start.line): \($0.code)" }
  }

  @Test func `a comment silences its own line, or the next line if it is the only text`() throws {
    #expect(
      try Self.lint(
        """
        requests:
          A:
            match: GET /a
            responses:
              R: {status: 204, text: x}  # mockspec-ignore: body-not-sent
              # mockspec-ignore: body-not-sent
              S: {status: 304, text: x}
              T: {status: 204, text: x}
        """) == ["9: body-not-sent"])
  }

  @Test func `an unused comment and an unknown rule are reported`() throws {
    #expect(
      try Self.lint(
        """
        requests:
          A:
            match: GET /a  # mockspec-ignore: body-not-sent, body-not-set
            responses: {R: {}}
        """) == ["4: unused-ignore", "4: unused-ignore"])
  }

  @Test func `the warning says why a comment silences nothing`() throws {
    let found = try LintRuleTests.lint([
      ("a.mock.yaml", "requests: {}  # mockspec-ignore: unknown-key, unreachable-reqest, unused-ignore\n")
    ])
    #expect(
      found.map(\.message) == [
        "'unknown-key' is an error, and errors can't be ignored", "no rule is named 'unreachable-reqest'",
        "'unused-ignore' reports nothing here, so there is nothing to ignore",
      ])
    #expect(found.map(\.help) == ["remove the comment", "did you mean 'unreachable-request'?", "remove the comment"])
  }

  @Test(arguments: [true, false])
  func `warnings of the parser can be ignored, even if there are errors`(isLinting: Bool) throws {
    let text = """
      mockspec: 1
      requests:
        A:
          match: GET /a
          responses: {R: {text: &b c}}  # mockspec-ignore: unused-anchor
      """
    for (text, found) in [(text, []), (text + "\n  B: {}", ["missing-key", "missing-key"])] {
      let folder = try TemporaryFolder(["a.mock.yaml": text])
      let loader = SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: isLinting)
      #expect(try loader.load(number: 1).diagnostics.map(\.code) == found)
    }
  }

  @Test func `an error isn't ignored`() throws {
    let text = "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {staus: 1}}}}  # mockspec-ignore: unknown-key\n"
    let folder = try TemporaryFolder(["a.mock.yaml": text])
    let loader = SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true)
    #expect(try loader.load(number: 1).diagnostics.map(\.code) == ["unknown-key"])
  }

  @Test func `a warning about a body file is ignored at the line that names the file`() throws {
    let body = ("b.json", "{")
    let spec = "requests: {A: {match: GET /a, responses: {R: {file: b.json}}}}"
    #expect(try LintRuleTests.lint([("a.mock.yaml", spec), body]).map(\.code) == ["invalid-json-body"])
    let ignored = spec + " # mockspec-ignore: invalid-json-body"
    #expect(try LintRuleTests.lint([("a.mock.yaml", ignored), body]).map(\.code) == [])
  }

  @Test func `the text of an ignore comment inside a value is ignored`() throws {
    #expect(
      try Self.lint("requests: {A: {match: GET /a, responses: {R: {text: 'x# mockspec-ignore: body-not-sent'}}}}") == []
    )
  }
}
