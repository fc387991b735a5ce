import HTTPTypes
import Testing

@testable import MockSpec

/// Answers that contain values of calls.
struct TemplateReplyTests {
  static let environment = EngineEnvironment(
    now: { .seconds(1_769_851_800) }, uuid: { "00000000-0000-4000-8000-000000000000" })

  static func decide(
    _ response: String, _ call: MockCall = MockCall("GET /items/7"), path: String = "/items/{id}"
  ) throws -> Decision {
    let sets = try Specs.load(
      "requests: {A: {match: {path: '\(path)'}, responses: {R: {template: true, \(response)}}}}")
    return MockEngine(sets, environment: environment).decide(call)
  }

  static func body(_ response: String, _ call: MockCall = MockCall("GET /items/7")) throws -> String {
    switch try decide(response, call).outcome {
    case .reply(let reply): String(decoding: reply.body, as: UTF8.self)
    case .templateFailure(let message): message
    default: "?"
    }
  }

  static let call = MockCall(
    "POST /items/a%20b?page=2&tag=x&tag=y&a.b=dot",
    [.accept: "text/html", .cookie: "sid=1; theme=dark", .contentType: "application/json"],
    body: #"{"user": {"name": "Ann \"A\"", "ids": [1, 2]}}"#)

  @Test(arguments: [
    ("request.method", "POST"), ("request.url", "https://api.example.com/items/a%20b?page=2&tag=x&tag=y&a.b=dot"),
    ("request.path", "/items/a%20b"), ("request.path.id", "a b"), ("request.query.page", "2"),
    ("request.query.tag", "x"), ("request.query.a.b", "dot"), ("request.headers.accept", "text/html"),
    ("request.headers.Content-Type", "application/json"), ("request.cookies.theme", "dark"),
    ("request.json.user.name", #"Ann "A""#), ("request.json.user.ids.1", "2"), ("now", "2026-01-31T09:30:00Z"),
    ("uuid", "00000000-0000-4000-8000-000000000000"),
  ])
  func `everything of the request has its name`(name: String, value: String) throws {
    #expect(try Self.body("text: '{{\(name)}}'", Self.call) == value)
  }

  @Test func `forms and bodies have, too`() throws {
    let form = MockCall("POST /items/7", body: "a=1&b=x+y")
    #expect(try Self.body("text: '{{request.form.b}} {{request.body}}'", form) == "x y a=1&b=x+y")
  }

  @Test func `sections go through several values, and may miss`() throws {
    #expect(try Self.body("text: '{{#request.query.tag}}[{{.}}]{{/request.query.tag}}'", Self.call) == "[x][y]")
    #expect(try Self.body("text: '{{^request.query.no}}none{{/request.query.no}}'", Self.call) == "none")
    #expect(try Self.body("text: '{{#request.json.user}}{{name}}{{/request.json.user}}'", Self.call) == #"Ann "A""#)
  }

  @Test func `a missing value is an error that names it and its place`() throws {
    #expect(
      try Self.body("text: 'x {{request.query.page}}'")
        == "template: 'request.query.page' is missing (inline:2:87)")
    #expect(try Self.body("text: '{{request.json.a}}'").hasPrefix("template: 'request.json.a' is missing"))
    #expect(try Self.body("text: '{{request.headers}}'").hasPrefix("template: 'request.headers' is missing"))
  }

  @Test func `in json, keys and strings are filled, and strings stay strings`() throws {
    #expect(
      try Self.body("json: {n: '{{request.json.user.name}}', '{{now}}': [1, '{{request.path.id}}', x]}", Self.call)
        == #"{"n":"Ann \"A\"","2026-01-31T09:30:00Z":[1,"a b","x"]}"#)
  }

  @Test(arguments: [
    ("text/html", "&lt;b&gt;&amp;&quot;"), ("image/svg+xml", "&lt;b&gt;&amp;&quot;"), ("text/plain", #"<b>&""#),
    ("application/json; charset=utf-8", #"<b>&\""#), ("application/problem+json", #"<b>&\""#),
  ])
  func `escaping fits the content type`(type: String, body: String) throws {
    let call = MockCall("POST /items/7", body: #"<b>&""#)
    let headers = "headers: {Content-Type: '\(type)'}"
    #expect(try Self.body("\(headers), text: '{{request.body}}'", call) == body)
    #expect(try Self.body("\(headers), text: '{{{request.body}}}'", call) == #"<b>&""#)
  }

  @Test func `headers are filled, and nothing from a request begins another one`() throws {
    func location(_ line: String) throws -> String? {
      switch try Self.decide("status: 201, headers: {Location: '/i/{{request.path.id}}'}", MockCall(line)).outcome {
      case .reply(let reply): reply.fields[.location]
      case .templateFailure(let message): message
      default: nil
      }
    }
    #expect(try location("GET /items/7") == "/i/7")
    #expect(
      try location("GET /items/7%0D%0ASet-Cookie:%20a=b")?.hasPrefix(
        "template: the header 'Location' contains a line break or another control character (inline:2:") == true)
  }

  @Test func `a file is one template, of its own type`() throws {
    let folder = try TemporaryFolderWithBody.make(
      body: "<p>{{request.query.q}}</p>\n", name: "a.html", response: "template: true, file: a.html")
    let decision = MockEngine(folder).decide(MockCall("GET /a?q=%3Cb%3E"))
    guard case .reply(let reply) = decision.outcome else { throw CancellationError() }
    #expect(String(decoding: reply.body, as: UTF8.self) == "<p>&lt;b&gt;</p>\n")
    #expect(reply.fields[.contentType] == "text/html; charset=utf-8")
  }

  @Test func `what has no tags is made once, for all requests`() throws {
    let engine = MockEngine(
      try Specs.load("requests: {A: {match: /a, responses: {R: {template: true, headers: {X: y}, json: {a: b}}}}}"))
    guard case .reply(let first) = engine.decide(MockCall("GET /a")).outcome,
      case .reply(let second) = engine.decide(MockCall("GET /a")).outcome
    else {
      Issue.record()
      return
    }
    #expect(first === second)
  }

  @Test func `HEAD and 204 have no body`() throws {
    #expect(try Self.decide("text: '{{now}}'", MockCall("HEAD /items/7")).sendsBody == false)
    #expect(try Self.decide("status: 204, headers: {X: '{{now}}'}").sendsBody == false)
  }

  @Test func `a random uuid is of version 4`() {
    let uuid = EngineEnvironment.system.uuid()
    #expect(
      uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil, "\(uuid)")
    #expect(EngineEnvironment.system.uuid() != uuid)
  }
}
