import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct IgnoreCommentTests {
  static func lint(_ text: String) throws -> [String] {
    try LintRuleTests.lint([("a.mock.yaml", text)]).map { "\($0.start.line): \($0.code)" }
  }

  @Test func `a comment silences its own line, or the next if it stands alone`() throws {
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

  @Test func `a comment that silences nothing is reported, and so is a rule that isn't there`() throws {
    #expect(
      try Self.lint(
        """
        requests:
          A:
            match: GET /a  # mockspec-ignore: body-not-sent, body-not-set
            responses: {R: {}}
        """) == ["4: unused-ignore", "4: unused-ignore"])
  }

  @Test func `a body file's mistake is ignored where the file is named`() throws {
    let body = ("b.json", "{")
    let spec = "requests: {A: {match: GET /a, responses: {R: {file: b.json}}}}"
    #expect(try LintRuleTests.lint([("a.mock.yaml", spec), body]).map(\.code) == ["invalid-json-body"])
    let ignored = spec + " # mockspec-ignore: invalid-json-body"
    #expect(try LintRuleTests.lint([("a.mock.yaml", ignored), body]).map(\.code) == [])
  }

  @Test func `the words inside a value are no comment`() throws {
    #expect(
      try Self.lint("requests: {A: {match: GET /a, responses: {R: {text: 'x# mockspec-ignore: body-not-sent'}}}}") == []
    )
  }
}
