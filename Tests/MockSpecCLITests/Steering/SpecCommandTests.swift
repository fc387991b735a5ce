import TestSupport
import Testing

/// The commands `add` and `remove`, with answers as `openapi.json` describes them.
@Suite(.timeLimit(.minutes(20)))
struct SpecCommandTests {
  private static let spec = "mockspec: 1\nrequests:\n  A: {match: GET /a, reponses: {R: {}}}\n"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["more/extra spec.mock.yaml": Self.spec]) }

  @Test(arguments: [("201 Created", "added"), ("200 OK", "replaced")])
  func `a spec is sent under the name of its file`(status: String, verb: String) async throws {
    let name = "extra spec.mock.yaml"
    let spec =
      #"{"name":"\#(name)","requests":["A","B"],"replaces":[],"size":0,"text":"","format":"yaml","problem":null}"#
    let server = try CannedServer(status, body: spec)
    let outcome = try await Program.run("add", "more/extra spec.mock.yaml", "--server", server.url, in: folder.path)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(outcome.output == "\(verb) 'extra spec.mock.yaml': A, B\n")
    let call = try await server.call.value
    #expect(call.hasPrefix("PUT /__mockspec/specs/extra%20spec.mock.yaml HTTP/1.1\r\n"))
    #expect(call.contains("\r\nContent-Type: application/yaml\r\n") && call.hasSuffix("\r\n\r\n" + Self.spec))
  }

  @Test func `adding a spec says what it replaces`() async throws {
    let spec =
      #"{"name":"x","requests":["A","B","C"],"replaces":["A","C"],"size":0,"text":"","format":"yaml","problem":null}"#
    let server = try CannedServer("201 Created", body: spec)
    let outcome = try await Program.run(
      "add", "more/extra spec.mock.yaml", "--name", "x", "--server", server.url, in: folder.path)
    #expect(outcome.output == "added 'x': A, B, C\nreplaces requests of the project: A, C\n")
  }

  @Test func `errors of a spec are shown as by validate`() async throws {
    let server = try CannedServer(
      "422 Unprocessable Content", type: "application/problem+json",
      body: """
        {"type":"urn:mockspec:problem:invalid","title":"","status":422,"detail":"the spec isn't valid","code":"invalid",\
        "diagnostics":[{"file":"extra","line":3,"column":22,"endLine":3,"endColumn":30,"severity":"error",\
        "code":"unknown-key","message":"unknown key 'reponses'","help":"did you mean 'responses'?","notes":[]}]}
        """)
    let outcome = try await Program.run(
      "add", "more/extra spec.mock.yaml", "--name", "extra", "--server", server.url, in: folder.path)
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(
      outcome.errors == """
        more/extra spec.mock.yaml:3:22: error: unknown key 'reponses' [unknown-key]
          |
        3 |   A: {match: GET /a, reponses: {R: {}}}
          |                      ^^^^^^^^
          = help: did you mean 'responses'?

        error: the spec isn't valid

        """)
    #expect(try await server.call.value.hasPrefix("PUT /__mockspec/specs/extra HTTP/1.1\r\n"))
  }

  @Test func `a spec is removed`() async throws {
    let server = try CannedServer("204 No Content")
    let outcome = try await Program.run("remove", "a/b", "--server", server.url, "--session", "one")
    #expect(outcome.status == 0 && outcome.output == "removed 'a/b'\n", "\(outcome.errors)")
    let call = try await server.call.value
    #expect(call.hasPrefix("DELETE /__mockspec/specs/a%2Fb HTTP/1.1\r\n"))
    #expect(call.contains("\r\nMockspec-Session: one\r\n"))
  }

  @Test func `a spec that isn't there can't be removed`() async throws {
    let server = try CannedServer(
      "404 Not Found", type: "application/problem+json",
      body: #"{"type":"","title":"","status":404,"detail":"no spec is named 'x'","code":"unknown-name"}"#)
    let outcome = try await Program.run("remove", "x", "--server", server.url)
    #expect(outcome.status == 1 && outcome.errors == "error: no spec is named 'x'\n")
  }
}
