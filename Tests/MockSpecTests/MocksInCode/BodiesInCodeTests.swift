import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

/// Body files, templates and delays of responses built in code.
struct BodiesInCodeTests {
  static func reply(_ engine: MockEngine, _ line: String = "GET /a/x") throws -> Reply {
    guard case .reply(let reply) = engine.decide(MockCall(line)).outcome else {
      throw TestFailure("\(engine.decide(MockCall(line)).outcome)")
    }
    return reply
  }

  struct TestFailure: Error {
    init(_: String) {}
  }

  static func body(_ response: MockedResponse, _ line: String = "GET /a/x") throws -> String {
    let engine = try Specs.engine("requests: {}")
    try engine.session.add(MockedRequest("A", "/a/{id}") { response })
    return String(decoding: try reply(engine, line).body, as: UTF8.self)
  }

  @Test func `a body file is looked up from the source file upward`() throws {
    let folder = try TemporaryFolder(["bodies/found.json": #"{"id": 1}"#, "Sources/Feature/Mocks.swift": ""])
    let source = folder["Sources/Feature/Mocks.swift"]
    let engine = try Specs.engine("requests: {}")
    try engine.session.add(
      MockedRequest("A", "/a/{id}") {
        MockedResponse("R", status: 201, headers: ["X-A": "1"], file: "bodies/found.json", filePath: source)
      })
    let reply = try Self.reply(engine)
    #expect(reply.status == 201)
    #expect(reply.fields[.contentType] == "application/json")
    #expect(reply.fields[.init("X-A")!] == "1")
    #expect(reply.body == Array(#"{"id": 1}"#.utf8))
    #expect(try Self.body(MockedResponse("R", file: .path(folder["bodies/found.json"]))) == #"{"id": 1}"#)
  }

  @Test func `faults and closures can have body files`() async throws {
    let folder = try TemporaryFolder(["bodies/7.json": #"{"id": 7}"#])
    let source = folder["Mocks.swift"]
    let engine = try Specs.engine("requests: {}")
    try engine.session.add(
      MockedRequest("A", "/a/{id}") {
        MockedResponse("Read") { call in
          MockReply(headers: ["X-A": "1"], file: "bodies/\(call.pathParameters["id"] ?? "").json", filePath: source)
        }
        MockedResponse("Cut Off", fault: .truncatedBody, MockReply(file: "bodies/7.json", filePath: source))
      })
    func read(_ line: String) async -> Decision.Outcome {
      guard case .closure(let closure) = engine.decide(MockCall(line)).outcome else { return .passThrough }
      return await closure.outcome()
    }
    guard case .reply(let reply) = await read("GET /a/7"),
      case .closureFailure(.invalidReply(let problem)) = await read("GET /a/8")
    else {
      Issue.record("no reply, or no failure")
      return
    }
    #expect(reply.body == Array(#"{"id": 7}"#.utf8))
    #expect(reply.fields == [.init("X-A")!: "1", .contentType: "application/json"])
    #expect(problem.contains("'bodies/8.json' doesn't exist"))
    try engine.session.select("Cut Off", for: "A")
    guard case .fault(.truncatedBody, let broken) = engine.decide(MockCall("GET /a/7")).outcome else {
      Issue.record("no fault")
      return
    }
    #expect(broken.body == reply.body)
  }

  @Test func `a file that isn't there is an error that says where it was looked for`() throws {
    let folder = try TemporaryFolder(["a/found.json": "{}"])
    let problems = try MockedRequestErrorTests.problems(
      MockedRequest("A", "/a") {
        MockedResponse("One", file: "none.json", filePath: folder["a/Mocks.swift"])
        MockedResponse("Two", file: .path(folder["a/fuond.json"]))
        MockedResponse("Three", file: .path(folder["a"]))
      })
    #expect(problems.count == 3)
    #expect(problems[0].hasPrefix("response 'One': file: 'none.json' doesn't exist; looked in "))
    #expect(problems[0].contains(folder["a"]))
    #expect(problems[1].hasSuffix("doesn't exist: did you mean '\(folder["a/found.json"])'?"), "\(problems[1])")
    #expect(problems[2].hasPrefix("response 'Three': body file"))
  }

  @Test func `schemas can be files`() throws {
    let folder = try TemporaryFolder(["s/order.yaml": "required: [id]", "s/bad.json": "{"])
    let engine = try Specs.engine("requests: {}")
    try engine.session.add(
      MockedRequest("A", .post, "/a", body: .schema(file: "order.yaml", filePath: folder["s/x.swift"])) {
        MockedResponse("R")
      })
    #expect(engine.decide(MockCall("POST /a", body: #"{"id": 1}"#)).requestName == "A")
    #expect(engine.decide(MockCall("POST /a", body: "{}")).requestName == nil)
    for file in ["bad.json", "none.json"] {
      let problems = try MockedRequestErrorTests.problems(
        MockedRequest("A", "/a", body: .schema(file: .path(file), filePath: folder["s/x.swift"])) {
          MockedResponse("R")
        })
      #expect(problems.count == 1)
    }
  }

  @Test func `headers and bodies of all kinds can be templates`() throws {
    #expect(try Self.body(MockedResponse("R", text: "{{request.path.id}}!").templated()) == "x!")
    #expect(
      try Self.body(MockedResponse("R", json: #"{ "id": "{{request.path.id}}" }"#).templated()) == #"{"id":"x"}"#)
    #expect(try Self.body(MockedResponse("R", text: "{{request.path.id}}!")) == "{{request.path.id}}!")
    let folder = try TemporaryFolder(["a.txt": "{{request.method}}"])
    #expect(try Self.body(MockedResponse("R", file: .path(folder["a.txt"])).templated()) == "GET")
    let engine = try Specs.engine("requests: {}")
    let bytes = (0...255).map { UInt8($0) }
    try engine.session.add(
      MockedRequest("A", "/a/{id}") {
        MockedResponse("R", headers: ["Location": "/b/{{request.path.id}}"], body: bytes).templated()
      })
    let reply = try Self.reply(engine)
    #expect(reply.fields[.location] == "/b/x")
    #expect(reply.body == bytes)
  }

  @Test func `templates are checked as in a spec`() throws {
    let problems = try MockedRequestErrorTests.problems(
      MockedRequest("A", "/a") {
        MockedResponse("One", text: "{{requst.path}}").templated()
        MockedResponse("Two", json: "{").templated()
        MockedResponse("Three", error: .urlError(.timedOut)).templated()
        MockedResponse("Four") { _ in MockReply() }.templated()
        MockedResponse("Five", error: .urlError(.timedOut)).throttled(bytesPerSecond: 1)
      })
    #expect(
      problems.map { $0.prefix { $0 != ":" } }.sorted() == [
        "response 'Five'", "response 'Four'", "response 'One'", "response 'Three'", "response 'Two'",
      ])
    #expect(problems.contains { $0.hasSuffix("did you mean 'request'?") })
  }

  @Test func `delays can be random`() throws {
    let engine = try Specs.engine("requests: {}")
    try engine.session.add(
      MockedRequest("A", "/a", sequence: ["Range", "Usual"]) {
        MockedResponse("Range").delayed(.milliseconds(10)...(.milliseconds(20)))
        MockedResponse("Usual").delayed(median: .seconds(2), sigma: 0)
      })
    #expect((Duration.milliseconds(10)...(.milliseconds(20))).contains(engine.decide(MockCall("GET /a")).delay))
    #expect(engine.decide(MockCall("GET /a")).delay == .seconds(2))
    let problems = try MockedRequestErrorTests.problems(
      MockedRequest("A", "/a") {
        MockedResponse("One").delayed(.seconds(-1)...(.seconds(1)))
        MockedResponse("Two").delayed(median: .seconds(1), sigma: -.infinity)
        MockedResponse("Three").delayed(.zero...(.seconds(Int64.max)))
      })
    #expect(problems.count == 3)
  }

  @Test func `several header fields can have one name`() throws {
    let engine = try Specs.engine("requests: {}")
    try engine.session.add(
      MockedRequest("A", "/a/{id}") { MockedResponse("R", headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"]) })
    #expect(try Self.reply(engine).fields[values: .setCookie] == ["a=1", "b=2"])
  }

  @Test func `a throttle has the limits of a spec`() throws {
    let problems = try MockedRequestErrorTests.problems(
      MockedRequest("A", "/a") {
        MockedResponse("One", text: "a").throttled(bytesPerSecond: 0)
        MockedResponse("Two", text: "a").throttled(piece: 0, every: .seconds(1))
        MockedResponse("Three", text: "a").throttled(piece: 1, every: .seconds(-1))
        MockedResponse("Four", text: "a").throttled(piece: 1, every: .seconds(2_000_000_000))
        MockedResponse("Five", text: "a").throttled(bytesPerSecond: 1)
      })
    #expect(problems.count == 4)
    #expect(problems[0] == "response 'One': expected at least 1 byte per second, found 0")
  }
}
