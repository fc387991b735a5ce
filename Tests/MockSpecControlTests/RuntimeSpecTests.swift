import HTTPTypes
import MockSpec
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpecControl

/// Mocks at run time.
struct RuntimeSpecTests {
  let folder: TemporaryFolder
  let client: ControlClient

  init() throws {
    folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\ndefaults: {headers: {X-Project: p}}\n",
      "a.mock.yaml": """
      mockspec: 1
      requests:
        Login: {match: POST /login, responses: {Success: {file: body.json}, Offline: {status: 503}}}
        Away: {match: GET /away, responses: {There: {forward: http://127.0.0.1:9}}}
      """,
      "body.json": "{}", "other.json": "[]",
    ])
    client = try ControlClient(folder: folder)
  }

  private func put(_ name: String, _ text: String, type: String = "application/yaml") async throws -> ControlReply {
    try await client.answer("PUT", "/specs/\(name)", body: text, type: type)
  }

  private static func spec(_ request: String, _ match: String, _ response: String = "text: new") -> String {
    "mockspec: 1\nrequests: {\(request): {match: \(match), responses: {R: {\(response)}}}}\n"
  }

  @Test func `a spec is added, listed, replaced and removed`() async throws {
    let added = try await put("x", Self.spec("New", "GET /new"))
    #expect(added.status == 201, "\(added.text)")
    #expect(added["requests", "0"] == "New" && added.text.contains(#""replaces":[]"#))
    guard case .reply(let reply) = client.call("GET", "/new").outcome else { return #expect(Bool(false)) }
    #expect(reply.fields[HTTPField.Name("X-Project")!] == "p", "the project's defaults apply")
    let list = try await client.answer("GET", "/specs")
    #expect(list["specs", "0", "name"] == "x" && list["specs", "0", "requests", "0"] == "New")
    #expect(list["specs", "0", "size"] == "\(Self.spec("New", "GET /new").utf8.count)")
    #expect(list["specs", "0", "text"] == nil)
    #expect(try await client.answer("GET", "/specs/x")["text"] == Self.spec("New", "GET /new"))
    #expect(try await client.answer("GET", "/state")["requests", "0", "spec"] == "x")
    #expect(try await put("x", Self.spec("Newer", "GET /new")).status == 200)
    #expect(client.call("GET", "/new").requestName == "Newer")
    #expect(try await client.answer("DELETE", "/specs/x").status == 204)
    #expect(client.call("GET", "/new").requestName == nil)
    #expect(try await client.answer("DELETE", "/specs/x").status == 404)
  }

  @Test func `a loaded request of the same name is replaced whole`() async throws {
    let added = try await put("x", Self.spec("Login", "POST /login"))
    #expect(added.status == 201 && added["replaces", "0"] == "Login")
    #expect(try await client.answer("GET", "/specs")["specs", "0", "replaces", "0"] == "Login")
    #expect(client.call("POST", "/login").responseName == "R")
    let body = #"{"response": "Offline"}"#
    #expect(try await client.answer("PUT", "/requests/Login/selection", body: body).status == 404)
    _ = try await client.answer("DELETE", "/specs/x")
    #expect(client.call("POST", "/login").responseName == "Success")
  }

  @Test func `errors have diagnostics, and nothing changes`() async throws {
    _ = try await put("x", Self.spec("New", "GET /new"))
    let answer = try await put("x", Self.spec("New", "GET /new", "statsu: 200"))
    #expect(answer.status == 422 && answer["code"] == "invalid")
    #expect(answer["diagnostics", "0", "message"]?.contains("statsu") == true)
    #expect(answer["diagnostics", "0", "line"] == "2")
    #expect(client.call("GET", "/new").responseName == "R")
  }

  @Test func `a dry run finds the same errors, and nothing changes`() async throws {
    _ = try await put("x", Self.spec("New", "GET /new"))
    let before = try await client.answer("GET", "/state").text
    let checked = try await put("y?dryRun=true", Self.spec("Newer", "GET /newer"))
    #expect(checked.status == 200, "\(checked.text)")
    #expect(checked["requests", "0"] == "Newer")
    #expect(try await put("x?dryRun=true", Self.spec("New", "GET /newer")).status == 200)
    let invalid = try await put("x?dryRun=true", Self.spec("New", "GET /new", "statsu: 200"))
    #expect(invalid.status == 422 && invalid["diagnostics", "0", "line"] == "2")
    #expect(try await put("y?dryRun=true", Self.spec("New", "GET /newer")).status == 409)
    #expect(try await put("y?dryRun=1", Self.spec("Newer", "GET /newer")).status == 400)
    #expect(try await client.answer("GET", "/state").text == before)
    #expect(try await client.answer("GET", "/specs/y").status == 404)
    #expect(try await put("y?dryRun=false", Self.spec("Newer", "GET /newer")).status == 201)
  }

  @Test func `JSON is a spec, too`() async throws {
    let text = #"{"mockspec": 1, "requests": {"New": {"match": "/new", "responses": {"R": {}}}}}"#
    #expect(try await put("x", text, type: "application/json").status == 201)
    #expect(try await put("y", text.replacing("New", with: "N"), type: "text/yaml").status == 415)
  }

  @Test func `when no spec can be added, one can still be replaced by one of the same size`() async throws {
    let text = Self.spec("New", "GET /new")
    let full = SpecBudget(limit: 2 * text.utf8.count)
    let control = MockControl(client.engine, options: ControlOptions(), specBudget: full)
    func put(_ name: String, _ text: String) -> Int? {
      let request = client.request("PUT", "/specs/\(name)", body: text, type: "application/yaml")
      guard case .reply(let answer) = control.outcome(of: request) else { return nil }
      return answer.status
    }
    #expect(put("x", text) == 201)
    #expect(put("y", text.replacing("New", with: "Own").replacing("new", with: "own")) == 201)
    #expect(put("z", text.replacing("New", with: "Now").replacing("new", with: "now")) == 503)
    #expect(put("x", text + "#") == 503)
    #expect(put("z?dryRun=true", text.replacing("New", with: "Now").replacing("new", with: "now")) == 503)
    #expect(put("z?dryRun=1", text) == 400)
    #expect(put("x?dryRun=true", text) == 200)
    // Replaced ones are released.
    for _ in 0..<3 { #expect(put("x", text) == 200) }
  }

  @Test func `two specs can't have the same request`() async throws {
    _ = try await put("x", Self.spec("New", "GET /new"))
    let answer = try await put("y", Self.spec("New", "GET /newer"))
    #expect(answer.status == 409 && answer["detail"]?.contains("'x'") == true)
    try client.engine.session.add(MockedRequest("Code", "GET /code") { MockedResponse("R", status: 200) })
    #expect(try await put("z", Self.spec("Code", "GET /code")).status == 409)
    #expect(throws: (any Error).self) { try client.engine.session.remove("New") }
    client.engine.session.removeAll()
    #expect(client.call("GET", "/new").requestName == "New")
  }

  @Test func `what is built in code is tried before`() async throws {
    try client.engine.session.add(MockedRequest("Code", "GET /new") { MockedResponse("R", status: 200) })
    _ = try await put("x", Self.spec("New", "GET /new"))
    #expect(client.call("GET", "/new").requestName == "Code")
    _ = try await put("y", Self.spec("Late", "POST /login"))
    #expect(client.call("POST", "/login").requestName == "Late")
  }

  @Test func `of two equal requests in a spec, the first is tried first, as in a file`() async throws {
    let text = """
      mockspec: 1
      requests:
        First: {match: GET /same, responses: {R: {file: body.json}}}
        Second: {match: GET /same, responses: {R: {text: second}}}
      """
    _ = try await put("x", text)
    #expect(client.call("GET", "/same").requestName == "First")
    try folder.save("{\"new\": 1}", to: "body.json")
    _ = client.engine.replace(with: try ControlClient.load(folder, number: 2))
    #expect(client.call("GET", "/same").requestName == "First")
  }

  @Test(arguments: [
    ("file: body.json", 201), ("file: ./body.json", 201), ("file: other.json", 422), ("file: /etc/passwd", 422),
    ("file: ../../../../etc/passwd", 422), ("forward: http://127.0.0.1:9", 201),
    ("forward: http://127.0.0.1:10", 422), ("passthrough: true", 422),
  ])
  func `files and origins are only those of the project`(response: String, status: Int) async throws {
    let answer = try await put("x", Self.spec("New", "GET /new", response))
    #expect(answer.status == status, "\(answer.text)")
  }

  @Test(arguments: ["x%2Fy", "..%2Fx", "%2Fx"])
  func `files are relative to the root, whatever the name of the spec`(name: String) async throws {
    #expect(try await put(name, Self.spec("New", "GET /new", "file: body.json")).status == 201)
  }

  @Test func `a schema is only one of the project`() async throws {
    let text = "mockspec: 1\nrequests: {New: {match: {path: /new, body: {schema: /etc/passwd}}, responses: {R: {}}}}"
    #expect(try await put("x", text).status == 422)
  }

  @Test func `after a reload, a spec is compiled again, or keeps its last valid version`() async throws {
    _ = try await put("x", Self.spec("New", "GET /new", "file: body.json"))
    _ = try await put("y", Self.spec("Plain", "GET /plain"))
    try folder.save("mockspec: 1\ndefaults: {headers: {X-Project: q}}\n", to: "mockspec.yaml")
    try folder.save("{\"new\": 1}", to: "body.json")
    #expect(client.engine.replace(with: try ControlClient.load(folder, number: 2)) == [])
    for path in ["/new", "/plain"] {
      guard case .reply(let reply) = client.call("GET", path).outcome else { return #expect(Bool(false)) }
      #expect(reply.fields[HTTPField.Name("X-Project")!] == "q")
      if path == "/new" { #expect(reply.body == Array("{\"new\": 1}".utf8)) }
    }
    try folder.save("mockspec: 1\nrequests: {}\n", to: "a.mock.yaml")
    let notices = client.engine.replace(with: try ControlClient.load(folder, number: 3))
    #expect(notices == ["the spec 'x', added at run time, has errors now; its last valid version stays"])
    #expect(client.call("GET", "/new").requestName == "New")
    let spec = try await client.answer("GET", "/specs/x")
    #expect(spec["problem", "diagnostics", "0", "code"] == "outside-root", "\(spec.text)")
  }

  @Test func `a state that the project declares after a reload is an error of the spec`() async throws {
    _ = try await put("x", "mockspec: 1\nstates: {s: [one, two]}\nrequests: {}\n")
    try folder.save("mockspec: 1\nstates: {s: [one, other]}\n", to: "b.mock.yaml")
    let notices = client.engine.replace(with: try ControlClient.load(folder, number: 2))
    #expect(notices == ["the spec 'x', added at run time, has errors now; its last valid version stays"])
    let spec = try await client.answer("GET", "/specs/x")
    #expect(spec["problem", "diagnostics", "0", "code"] == "duplicate-state", "\(spec.text)")
    try folder.save("mockspec: 1\nrequests: {}\n", to: "b.mock.yaml")
    #expect(client.engine.replace(with: try ControlClient.load(folder, number: 3)) == [])
    #expect(try await client.answer("GET", "/specs/x")["problem", "diagnostics"] == nil)
  }

  @Test func `after a reload, the spec that was added last is still tried first`() async throws {
    _ = try await put("z", Self.spec("First", "GET /same"))
    _ = try await put("b", Self.spec("Second", "GET /same", "file: body.json"))
    _ = try await put("a", Self.spec("Third", "GET /same"))
    try folder.save("{\"new\": 1}", to: "body.json")
    _ = client.engine.replace(with: try ControlClient.load(folder, number: 2))
    #expect(client.call("GET", "/same").requestName == "Third")
    _ = try await client.answer("DELETE", "/specs/a")
    #expect(client.call("GET", "/same").requestName == "Second")
  }

  @Test func `sessions have their own, and reset keeps them`() async throws {
    let fields: HTTPFields = [HTTPField.Name("Mockspec-Session")!: "a"]
    let answer = try await client.answer(
      "PUT", "/specs/x", body: Self.spec("New", "GET /new"), type: "application/yaml", fields: fields)
    #expect(answer.status == 201)
    _ = try await client.answer("DELETE", "/selections", fields: fields)
    #expect(client.call("GET", "/new", fields: fields).requestName == "New")
    #expect(client.call("GET", "/new").requestName == nil)
  }

  @Test func `a read-only server refuses them`() async throws {
    var options = ControlOptions()
    options.isReadOnly = true
    let client = try ControlClient(folder: folder, options: options)
    let text = Self.spec("New", "GET /new")
    let answer = try await client.answer("PUT", "/specs/x", body: text, type: "application/yaml")
    #expect(answer.status == 403 && answer["code"] == "read-only")
    #expect(try await client.answer("DELETE", "/specs/x").status == 403)
  }

  @Test func `their size is limited, and removed ones make room`() async throws {
    let large = Self.spec("New", "GET /new") + "#" + String(repeating: "x", count: 1 << 20)
    #expect(try await put("x", large).status == 413)
    let budget = SpecBudget()
    var shares = (0..<64).map { _ in SpecBudget.Share(budget, bytes: 1 << 20, replacing: 0) }
    #expect(SpecBudget.Share(budget, bytes: 1, replacing: 0) == nil)
    shares[0] = nil
    #expect(SpecBudget.Share(budget, bytes: 1 << 20, replacing: 0) != nil)
    #expect(shares.count == 64)
  }
}
