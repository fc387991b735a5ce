import Foundation
import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Requests that another process hands over as text.
struct HandedOverRequestsTests {
  static func engine(_ spec: String = "requests: {}", _ requests: MockedRequest...) throws -> MockEngine {
    let engine = try Specs.engine(spec)
    let texts = try requests.map { String(decoding: try $0.handedOver(), as: UTF8.self) }
    let text = "[\(texts.joined(separator: ","))]"
    try engine.session.add([try HandedOverRequests(Array(text.utf8), name: "text")])
    return engine
  }

  static func errors(_ text: String) -> [String] {
    do {
      _ = try HandedOverRequests(Array(text.utf8), name: "-mockspec-mocks")
      return []
    } catch {
      return ConciseRenderer().render(error.diagnostics).split(separator: "\n").map(String.init)
    }
  }

  @Test(arguments: [
    MockReply(status: 204, headers: ["X-A": "1", "Set-Cookie": "a=1", "set-cookie": "b=2"]),
    MockReply(json: "{ \"a\" : 1.50 }"), MockReply(status: 500, text: "a \"b\" \\ \u{0} \u{1F} ä€𝄞 \r\n"),
    MockReply(headers: ["Content-Type": "image/png"], body: [0, 0xFF, 0xFE]), MockReply(body: Array("text".utf8)),
    MockReply(headers: ["content-type": "a/b"], text: "a"), MockReply(text: "{{request.path}}"),
  ])
  func `a reply arrives as it was`(reply: MockReply) throws {
    let request = MockedRequest("A", "/a") { MockedResponse("R", reply, delay: .milliseconds(1)) }
    let code = try Specs.engine("requests: {}")
    try code.session.add(request)
    let decisions = [code, try Self.engine("requests: {}", request)].map { $0.decide(MockCall("GET /a")) }
    guard case .reply(let first) = decisions[0].outcome, case .reply(let second) = decisions[1].outcome else {
      return #expect(Bool(false), "no reply")
    }
    #expect(first.status == second.status)
    #expect(first.fields == second.fields)
    #expect(first.body == second.body)
    #expect(decisions.map(\.delay) == [.milliseconds(1), .milliseconds(1)])
  }

  @Test func `a body file is handed over by its content`() throws {
    let request: MockedRequest
    do {
      let folder = try TemporaryFolder(["a.json": "{}"])
      request = MockedRequest("A", "/a") { MockedResponse("R", file: .path(folder["a.json"])) }
      let text = String(decoding: try request.handedOver(), as: UTF8.self)
      #expect(!text.contains(folder.path))
      #expect(text.contains(#""headers":{"Content-Type":"application/json"},"text":"{}""#))
    }
  }

  @Test func `what can't be handed over is an error`() {
    func problems(_ response: MockedResponse, body: BodyCondition? = nil) -> [String] {
      do {
        _ = try MockedRequest("A", "/a", body: body) { response }.handedOver()
        return []
      } catch {
        return error.problems
      }
    }
    #expect(problems(MockedResponse("R", text: "a")) == [])
    let others = [
      MockedResponse("R") { _ in MockReply() }, MockedResponse("R", fault: .hang),
      MockedResponse("R", forward: "http://localhost"), .passThrough("R"),
      MockedResponse("R", text: "{{request.path}}").templated(),
    ]
    for response in others {
      #expect(problems(response) == ["response 'R': only replies and errors can be handed over to another process"])
    }
    #expect(
      problems(MockedResponse("R").delayed(.zero...(.seconds(1))))
        == ["response 'R': a random delay can't be handed over to another process"])
    #expect(problems(MockedResponse("R", status: 99)).count == 1)
    #expect(
      problems(MockedResponse("R"), body: .schema(file: .path(Repository.root.path + "/schema/mockspec.schema.json")))
        == ["body: schema: a file can't be handed over to another process; write the schema in the code"])
  }

  @Test func `requests are tried in their order before all others, and defaults don't apply to them`() throws {
    let engine = try Self.engine(
      "defaults: {basePath: /v1, headers: {X-D: d}}\nrequests: {A: {match: GET /a/b, priority: 999, responses: {R: {}}}}",
      MockedRequest("Any", "/**", sequence: ["R"], afterSequence: .fallThrough) { MockedResponse("R") },
      MockedRequest("B", "/v1/a/b", sequence: ["R"], afterSequence: .fallThrough) { MockedResponse("R") })
    let names = (0..<3).map { _ in engine.decide(MockCall("GET /v1/a/b")).requestName }
    #expect(names == ["Any", "B", "A"])
    engine.session.reset()
    guard case .reply(let reply) = engine.decide(MockCall("GET /v1/a/b")).outcome else { return }
    #expect(reply.fields.isEmpty)
  }

  @Test func `the last ones are tried first, and a name that is used gets a number`() throws {
    let engine = try Specs.engine("requests: {}")
    let texts = ["first", "second", "third"].map { text in
      #"{"mockspec": 1, "requests": {"A": {"match": "/a", "responses": {"\#(text)": {}}}}}"#
    }
    try engine.session.add(try texts.map { try HandedOverRequests(Array($0.utf8), name: "text") })
    #expect(engine.decide(MockCall("GET /a")).responseName == "third")
    #expect(engine.session.requests.map(\.name) == ["A", "A (2)", "A (3)"])
    #expect(try engine.session.calls(to: "A").map(\.responseName) == ["third"])
  }

  @Test func `states are those of the project, and checked when the requests meet it`() throws {
    let spec = "states: {cart: [empty, paid]}\nrequests: {}"
    func request(_ value: MockStateConditions.Values) -> MockedRequest {
      MockedRequest("A", "/a", when: ["cart": value]) { MockedResponse("R").setting(["cart": "paid"]) }
    }
    let engine = try Self.engine(spec, request("empty"))
    #expect(engine.decide(MockCall("GET /a")).responseName == "R")
    #expect(engine.session.states == ["cart": "paid"])
    let error = try #require(throws: SpecError.self) { try Self.engine(spec, request("payed")) }
    #expect(error.diagnostics.map(\.message) == ["state 'cart' has no value 'payed'"])
    let unknown = try #require(throws: SpecError.self) { try Self.engine("requests: {}", request("empty")) }
    #expect(unknown.diagnostics.map(\.code) == ["unknown-state", "unknown-state"])
    let declaring = #"{"mockspec": 1, "states": {"cart": ["empty"]}}"#
    #expect(
      Self.errors(declaring) == [
        "-mockspec-mocks:1:28: error: requests that are handed over can't declare the state 'cart' [unknown-key]"
      ])
  }

  @Test func `requests of later specs follow those of a collection`() throws {
    let text = """
      [{"mockspec": 1, "collections": {"users": {"path": "/users", "items": []}},
        "requests": {"W": {"match": "/w", "responses": {"R": {}}}}},
       {"mockspec": 1, "requests": {"A": {"match": "/a", "responses": {"R": {}}}}}]
      """
    let engine = try Specs.engine("requests: {}")
    try engine.session.add([HandedOverRequests(Array(text.utf8), name: "mocks")])
    #expect(["GET /w", "GET /a", "GET /users"].map { engine.answer($0) } == ["W: R", "A: R", "users list: OK"])
  }

  @Test func `an explanation names the location in the code of the other process`() throws {
    let line = #line + 1
    let engine = try Self.engine("requests: {}", MockedRequest("A", .post, "/a") { MockedResponse("R") })
    let place = engine.explain(MockCall("GET /a")).candidates.first?.place
    #expect("\(try #require(place))".hasPrefix("MockSpecTests/HandedOverRequestsTests.swift:\(line):"))
  }

  @Test(arguments: [
    ("", ["-mockspec-mocks:1:1: error: the file is empty [empty-file]"]),
    ("{", ["-mockspec-mocks:1:1: error: '{' is never closed [json-syntax]"]),
    (
      #"[{"mockspec":1,"requests":{"A":{"match":"/a","responses":{"R":{"file":"/etc/passwd"}}}}}]"#,
      ["-mockspec-mocks:1:71: error: body file '/etc/passwd' can't be read [outside-root]"]
    ),
    (
      #"[{"mockspec":1,"requests":{"A":{"match":{"body":{"schema":"a.json"}},"responses":{"R":{}}}}}]"#,
      ["-mockspec-mocks:1:59: error: schema file 'a.json' can't be read [outside-root]"]
    ),
    (
      #"[{"mockspec":1,"requests":{"A":{"match":"/a","responses":{"R":{"staus":200}}}}}, 1]"#,
      [
        "-mockspec-mocks:1:64: error: unknown key 'staus' [unknown-key]",
        "-mockspec-mocks:1:82: error: expected a MockSpec file, found 1 [wrong-type]",
      ]
    ),
    (
      #"[{"mockspec":1,"requests":{"A":{"match":"/a","responses":{"R":{}}}}},"#
        + #"{"mockspec":1,"requests":{"A":{"match":"/b","responses":{"R":{}}}}}]"#,
      ["-mockspec-mocks:1:96: error: request 'A' is defined twice in this project [duplicate-request]"]
    ),
  ])
  func `what isn't valid is reported, and none of it is used`(text: String, expected: [String]) {
    #expect(Self.errors(text) == expected)
  }
}
