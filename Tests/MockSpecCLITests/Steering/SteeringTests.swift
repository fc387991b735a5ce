import MockSpec
import MockSpecControl
import MockSpecDiagnostics
import TestSupport
import Testing

/// The commands that change what a running server answers.
@Suite(.timeLimit(.minutes(20)))
struct SteeringTests {
  let mock: SteeredMock

  init() async throws { mock = try await SteeredMock() }

  @Test func `status shows requests by file, what is next and why`() async throws {
    try mock.engine.session.activate(scene: "Airplane mode")
    mock.call("GET", "/items/1")
    let outcome = try await mock.run("status")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.output == """
        \(mock.url): 3 requests, 6 responses, 1 file
        scene: Airplane mode

        \(mock.specs)/a.mock.yaml
          Items  GET /items/{id}  → B  [sequence, 2 of 3]  1 call
          Login  POST /login      → Offline  [scene]
          Old    GET /old         → R  [default]  [disabled]

        """)
  }

  @Test func `status shows the errors of an edit first`() async throws {
    let file = SourceFile(path: "specs/a.mock.yaml", text: "requests: {\n  Logn: 1}")
    mock.control.projectRejected(
      "not reloaded: the last valid version stays in use",
      [
        Diagnostic(
          .error, "unknown-key", "unknown key 'staus'", at: SourceRange(file: file, bytes: 14..<18),
          help: "did you mean 'status'?")
      ])
    let outcome = try await mock.run("status")
    #expect(
      outcome.output.hasPrefix(
        """
        problem: not reloaded: the last valid version stays in use
        specs/a.mock.yaml:2:3: error: unknown key 'staus' [unknown-key]
          help: did you mean 'status'?

        \(mock.url): 3 requests
        """), "\(outcome.output)")
  }

  @Test func `json is the answer of the server as it is`() async throws {
    let outcome = try await mock.run("status", "--format", "json")
    #expect(outcome.output.hasPrefix(#"{"version":1,"session":null,"#))
    let problem = try await mock.run("scene", "Nowhere", "--format", "json")
    #expect(problem.status == 1)
    #expect(problem.output.hasPrefix(#"{"type":"urn:mockspec:problem:unknown-name","#))
    #expect(problem.errors.hasPrefix("error: no scene is named 'Nowhere'"))
  }

  @Test func `responses are selected and deselected`() async throws {
    let pairs = try await mock.run("select", "Login=Wrong Password", "Items=B")
    #expect(pairs.status == 0)
    #expect(pairs.output == "Login → Wrong Password  [selection]\nItems → B  [selection]\n")
    #expect(mock.call("POST", "/login") == "Wrong Password")
    let words = try await mock.run("select", "Login", "Offline")
    #expect(words.output == "Login → Offline  [selection]\n")
    let deselected = try await mock.run("deselect", "Login", "Items")
    #expect(deselected.output == "Login → Success  [default]\nItems → A  [sequence, 1 of 3]\n")
  }

  @Test(
    arguments: [
      (["select", "Login=Offlin"], 1, "error: request 'Login' has no response 'Offlin': did you mean 'Offline'?\n"),
      (["select", "Logn=Offline"], 1, "did you mean 'Login'?\n"),
      (["select", "Login"], 64, "expected 'request=response', found 'Login'"),
      (["select", "=Offline"], 64, "error: expected a name, found an empty text\n"),
      (["deselect", "Logn"], 1, "did you mean 'Login'?\n"),
      (["enable", "Logn"], 1, "did you mean 'Login'?\n"),
      (["disable", "Logn"], 1, "did you mean 'Login'?\n"),
      (["disable"], 64, "Missing expected argument"),
      (["scene", "Airplane mod"], 1, "did you mean 'Airplane mode'?\n"),
      (["scene"], 64, "expected the name of a scene, or '--none'"),
      (["scene", "Airplane mode", "--none"], 64, "can't be combined"),
      (["reset", "Login"], 64, "Unexpected argument 'Login'"),
      (["selct", "Login=Offline"], 64, "error: unknown command 'selct': did you mean 'select'?\n"),
      (["state", "a=b"], 1, "'a'"),
      (["state", "a = b", "c"], 1, "'a = b'"),
      (["status", "--session", "a/b"], 64, "such as '-', found 'a/b'"),
      (["status", "--server", "https://localhost:1"], 69, "nothing listens on https://localhost:1"),
      (["status", "--server", "ftp://localhost:1"], 64, "expected the URL of a server such as http"),
      (["status", "--server", "localhost:8080"], 64, "such as http://localhost:8080, found"),
      (["status", "--server", "http://localhost/x"], 64, "expected the URL of a server"),
      (["calls", "--request", "Logn"], 1, "did you mean 'Login'?\n"),
      (["calls", "--limit", "0"], 64, "expected a number from 1 to 1000"),
      (["calls", "--request", "Login", "--unmatched"], 64, "can't be combined"),
      (["verify", "Login"], 64, "expected one of '--exactly', '--at-least' and '--at-most'"),
      (["verify", "Login", "--exactly", "1", "--at-most", "2"], 64, "expected one of"),
      (["verify", "Logn", "--exactly", "1"], 1, "did you mean 'Login'?\n"),
      (["verify", "Login", "--exactly", "1", "--match", "{pathh: /}"], 64, "error: 'match': unknown key 'pathh'"),
      (["verify", "Login", "--exactly", "1", "--match", "{body: ["], 64, "--match: "),
      (["add", "nowhere.yaml"], 66, "error: the spec 'nowhere.yaml' doesn't exist\n"),
      (["add", "-"], 64, "requires a name"),
    ] as [([String], Int32, String)])
  func `a wrong use is reported`(arguments: [String], status: Int32, message: String) async throws {
    let outcome = try await mock.run(arguments)
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output == "")
  }

  @Test func `requests are enabled and disabled`() async throws {
    #expect(try await mock.run("enable", "Old").output == "Old → R  [default]\n")
    #expect(mock.call("GET", "/old") == "R")
    #expect(try await mock.run("disable", "Old").output == "Old → R  [default]  [disabled]\n")
    #expect(mock.call("GET", "/old") == nil)
  }

  @Test func `a scene is activated and deactivated, and everything is reset`() async throws {
    #expect(try await mock.run("scene", "Airplane mode").output == "scene: Airplane mode\n")
    #expect(mock.call("POST", "/login") == "Offline")
    #expect(try await mock.run("scene", "--none").output == "scene: none\n")
    #expect(mock.call("POST", "/login") == "Success")
    try mock.engine.session.select("Offline", for: "Login")
    let reset = try await mock.run("reset")
    #expect(
      reset.status == 0
        && reset.output
          == "reset: selections, scene, states, items, sequences, disabled requests, streams, WebSockets, callbacks\n"
    )
    #expect(mock.call("POST", "/login") == "Success")
  }

  @Test(arguments: [["reset"], ["deselect", "Login"], ["scene", "--none"], ["remove", "a.mock.yaml"]])
  func `a session that was never begun can't be reset`(command: [String]) async throws {
    let outcome = try await mock.run(command + ["--session", "typo"])
    #expect(outcome.status == 1 && outcome.errors == "error: no session has the ID 'typo'\n", "\(outcome)")
    #expect(mock.engine.sessions.isEmpty)
  }

  @Test func `sessions don't affect each other`() async throws {
    #expect(try await mock.run("select", "Login=Offline", "--session", "one").status == 0)
    #expect(mock.call("POST", "/login", session: "one") == "Offline")
    #expect(mock.call("POST", "/login") == "Success")
    let status = try await mock.run("status", "--session", "one")
    #expect(status.output.contains("\nsession: one\n") && status.output.contains("\n1 session\n"), "\(status.output)")
    #expect(try await mock.run("calls", "--session", "one").output.split(separator: "\n").count == 1)
  }

  @Test func `a spec is added, answers, and is removed`() async throws {
    try mock.save("mockspec: 1\nrequests: {Extra: {match: GET /extra, responses: {R: {}}}}\n", to: "extra.mock.yaml")
    let added = try await mock.run("add", "extra.mock.yaml")
    #expect(added.status == 0 && added.output == "added 'extra.mock.yaml': Extra\n", "\(added.errors)")
    #expect(mock.call("GET", "/extra") == "R")
    #expect(try await mock.run("add", "extra.mock.yaml").output == "replaced 'extra.mock.yaml': Extra\n")
    #expect(try await mock.run("status").output.contains("\nextra.mock.yaml (added at run time)\n  Extra"))
    #expect(try await mock.run("remove", "extra.mock.yaml").output == "removed 'extra.mock.yaml'\n")
    #expect(mock.call("GET", "/extra") == nil)
    #expect(try await mock.run("remove", "extra.mock.yaml").status == 1)
    try mock.save("mockspec: 1\nrequests: {Extra: {match: GET /extra, reponses: {R: {}}}}\n", to: "wrong.mock.yaml")
    let wrong = try await mock.run("add", "wrong.mock.yaml")
    #expect(wrong.status == 1 && wrong.errors.hasPrefix("wrong.mock.yaml:2:"), "\(wrong.errors)")
    #expect(wrong.errors.contains("unknown key 'reponses'"))
  }
}
