import HTTPTypes
import MockSpec
import MockSpecDiagnostics
import Testing

@testable import MockSpecControl

/// Decisions for apps.
struct DecisionTests {
  private static let spec = """
    mockspec: 1
    requests:
      Reply:
        match: GET https://api.example.com/reply?x=1
        responses: {R: {status: 201, headers: {X-A: [a, b]}, text: 'ä', delay: 250ms, throttle: {bytesPerSecond: 20}}}
      Bytes: {match: /bytes, responses: {R: {base64: /w==}}}
      Redirect: {match: /redirect, responses: {R: {status: 302, headers: {Location: /reply}}}}
      Fault: {match: /fault, responses: {R: {fault: truncatedBody, text: half}}}
      Hang: {match: /hang, responses: {R: {fault: hang}}}
      Failure: {match: /failure, responses: {R: {error: timedOut}}}
      Custom: {match: /custom, responses: {R: {error: {domain: Shop, code: 7, message: closed}}}}
      Forward: {match: /forward, responses: {R: {forward: 'http://localhost:8000'}}}
      Pass: {match: /pass, responses: {R: {passthrough: true}}}
      Template: {match: /template, responses: {R: {template: true, text: '{{request.query.missing}}'}}}
      Body: {match: {method: POST, path: /body, body: {json: {a: 1}}}, responses: {R: {}}}
      Steps: {match: /steps, sequence: [A, B], responses: {A: {}, B: {}}}
      Stream:
        match: /stream
        responses:
          R: {stream: {every: {min: 1ms, max: 2ms}, events: [{id: 1, data: a}, {data: b, delay: 3ms}, {fault: hang}]}}
          Forever: {stream: {format: bytes, every: {median: 1ms, sigma: 0.5}, events: [{base64: /w==}], times: forever}}
    """

  let client: ControlClient

  init() throws { client = try ControlClient(Self.spec) }

  private func decide(
    _ url: String, method: String = "GET", _ members: String = "", fields: HTTPFields = [:]
  ) async throws -> ControlReply {
    try await client.answer(
      "POST", "/decisions", body: #"{"method": "\#(method)", "url": "\#(url)"\#(members)}"#, fields: fields)
  }

  private func decide(path: String) async throws -> ControlReply {
    try await decide("https://api.example.com\(path)")
  }

  @Test func `a reply is whole`() async throws {
    let decision = try await decide(path: "/reply?x=1")
    #expect(decision.status == 200, "\(decision.text)")
    #expect(decision["outcome", "kind"] == "reply" && decision["outcome", "status"] == "201")
    #expect(decision["outcome", "fields", "0", "name"] == "X-A" && decision["outcome", "fields", "0", "value"] == "a")
    #expect(decision["outcome", "fields", "1", "value"] == "b")
    #expect(decision["outcome", "body"] == "ä" && decision["outcome", "bodyIsBase64"] == "false")
    #expect(decision["delay"] == "250000000")
    #expect(decision["throttle", "piece"] == "1" && decision["throttle", "interval"] == "50000000")
    #expect(decision["timeout"] == "15000000000")
    #expect(decision["request"] == "Reply" && decision["response"] == "R" && decision["reason"] == "default")
    let bytes = try await decide(path: "/bytes")
    #expect(bytes["outcome", "body"] == "/w==" && bytes["outcome", "bodyIsBase64"] == "true")
    #expect(bytes["throttle"] == "null")
  }

  @Test(arguments: [
    ("/redirect", "reply", "status", "302"), ("/fault", "fault", "fault", "truncatedBody"),
    ("/fault", "fault", "body", "half"), ("/hang", "fault", "fault", "hang"),
    ("/failure", "failure", "error", "timedOut"), ("/custom", "custom-failure", "domain", "Shop"),
    ("/custom", "custom-failure", "code", "7"), ("/custom", "custom-failure", "message", "closed"),
    ("/forward", "forward", "origin", "http://localhost:8000"), ("/pass", "pass-through", "kind", "pass-through"),
    ("/template", "template-failure", "kind", "template-failure"), ("/none", "unmatched", "kind", "unmatched"),
    ("/__mockspec/state", "unmatched", "kind", "unmatched"),
  ])
  func `each outcome has its kind`(path: String, kind: String, member: String, value: String) async throws {
    let decision = try await decide(path: path)
    #expect(decision.status == 200 && decision["outcome", "kind"] == kind, "\(decision.text)")
    #expect(decision["outcome", member] == value)
  }

  @Test func `a stream is its events with their pauses`() async throws {
    let decision = try await decide(path: "/stream")
    func member(_ path: String...) -> String? { decision[["outcome", "stream"] + path] }
    #expect(decision["outcome", "kind"] == "reply" && decision["outcome", "body"] == "")
    #expect(member("events", "0", "body") == "id: 1\ndata: a\n\n" && member("events", "0", "delay") == "null")
    #expect(member("events", "1", "delay") == "3000000" && member("every", "max") == "2000000")
    #expect(member("times") == "1" && member("end") == "fault" && member("fault") == "hang")
    #expect(member("faultDelay") == "null" && member("start") == "0")
  }

  @Test func `an unmatched request is explained`() async throws {
    let decision = try await decide(path: "/repl")
    #expect(decision["outcome", "text"]?.hasPrefix("no request matches GET https://api.example.com/repl") == true)
    #expect(decision["outcome", "explanation", "error"] == "unmatched")
    #expect(decision["request"] == "null")
    #expect(client.engine.session.unmatchedCalls.map(\.url) == ["https://api.example.com/repl"])
  }

  @Test func `the outcome of a closure is that of the decision`() async throws {
    let session = client.engine.session
    try session.add(MockedRequest("Closure", "/closure") { MockedResponse("R") { _ in MockReply(text: "made") } })
    try session.add(
      MockedRequest("Throws", "/throws") { MockedResponse("R") { _ in throw URLFailure.urlError(.timedOut) } })
    try session.add(MockedRequest("Fails", "/fails") { MockedResponse("R") { _ in throw ControlClient.NoEvents() } })
    try session.add(MockedRequest("Wrong", "/wrong") { MockedResponse("R") { _ in MockReply(status: 99) } })
    let pieces = AsyncStream<[UInt8]> { $0.finish() }
    try session.add(MockedRequest("Pieces", "/pieces") { MockedResponse("R") { _ in MockReply(pieces: pieces) } })
    #expect(try await decide(path: "/closure")["outcome", "body"] == "made")
    #expect(try await decide(path: "/pieces")["outcome", "reason"] == "invalid-reply")
    #expect(try await decide(path: "/throws")["outcome", "error"] == "timedOut")
    #expect(try await decide(path: "/fails")["outcome", "reason"] == "thrown")
    #expect(try await decide(path: "/wrong")["outcome", "reason"] == "invalid-reply")
    let large = try await decide("/closure", #", "bodySize": 100000000"#)
    #expect(large["outcome", "reason"] == "body-too-large")
    #expect(session.calls.last?.bodySize == 100_000_000)
  }

  @Test func `a body is text or Base64, and the fields are those of the request`() async throws {
    for body in [#""body": "{\"a\": 1}""#, #""body": "eyJhIjogMX0=", "bodyIsBase64": true"#] {
      let decision = try await decide(
        "https://api.example.com/body", method: "POST",
        #", \#(body), "fields": [{"name": "Content-Type", "value": "application/json"}, {"name": "X", "value": "ä"}]"#)
      #expect(decision["request"] == "Body", "\(decision.text)")
    }
    let call = try #require(client.engine.session.calls.last)
    #expect(call.fields.map(\.name.rawName) == ["Content-Type", "X"])
    #expect(String(decoding: call.body, as: UTF8.self) == #"{"a": 1}"#)
  }

  @Test func `it is a call like any other`() async throws {
    for (response, number) in [("A", "1"), ("B", "2")] {
      let decision = try await decide(path: "/steps")
      #expect(decision["response"] == response && decision["step", "number"] == number && decision["call"] == number)
    }
    #expect(client.engine.session.calls.count == 2)
  }

  @Test func `the session is that of the request's fields, else that of the call`() async throws {
    let own = #", "fields": [{"name": "Mockspec-Session", "value": "own"}]"#
    let field = HTTPField.Name("Mockspec-Session")!
    _ = try await decide("/steps", own, fields: [field: "call"])
    _ = try await decide("/steps", fields: [field: "call"])
    func count(_ id: String) throws -> Int { try client.engine.session(SessionID(id)).count(of: "Steps") }
    #expect(try count("own") == 1 && count("call") == 1)
    #expect(client.engine.session.calls.isEmpty)
    let wrong = try await decide("/steps", #", "fields": [{"name": "Mockspec-Session", "value": "a b"}]"#)
    #expect(wrong["outcome", "kind"] == "rejected" && wrong["outcome", "status"] == "400" && wrong["call"] == "0")
    let response = try await decide("/steps", #", "fields": [{"name": "Mockspec-Response", "value": "Steps=C"}]"#)
    #expect(response["outcome", "kind"] == "rejected", "\(response.text)")
    #expect(try await decide("/steps", fields: [field: "a b"]).status == 400)
  }

  @Test(arguments: [
    #"{"url": "/a"}"#, #"{"method": "GET"}"#, #"{"method": "G T", "url": "/a"}"#, #"{"method": "GET", "url": "a"}"#,
    #"{"method": "GET", "url": "/a", "fields": {}}"#, #"{"method": "GET", "url": "/a", "fields": [1]}"#,
    #"{"method": "GET", "url": "/a", "fields": [{"name": "A"}]}"#,
    #"{"method": "GET", "url": "/a", "fields": [{"name": "A:B", "value": "c"}]}"#,
    #"{"method": "GET", "url": "/a", "body": "%", "bodyIsBase64": true}"#,
    #"{"method": "GET", "url": "/a", "body": "b", "bodySize": 2}"#, #"{"method": "GET", "url": "/a", "bodySize": -1}"#,
    #"{"method": "GET", "url": "/a", "target": "url"}"#, #"{"method": "GET", "url": "/a", "body": 1}"#, "[]", "",
  ])
  func `a wrong request isn't decided`(body: String) async throws {
    let answer = try await client.answer("POST", "/decisions", body: body, type: "application/json")
    #expect(answer.status == 400 && answer["code"] == "bad-request", "\(answer.text)")
    #expect(client.engine.session.calls.isEmpty)
  }

  @Test func `a body of several MiB is decided`() async throws {
    let text = Base64.encode([UInt8](repeating: 0xFF, count: 5 << 20))
    let decision = try await decide("/body", method: "POST", #", "body": "\#(text)", "bodyIsBase64": true"#)
    #expect(decision["outcome", "kind"] == "unmatched")
    #expect(client.engine.session.calls.last?.bodySize == 5 << 20)
  }
}
