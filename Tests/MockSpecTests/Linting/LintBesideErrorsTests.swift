import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Warnings that don't need a project without errors are reported beside its errors.
struct LintBesideErrorsTests {
  /// Returns the diagnostics as `file:line: code`.
  static func found(_ files: [String: String]) throws -> [String] {
    let folder = try TemporaryFolder(files)
    let project = try SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true).check()
    return project.diagnostics.map { "\($0.file):\($0.start.line): \($0.code)" }
  }

  /// Returns the diagnostics of a spec as `line: code`.
  static func found(_ requests: String) throws -> [String] {
    try found(["a.mock.yaml": "mockspec: 1\n" + requests]).map { String($0.dropFirst("a.mock.yaml:".count)) }
  }

  private static let doubtful = "A: {match: 'GET /:a', responses: {R: {status: 204, text: x}}}"

  @Test func `a request without errors is linted beside one with an error`() throws {
    #expect(
      try Self.found(
        """
        requests:
          \(Self.doubtful)
          B: {match: 'GET /:b', responses: {R: {staus: 204, text: x}}}
          C: {match: 'GET /:c', responses: {R: {file: none.txt}}}
        """) == ["3: parameter-style", "3: body-not-sent", "4: unknown-key", "5: missing-body-file"])
  }

  @Test func `a file without errors is linted beside one with an error, even in its syntax`() throws {
    #expect(
      try Self.found([
        "a.mock.yaml": "mockspec: 1\nrequests:\n  \(Self.doubtful)\n",
        "b.mock.yaml": "mockspec: 1\nrequests:\n  B: {match: 'GET /:b', responses: {R: {status: 204]}}\n",
        "c.mock.yaml": "mockspec: 1\nrequests:\n  C: {match: GET /c, responses: {R: {status: soon}}}\n",
      ]) == [
        "a.mock.yaml:3: parameter-style", "a.mock.yaml:3: body-not-sent", "b.mock.yaml:3: yaml-syntax",
        "c.mock.yaml:3: wrong-type",
      ])
  }

  @Test(arguments: [
    // A misspelled key can be `defaults`, which all requests inherit.
    ("default: {status: 200}\nrequests:\n  \(doubtful)", ["2: unknown-key"]),
    ("defaults: {status: soon}\nrequests:\n  \(doubtful)", ["2: wrong-type"]),
    // The captured name is in a condition that is at the wrong level.
    (
      "requests:\n  A:\n    responses: {R: {template: true, text: '{{request.path.id}}'}}\n  match: GET /a/{id}",
      ["5: misplaced-key"]
    ),
    // The second request has the content of the first.
    (
      "requests:\n  A: &a {match: 'GET /:a', responses: {R: {staus: 1}}}\n  B: {match: GET /b, responses: *r}\n"
        + "  C: *a",
      ["3: unknown-key", "4: unknown-anchor"]
    ),
    // A name that the path doesn't capture is reported once.
    (
      "requests:\n  A: {match: {path: '/{a}', params: {b: x}}, "
        + "responses: {R: {template: true, text: '{{request.path.b}}'}}}",
      ["3: unknown-parameter"]
    ),
    // Which request answers is compared in a project without errors.
    (
      "requests:\n  A: {match: GET /a, responses: {R: {}}}\n  B: {match: GET /a, responses: {R: {}}}\n"
        + "  C: {match: GET /c, responses: {R: {staus: 1}}}",
      ["5: unknown-key"]
    ),
  ])
  func `what can follow from an error isn't reported`(requests: String, found: [String]) throws {
    #expect(try Self.found(requests) == found)
  }

  @Test func `errors in the project's defaults silence the rules, and errors elsewhere in its file don't`() throws {
    let spec = "mockspec: 1\nrequests:\n  \(Self.doubtful)\n"
    for (settings, isLinted) in [
      ("defaults: {status: soon}", false), ("default: {status: 204}", false), ("server: {port: x}", true),
      ("scenes: {S: {B: R}}", true),
    ] {
      let found = try Self.found(["mockspec.yaml": "mockspec: 1\n\(settings)\n", "a.mock.yaml": spec])
      #expect(found.count == (isLinted ? 3 : 1), "\(settings): \(found)")
      #expect(found.contains("a.mock.yaml:3: parameter-style") == isLinted)
    }
  }

  @Test func `comments silence these warnings, and unused ones aren't reported`() throws {
    #expect(
      try Self.found(
        """
        requests:
          # mockspec-ignore: parameter-style, body-not-sent, ambiguous-request
          \(Self.doubtful)
          B: {match: GET /b, responses: {R: {staus: 204}}}  # mockspec-ignore: body-not-sent
        """) == ["5: unknown-key"])
  }

  @Test func `a secret is reported in a broken file, too`() throws {
    let key = "AKIA" + "IOSFODNN7EXAMPLQ"
    #expect(
      try Self.found("default: {}\nrequests:\n  A: {match: GET /a, responses: {R: {json: {key: \(key)}}}}")
        == ["2: unknown-key", "4: real-looking-secret"])
  }
}
