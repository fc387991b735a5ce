import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

struct RepeatableCallTests {
  private static let spec = """
    requests:
      Plain: {match: GET /plain, responses: {R: {text: r}, Other: {status: 503}}}
      Paged: {match: {path: /paged, query: {page: '2'}, headers: {Accept: text/plain}}, responses: {R: {text: r}}}
      Text: {match: {method: POST, path: /text, body: {text: yes}}, responses: {R: {text: r}}}
      In Turn: {match: GET /turn, sequence: [R, S], responses: {R: {}, S: {}}}
      Once: {match: GET /once, sequence: [R], afterSequence: fallThrough, responses: {R: {}}}
      Then: {match: 'GET /{any}', responses: {R: {}}}
      Echo: {match: 'GET /echo/{id}', responses: {R: {text: '{{request.path.id}}', template: true}}}
      Slow: {match: GET /slow, responses: {R: {delay: 1ms}}}
      Random: {match: GET /random, responses: {R: {delay: {min: 0s, max: 1s}}}}
      Pieces: {match: GET /pieces, responses: {R: {text: 'abc', throttle: {bytesPerSecond: 10}}}}
      Parts: {match: GET /parts, responses: {R: {file: parts.txt, ranges: true}}}
      Broken: {match: GET /broken, responses: {R: {error: timedOut}}}
      Reset: {match: GET /reset, responses: {R: {fault: connectionReset}}}
    """

  private static func engine() throws -> MockEngine {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nscenes: {Down: {Plain: Other}}",
      "parts.txt": "abcdef",
      "a.mock.yaml": "mockspec: 1\n" + spec,
    ])
    return MockEngine(try #require(Specs.load(folder, ".").sets))
  }

  private static func repeatable(_ call: MockCall, _ engine: MockEngine) -> RepeatableCall? {
    engine.decide(call, version: engine.version).repeatable
  }

  @Test(
    arguments: [
      ("GET /plain", [:]), ("HEAD /plain", [:]), ("GET /plain?page=2", [:]),
      ("GET /plain", [.init("Mockspec-Response")!: "Plain=Other"]), ("GET /paged?page=2", [.accept: "text/plain"]),
      ("GET /other", [:]),
    ] as [(String, HTTPFields)])
  func `a reply that depends on the call and the selections is repeated`(line: String, fields: HTTPFields) throws {
    let engine = try Self.engine()
    let call = MockCall(line, fields)
    let (decision, repeatable) = engine.decide(call, version: engine.version)
    let found = try #require(repeatable)
    for _ in 0..<3 { #expect(found.storeAgain()) }
    _ = engine.decide(call)
    let calls = engine.session.calls
    #expect(calls.map(\.number) == [1, 2, 3, 4, 5])
    #expect(Set(calls.map(\.description)).count == 1)
    #expect(calls.map(\.time) == calls.map(\.time).sorted())
    #expect(try engine.session.count(of: #require(decision.requestName)) == 5)
  }

  @Test(arguments: [
    "GET /turn", "GET /once", "GET /echo/1", "GET /slow", "GET /random", "GET /pieces", "GET /parts", "GET /broken",
    "GET /reset",
    "PUT /none",
  ])
  func `what depends on more, and what isn't a reply at once, isn't repeated`(line: String) throws {
    let engine = try Self.engine()
    for _ in 0..<3 { #expect(Self.repeatable(MockCall(line), engine) == nil) }
  }

  @Test func `what a closure decides isn't repeated, also if it rejects the call`() throws {
    let engine = try Self.engine()
    try engine.session.add([
      MockedRequest("Asks", "GET /plain", where: { _ in false }) { MockedResponse("R") { _ in MockReply(text: "a") } },
      MockedRequest("Runs", "GET /runs") { MockedResponse("R") { _ in MockReply(text: "b") } },
    ])
    #expect(Self.repeatable(MockCall("GET /plain"), engine) == nil)
    #expect(Self.repeatable(MockCall("GET /runs"), engine) == nil)
    #expect(Self.repeatable(MockCall("GET /paged?page=2", [.accept: "text/plain"]), engine) != nil)
  }

  @Test func `calls of other sessions aren't repeated`() throws {
    let engine = try Self.engine()
    for id in ["s", "/"] {
      #expect(Self.repeatable(MockCall("GET /plain", [.mockspecSession: id]), engine) == nil)
    }
    #expect(try engine.session(SessionID("s")).calls.count == 1)
  }

  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let apply: @Sendable (MockEngine) throws -> Void
  }

  @Test(arguments: [
    Change(testDescription: "select") { try $0.session.select("Other", for: "Plain") },
    Change(testDescription: "deselect") { try $0.session.deselect("Plain") },
    Change(testDescription: "activate") { try $0.session.activate(scene: "Down") },
    Change(testDescription: "deactivate") { $0.session.deactivateScene() },
    Change(testDescription: "disable") { try $0.session.setEnabled(false, for: "Plain") },
    Change(testDescription: "reset") { $0.session.reset() },
    Change(testDescription: "restore") { _ = $0.session.restore($0.session.savedSelections) },
    Change(testDescription: "settings") { try $0.session.updateSettings { $0.delay = .seconds(1) } },
    Change(testDescription: "reload") { $0.replace(with: try Specs.load("requests: {}")) },
    Change(testDescription: "add") {
      try $0.session.add(MockedRequest("New", "GET /plain") { MockedResponse("R") { _ in MockReply(text: "a") } })
    },
  ])
  func `after a change of the session, the call is decided again`(change: Change) throws {
    let engine = try Self.engine()
    let call = try #require(Self.repeatable(MockCall("GET /plain"), engine))
    let version = engine.session.version
    #expect(call.storeAgain())
    try change.apply(engine)
    #expect(!call.storeAgain())
    #expect(engine.session.calls.count == 2)
    // Nothing that was read before the change is repeated after it.
    #expect(engine.decide(MockCall("GET /plain"), version: version).repeatable?.storeAgain() != true)
  }

  @Test func `calls alone don't change the version`() throws {
    let engine = try Self.engine()
    let version = engine.session.version
    for line in ["GET /plain", "GET /turn", "GET /none", "GET /echo/1"] { _ = engine.decide(MockCall(line)) }
    engine.session.clearCalls()
    #expect(engine.session.version == version)
  }

  @Test func `repeated calls are counted, also after the journal is cleared`() throws {
    let engine = try Self.engine()
    let call = try #require(Self.repeatable(MockCall("GET /plain"), engine))
    for count in [2, 3] {
      #expect(call.storeAgain())
      #expect(try engine.session.count(of: "Plain") == count)
    }
    engine.session.clearCalls()
    #expect(try engine.session.count(of: "Plain") == 0)
    _ = engine.decide(MockCall("GET /other"))
    for count in [1, 2] {
      #expect(call.storeAgain())
      #expect(try engine.session.count(of: "Plain") == count)
      #expect(try engine.session.count(of: "Then") == 1)
    }
    _ = engine.decide(MockCall("GET /plain"))
    #expect(try engine.session.count(of: "Plain") == 3)
    #expect(engine.session.calls.map(\.number) == [4, 5, 6, 7])
  }

  @Test func `secrets of a repeated call are redacted`() throws {
    let engine = try Self.engine()
    let call = try #require(Self.repeatable(MockCall("GET /plain", [.authorization: "Bearer secret"]), engine))
    #expect(call.storeAgain())
    #expect(
      engine.session.calls.map { $0.redacted.fields[.authorization] }
        == Array(repeating: "Bearer ‹redacted, 6 characters›", count: 2))
  }
}
