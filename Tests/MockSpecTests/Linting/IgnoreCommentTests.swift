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

  @Test func `an unused comment hides no warning of another request`() throws {
    #expect(
      try Self.lint(
        """
        requests:
          A: {match: GET /a, responses: {R: {}}}  # mockspec-ignore: body-not-sent
          B: {match: GET /b, responses: {R: {status: 204, text: x}}}
          # mockspec-ignore: body-not-sent
          C: {match: GET /c, responses: {R: {}}}
          D: {match: GET /d, responses: {R: {status: 204, text: x}}}
        """
      ).sorted() == ["3: unused-ignore", "4: body-not-sent", "5: unused-ignore", "7: body-not-sent"])
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
    #expect(found.map(\.help) == ["remove the name", "did you mean 'unreachable-request'?", "remove the name"])
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
    for (text, found) in [(text, []), (text + "\n  B: {}", ["missing-key"])] {
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

  @Test(arguments: [
    "'x# mockspec-ignore: body-not-sent'", "'x # mockspec-ignore: body-not-sent'", "\"x # mockspec-ingore: y\"",
    "|\n      x\n      # mockspec-ignore: nothing\n      # mockspec-ingore x\n      y",
    ">-\n\n      # mockspec-ignore: nothing", "'x\n\n      # mockspec-ignore: nothing'", "x#mockspec-ignore",
  ])
  func `the text of an ignore comment inside a value is ignored`(text: String) throws {
    #expect(
      try Self.lint(
        "requests:\n  A:\n    match: GET /a\n    responses: {R: {}}\n  B:\n    description: \(text)\n"
          + "    match: GET /b\n    responses: {R: {}}\n") == [])
  }

  @Test(arguments: [
    "        # mockspec-ignore: tag-outside-template\n        text: |",
    "        text: |  # mockspec-ignore: tag-outside-template",
    "        text: >-  # mockspec-ignore: tag-outside-template",
    "        # mockspec-ignore: tag-outside-template\n        text: |+\n\n",
  ])
  func `a comment before a text of several lines silences warnings in it`(header: String) throws {
    let text =
      "requests:\n  A:\n    match: GET /a\n    responses:\n      R:\n\(header)\n"
      + "          first\n          # no comment\n          {{uuid}}\n"
    #expect(try Self.lint(text) == [])
    #expect(try Self.lint(text.replacing("ignore: tag", with: "ignore: body-not-sent, tag")).count == 1)
    let other = text.replacing("# mockspec-ignore: tag-outside-template", with: "")
    #expect(try Self.lint(other).map { $0.suffix(20) } == ["tag-outside-template"])
  }

  @Test(arguments: [
    "# mockspec-ignore body-not-sent", "# mockspec-ignore", "# mockspec-ignore:", "# mockspec-ignore : body-not-sent",
    "#mockspec-ignore: body-not-sent", "## mockspec-ignore: body-not-sent", "# mockspec-ingore: body-not-sent",
    "# mockspec ignore: body-not-sent", "# MockSpec-ignore: body-not-sent", "# mockspec_ignore: body-not-sent",
    "# mockspecignore: body-not-sent", "# mockspec-ignored: body-not-sent", "# mockspec-ignore-next: body-not-sent",
    "# mock-spec-ignore: body-not-sent", "# mockspec-ignore, body-not-sent",
  ])
  func `a comment of another form is reported, with the form`(comment: String) throws {
    let found = try LintRuleTests.lint([
      ("a.mock.yaml", "requests:\n  A: {match: GET /a, responses: {R: {status: 204, text: x}}}  \(comment)\n")
    ])
    #expect(found.map(\.code) == ["body-not-sent", "unused-ignore"])
    #expect(found.last?.range?.text == comment)
    #expect(found.last?.messageWithAdvice.contains("'# mockspec-ignore: NAME'") == true)
  }

  @Test(arguments: [
    "# mockspec ignores the body", "# mockspec", "# see mockspec-ignore: x", "# mockspec: 1", "# mocks-to-ignore: x",
    "# mockspec-specs: x", "# yaml-language-server: $schema=mockspec.schema.json",
  ])
  func `other comments aren't`(comment: String) throws {
    #expect(try Self.lint("requests: {}  \(comment)\n\(comment)\n") == [])
  }

  @Test func `a key silences warnings in YAML, too`() throws {
    #expect(
      try Self.lint(
        """
        requests:
          A:
            x-mockspec-ignore: [body-not-sent, parameter-style]
            match: GET /:a
            responses: {R: {status: 204, text: x}}
          B: {match: GET /:b, responses: {R: {}}}
        """) == ["7: parameter-style"])
  }

  @Test(arguments: [
    #""x-mockspec-ingore": "body-not-sent""#, #""x-mockspec-ignored": ["body-not-sent"]"#, #""x-mockspec-ignore": [1]"#,
    #""x-mockspec-ignore": """#, #""x-mockspec-ignore": []"#, #""x-mockspec-ignore": {"body-not-sent": true}"#,
    #""x-mockspec_ignore": "body-not-sent""#, #""x-mockspecIgnore": true"#,
  ])
  func `a key that silences nothing is reported`(entry: String) throws {
    let text = #"{"mockspec": 1, "requests": {"A": {\#(entry), "match": "GET /a", "responses": {"R": {}}}}}"#
    let found = try LintRuleTests.lint([("a.mock.json", text)])
    #expect(found.map(\.code) == ["unused-ignore"])
    #expect(found.first?.messageWithAdvice.contains("x-mockspec-ignore") == true)
  }
}
