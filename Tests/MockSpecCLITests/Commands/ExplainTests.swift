import Foundation
import TestSupport
import Testing

struct ExplainTests {
  static let spec = """
    mockspec: 1
    requests:
      Login:
        match: {method: POST, path: /login, headers: {Accept: application/json}, body: {json: {user: Ada}}}
        responses: {Success: {json: {token: abc}}, Offline: {error: timedOut}}
      Any: {match: POST /**, responses: {R: {}}, priority: -1}
    """

  func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "a.mock.yaml": Self.spec, "mockspec.yaml": "mockspec: 1\nscenes: {Airplane mode: {Login: Offline}}\n",
      "login.json": #"{"user": "Ada"}"#,
    ])
  }

  @Test(arguments: [("POST /login", "POST /login"), ("/login", "GET /login"), ("POST", "POST /login")])
  func `a missing method or URL is reported with an example`(request: String, example: String) async throws {
    let folder = try folder()
    let outcome = try await Program.run("explain", request, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: expected a method and a URL, as in: mockspec explain \(example)\n"))
  }

  @Test func `the response that answers is explained, with the requests of lower rank`() async throws {
    let folder = try folder()
    let outcome = try await Program.run(
      "explain", "POST", "https://api.example.com/login", "-H", "Accept: application/json", "--body", "login.json",
      in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        'Login' answers POST https://api.example.com/login with 'Success' (200, application/json, 15 bytes)
        why 'Success': the default

        Login (a.mock.yaml:3:3)
          ✓ method: POST
          ✓ path: '/login'
          ✓ header 'Accept': 'application/json'
          ✓ body json: expected JSON with {"user":"Ada"}, found {"user":"Ada"}

        other requests that match:

        Any (a.mock.yaml:6:3): lower priority: -1, not 0
          ✓ method: POST
          ✓ path: expected '/**', found '/login'

        """)
  }

  @Test func `a call that a server answers itself is explained as one`() async throws {
    let folder = try folder()
    let outcome = try await Program.run("explain", "POST", "/__mockspec/scene", in: folder.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.output
        == "the server's control API answers POST /__mockspec/scene, if it is on\nin an app, requests can match this call\n"
    )
  }

  @Test func `scenes and selections apply as in serve`() async throws {
    let folder = try folder()
    let arguments = ["explain", "POST", "/login", "-H", "Accept: application/json", "--body", "login.json", "."]
    let scene = try await Program.run(Program.path, arguments + ["--scene", "Airplane mode"], in: folder.path)
    #expect(scene.output.contains("why 'Offline': the scene 'Airplane mode' selects it\n"))
    let selection = try await Program.run(Program.path, arguments + ["--select", "Login=Success"], in: folder.path)
    #expect(selection.output.contains("why 'Success': it is selected\n"))
    let unknown = try await Program.run(Program.path, arguments + ["--scene", "Nothing"], in: folder.path)
    #expect(unknown.status == 64)
  }

  @Test func `the exit status is 1 if no response answers, in both formats`() async throws {
    let folder = try folder()
    let human = try await Program.run("explain", "GET", "/login", ".", in: folder.path)
    #expect(human.status == 1)
    #expect(human.output.hasPrefix("no request matches GET /login\n\n"))
    #expect(human.output.contains("  ✗ method: expected POST, found GET (a.mock.yaml:6:16)\n"))
    #expect(human.output.contains("\na spec that answers this call:\n\nmockspec: 1\n"))
    let machine = try await Program.run("explain", "GET", "/login", ".", "--format", "json", in: folder.path)
    #expect(machine.status == 1)
    let report = try #require(JSONSerialization.jsonObject(with: Data(machine.output.utf8)) as? [String: Any])
    #expect(report["outcome"] as? String == "unmatched")
    #expect((report["candidates"] as? [Any])?.count == 2)
  }

  @Test func `the suggested spec can be pasted`() async throws {
    let folder = try folder()
    let human = try await Program.run("explain", "PUT", "/things/1?x=%20", ".", in: folder.path)
    let start = try #require(human.output.range(of: "mockspec: 1\n"))
    try String(human.output[start.lowerBound...]).write(
      toFile: folder.path + "/pasted.mock.yaml", atomically: true, encoding: .utf8)
    let again = try await Program.run("explain", "PUT", "/things/1?x=%20", ".", in: folder.path)
    #expect(again.status == 0)
    #expect(again.output.hasPrefix("'PUT /things/1' answers PUT /things/1?x=%20 with 'OK'"))
  }

  @Test(
    arguments: [
      (["explain", "GET", "items"], 64, "expected a URL such as https://api.example.com/login, or a path"),
      (["explain", "GET", "/a b"], 64, "write a space as %20"),
      (["explain", "GET", "/a", "-H", "Accept"], 64, "expected a header as 'name: value', found 'Accept'"),
      (["explain", "GET", "/a", "--body", "nowhere.json"], 66, "the body 'nowhere.json' doesn't exist"),
      (["explain", "GET", "/a", "nowhere"], 66, "nowhere"),
    ] as [([String], Int32, String)])
  func `invalid arguments are reported`(arguments: [String], status: Int32, message: String) async throws {
    let folder = try folder()
    let outcome = try await Program.run(Program.path, arguments, in: folder.path)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message))
  }

  @Test func `a body comes from the standard input`() async throws {
    let folder = try folder()
    let outcome = try await Program.run(
      "/bin/sh",
      [
        "-c",
        #"echo '{"user": "Bob"}' | "$0" explain POST /login -H 'Accept: application/json' --body - a.mock.yaml"#,
        Program.path,
      ], in: folder.path)
    #expect(outcome.output.hasPrefix("'Any' answers POST /login with 'R'"))
  }
}
