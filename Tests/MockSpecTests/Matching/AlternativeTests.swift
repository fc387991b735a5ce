import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

/// A `match` that is a list of alternatives.
struct AlternativeTests {
  static let search = """
    requests:
      Search:
        match: ['GET /search', {method: POST, path: '/v2/{version}/search', headers: {X-A: '1'}}]
        sequence: [First, Second]
        afterSequence: fallThrough
        responses: {First: {text: one}, Second: {text: two}}
      Rest: {match: /**, responses: {R: {}}}
    """

  @Test func `any alternative matches, and they share a sequence`() throws {
    let engine = try Specs.engine(Self.search)
    #expect(engine.answer("GET /search") == "Search: First")
    #expect(engine.answer("POST /v2/a/search") == "Rest: R")
    #expect(engine.answer("POST /v2/a/search", [.init("X-A")!: "1"]) == "Search: Second")
    #expect(engine.answer("GET /search") == "Rest: R")
    #expect(engine.answer("POST /search") == "Rest: R")
  }

  @Test func `each alternative is ranked by itself`() throws {
    let engine = try Specs.engine(
      """
      requests:
        Both: {match: [/a/b, /a/**], responses: {R: {}}}
        One: {match: '/a/{x}', responses: {R: {}}}
      """)
    #expect(["/a/b", "/a/c", "/a/b/c"].map { engine.answer("GET \($0)") } == ["Both: R", "One: R", "Both: R"])
  }

  @Test func `each alternative inherits the defaults`() throws {
    let engine = try Specs.engine(
      """
      defaults: {match: {method: GET}, basePath: /v1}
      requests:
        A: {match: [/a, POST /b], responses: {R: {}}}
      """)
    let answers = ["GET /v1/a", "POST /v1/b", "GET /v1/b", "POST /v1/a"].map { engine.answer($0) }
    #expect(answers == ["A: R", "A: R", "unmatched", "unmatched"])
  }

  @Test func `a request with alternatives is listed once, with the one that is tried first`() throws {
    let engine = try Specs.engine(
      "requests: {A: {match: [GET /a/**, {path: /a/b}, 'GET /a/{x}'], responses: {R: {}}}}")
    #expect(engine.session.requests.map(\.match) == ["/a/b, or 2 more"])
    #expect(engine.sets.names == ["A"])
    #expect(engine.sets.summary.requests == 1)
  }

  @Test func `a list with one element is the same as the element`() throws {
    let one = try Specs.load("requests: {A: {match: [GET /a], responses: {R: {}}}}")
    let other = try Specs.load("requests: {A: {match: GET /a, responses: {R: {}}}}")
    #expect(Array(one.sets) == Array(other.sets))
  }

  @Test(arguments: [
    "requests: {A: {match: [], responses: {R: {}}}}",
    "requests: {A: {match: [[/a], /b], responses: {R: {}}}}",
    "defaults: {match: [{method: GET}, {method: POST}]}\nrequests: {A: {match: /a, responses: {R: {}}}}",
  ])
  func `other lists are errors`(spec: String) throws {
    #expect(try Specs.problems(spec).count == 1)
    #expect(throws: SpecError.self) { try Specs.load(spec) }
  }

  @Test func `an explanation names the alternative`() throws {
    let engine = try Specs.engine(Self.search)
    let answered = engine.session.explain(MockCall("POST /v2/a/search", [.init("X-A")!: "1"]))
    #expect(answered.answer?.request.alternative == 2)
    #expect(answered.text.contains("Search, alternative 2 ("))
    #expect(answered.candidates.map(\.requestName) == ["Rest"])
    #expect(answered.candidates.map(\.alternative) == [nil])
  }

  @Test func `of each request, the nearest alternative is explained`() throws {
    let engine = try Specs.engine(
      "requests: {A: {match: ['GET /a?x=1&y=2', POST /a, 'GET /a?x=1'], responses: {R: {}}}}")
    let explanation = engine.session.explain(MockCall("GET /a"))
    #expect(explanation.candidates.count == 1 && explanation.moreCandidates == 0)
    #expect([2, 3].contains(explanation.candidates.first?.alternative))
  }

  // MARK: - Lints

  @Test(arguments: [
    (
      "[GET /a, GET /b]", "match: /**, priority: 1",
      ["unreachable-request: 'A' never answers: 'B' always answers first"]
    ),
    (
      "[GET /a, GET /b]", "match: GET /b, priority: 1",
      ["unreachable-request: alternative 2 of 'A' never answers: 'B' always answers first"]
    ),
    ("[GET /a, GET /b]", "match: GET /c, priority: 1", []),
    (
      "[GET /a, GET /a]", "match: GET /c",
      ["unreachable-request: alternative 2 of 'A' matches only calls that alternative 1 matches, too"]
    ),
    ("['GET /a?x=1', 'GET /a?y=1']", "match: GET /c", []),
    (
      "['GET /a?x=1', 'GET /a?y=1']", "match: 'GET /a?z=1'",
      [
        "ambiguous-request: 'B' and 'A' match some of the same calls, and only their order decides which one answers"
      ]
    ),
  ])
  func `requests are compared by alternatives`(match: String, other: String, expected: [String]) throws {
    let text = "mockspec: 1\nrequests: {A: {match: \(match), responses: {R: {}}}, B: {\(other), responses: {R: {}}}}"
    let loader = SpecLoader(.inline(text))
    let found = loader.linted(try loader.load(number: 1)).diagnostics.map { "\($0.code): \($0.message)" }
    #expect(found == expected)
  }

  @Test(arguments: [
    ("{{request.path.id}}", 1), ("{{request.path.other}}", 1),
    ("{{#request.path.id}}{{request.path.id}}{{/request.path.id}}", 0),
  ])
  func `a template that needs a name of one alternative is reported`(template: String, count: Int) throws {
    let text = """
      mockspec: 1
      requests:
        A: {match: ['/a/{id}', /b], responses: {R: {template: true, text: '\(template)'}}}
      """
    let loader = SpecLoader(.inline(text))
    let found = loader.linted(try loader.load(number: 1)).diagnostics
    #expect(found.map(\.code) == Array(repeating: "unavailable-value", count: count))
  }

  // MARK: - Changes

  @Test func `an added alternative of a reloaded request is a change of it`() throws {
    let engine = try Specs.engine("requests: {A: {match: /a, responses: {R: {}}}}")
    try engine.session.put(
      "run time", Array("mockspec: 1\nrequests: {A: {match: [/b, /c], responses: {R: {}}}}".utf8), .yaml)
    #expect(["/a", "/b", "/c"].map { engine.answer("GET \($0)") } == ["unmatched", "A: R", "A: R"])
    try engine.session.removeSpec("run time")
    #expect(["/a", "/b", "/c"].map { engine.answer("GET \($0)") } == ["A: R", "unmatched", "unmatched"])
  }

  @Test func `alternatives in code answer as those of a file`() throws {
    let engine = try Specs.engine("requests: {Z: {match: /z, responses: {R: {}}}}")
    let request = MockedRequest("A", .get, "/a", query: ["x": "1"]) { MockedResponse("R") }
      .or("/b").or(.post, "https://api.example.com/{id}/c?y=2", params: ["id": .startsWith("i")], headers: ["X-A": "1"])
    try engine.session.add(request)
    #expect(engine.answer("GET /a?x=1") == "A: R")
    #expect(engine.answer("GET /a") == "unmatched")
    #expect(engine.answer("PUT /b") == "A: R")
    #expect(engine.answer("POST /i7/c?y=2", [.init("X-A")!: "1"]) == "A: R")
    #expect(engine.answer("POST /i7/c", [.init("X-A")!: "1"]) == "unmatched")
    #expect(engine.answer("POST /7/c?y=2", [.init("X-A")!: "1"]) == "unmatched")
    #expect(engine.session.requests.map(\.name) == ["A", "Z"])
    let handedOver = try HandedOverRequests(request.handedOver(), name: "launch")
    try engine.session.remove("A")
    try engine.session.add([handedOver])
    #expect(["GET /a?x=1", "PUT /b", "PUT /c"].map { engine.answer($0) } == ["A: R", "A: R", "unmatched"])
  }
}
