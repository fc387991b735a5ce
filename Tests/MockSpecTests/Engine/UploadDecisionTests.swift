import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

/// Decisions on calls whose bodies haven't arrived.
struct UploadDecisionTests {
  private static let spec = """
    mockspec: 1
    requests:
      Forward: {match: POST /forward, responses: {R: {forward: 'http://a'}, Other: {status: 503}}}
      Through: {match: POST http://b/through, responses: {R: {passthrough: true, delay: 1ms}}}
      Text: {match: {method: POST, path: /text, body: {text: yes}}, responses: {R: {}}}
      After Text: {match: POST /text, responses: {R: {forward: 'http://a'}}}
      Other Method: {match: PUT /text, responses: {R: {forward: 'http://a'}}}
      Header: {match: {path: /header, headers: {X: '1'}}, responses: {R: {text: r}}}
      After Header: {match: /header, responses: {R: {forward: 'http://a'}}}
      Template: {match: POST /template, responses: {R: {text: '{{request.body}}', template: true}}}
      In Turn: {match: POST /turn, sequence: [R, S], responses: {R: {forward: 'http://a'}, S: {}}}
      Both: {match: {method: POST, path: /both, headers: {X: '1'}, body: {text: yes}}, responses: {R: {}}}
      After Both: {match: POST /both, responses: {R: {forward: 'http://a'}}}
      Off: {match: {method: POST, path: /off, body: {text: yes}}, enabled: false, responses: {R: {}}}
      After Off: {match: POST /off, responses: {R: {forward: 'http://a'}}}
      Ended: {match: {path: /ended, body: {text: yes}}, sequence: [R], afterSequence: fallThrough, responses: {R: {}}}
      After Ended: {match: /ended, responses: {R: {forward: 'http://a'}}}
    """

  private static func engine() throws -> MockEngine {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\npassthrough: [files.example.com]\n", "a.mock.yaml": spec,
    ])
    return MockEngine(try ResponseSets.load([folder.path]))
  }

  private static func call(_ method: String, _ path: String, host: String = "b", _ fields: HTTPFields = [:])
    -> MockCall
  {
    MockCall(
      method: method, target: .absoluteForm, scheme: "http", host: host, port: nil, path: path, query: nil,
      fields: fields)
  }

  @Test(arguments: [
    ("POST", "/forward", "b", true), ("POST", "/through", "b", true), ("POST", "/text", "b", false),
    ("PUT", "/text", "b", true), ("POST", "/header", "b", true), ("POST", "/template", "b", false),
    ("POST", "/turn", "b", false), ("POST", "/nothing", "b", false), ("POST", "/text", "files.example.com", true),
    ("POST", "/both", "b", true), ("POST", "/off", "b", true), ("POST", "/ended", "b", false),
  ])
  func `a call is decided without its body if no other outcome is possible`(
    method: String, path: String, host: String, isDecided: Bool
  ) throws {
    let engine = try Self.engine()
    #expect((engine.decideWithoutBody(Self.call(method, path, host: host)) != nil) == isDecided)
    #expect(engine.session.calls.isEmpty)
  }

  @Test func `conditions on other parts, selections and fields of the call count`() throws {
    let engine = try Self.engine()
    let field = HTTPField.Name("Mockspec-Response")!
    #expect(engine.decideWithoutBody(Self.call("POST", "/header", [.init("X")!: "1"])) == nil)
    #expect(engine.decideWithoutBody(Self.call("POST", "/both", [.init("X")!: "1"])) == nil)
    #expect(engine.decideWithoutBody(Self.call("POST", "/forward", [field: "Forward=Other"])) == nil)
    #expect(engine.decideWithoutBody(Self.call("POST", "/turn", [field: "In%20Turn=R"])) != nil)
    try engine.session.select("Other", for: "Forward")
    #expect(engine.decideWithoutBody(Self.call("POST", "/forward")) == nil)
    #expect(engine.decideWithoutBody(Self.call("POST", "/forward", [field: "Forward=R"])) != nil)
  }

  @Test func `a request whose sequence has ended leaves the call to the next one`() throws {
    let engine = try Self.engine()
    var request = Self.call("POST", "/ended")
    request.body = Array("yes".utf8)
    #expect(engine.decide(request).requestName == "Ended")
    #expect(engine.decideWithoutBody(Self.call("POST", "/ended"))?.decision.requestName == "After Ended")
  }

  @Test func `no call is decided without its body if none can reach another server`() throws {
    let engine = try Specs.engine("requests: {A: {match: POST /a, responses: {R: {}}}}")
    let session = engine.session
    #expect(!session.sets.reachesOthers)
    try session.add(MockedRequest("B", "POST /b") { MockedResponse("R", forward: "http://a") })
    #expect(session.sets.reachesOthers)
    #expect(engine.decideWithoutBody(Self.call("POST", "/b")) != nil)
    try session.remove("B")
    #expect(!session.sets.reachesOthers)
    engine.replace(with: try Specs.load("requests: {A: {match: POST /a, responses: {R: {passthrough: true}}}}"))
    #expect(session.sets.reachesOthers)
  }

  @Test func `the call is stored later, with the beginning of its body`() throws {
    let engine = try Self.engine()
    var request = Self.call("POST", "/forward")
    let decided = try #require(engine.decideWithoutBody(request))
    request.body = Array("ab".utf8)
    decided.store(request, bodySize: 100_000_000)
    let call = try #require(engine.session.calls.first)
    #expect(
      call.description == "POST http://b/forward → forwarded to http://a (Forward: R, by default), "
        + "body cut: the first 2 of 100000000 bytes")
    #expect(call.body == Array("ab".utf8) && call.bodySize == 100_000_000)
    // Conditions of a verification are compared with the beginning, as for other calls.
    let sets = try ResponseSets.load(
      text: "mockspec: 1\nrequests: {A: {match: {body: {text: ab}}, responses: {R: {}}}}")
    #expect(MockEngine(sets).sets.name(matching: call.call) == "A")
  }
}
