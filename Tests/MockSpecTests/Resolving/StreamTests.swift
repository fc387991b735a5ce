import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Streams of events in specs, and what calls get.
struct StreamTests {
  private static func load(_ response: String, defaults: String = "{}") throws -> LoadedProject {
    let spec = "mockspec: 1\ndefaults: \(defaults)\nrequests: {A: {match: /a, responses: {R: {\(response)}}}}\n"
    return try Specs.load(try TemporaryFolder(["a.mock.yaml": spec, "a.bin": "file"]), ".")
  }

  private static func engine(
    _ response: String, defaults: String = "{}", _ environment: EngineEnvironment = .system
  ) throws -> MockEngine {
    let project = try load(response, defaults: defaults)
    return MockEngine(
      try #require(project.sets, "\(project.diagnostics.map(\.message))"), environment: environment)
  }

  /// Returns the events of the reply, separated by bars.
  private static func events(_ decision: Decision) throws -> String {
    let events = try #require(decision.events)
    return events.stream.events[events.start...].map { String(decoding: $0.bytes, as: UTF8.self) }
      .joined(separator: "|")
  }

  @Test(arguments: [
    (
      "events: [{data: {delta: Hel}}, {event: message, id: 1, data: lo}, {comment: still here}, {retry: 3s}]",
      "data: {\"delta\":\"Hel\"}\n\n|event: message\nid: 1\ndata: lo\n\n|: still here\n\n|retry: 3000\n\n"
    ),
    (
      "events: [{data: '{ \"a\": 1 }'}, {data: 1.50}, {data: null}, {data: [1, x]}]",
      "data: { \"a\": 1 }\n\n|data: 1.50\n\n|data: null\n\n|data: [1,\"x\"]\n\n"
    ),
    ("format: ndjson, events: [{data: {a: 1}}, {data: text}]", "{\"a\":1}\n|\"text\"\n"),
    ("format: lines, events: [{data: {a: 1}}, {data: text}]", "{\"a\":1}\n|text\n"),
    ("format: bytes, events: [{base64: SGVsbG8=}, {file: a.bin}]", "Hello|file"),
  ])
  func `each event is sent in the format of the stream`(stream: String, expected: String) throws {
    #expect(try Self.events(Self.engine("stream: {\(stream)}").decide(MockCall("GET /a"))) == expected)
  }

  @Test(arguments: [
    ("sse", "data: a", "text/event-stream"), ("ndjson", "data: a", "application/x-ndjson"),
    ("lines", "data: a", "text/plain; charset=utf-8"), ("bytes", "base64: QQ==", nil),
  ])
  func `the Content-Type is that of the format`(format: String, event: String, type: String?) throws {
    let engine = try Self.engine("stream: {format: \(format), events: [{\(event)}]}")
    guard case .reply(let reply) = engine.decide(MockCall("GET /a")).outcome else { throw NoReply() }
    #expect(reply.fields[.contentType] == type)
  }

  private struct NoReply: Error {}

  @Test func `a header replaces the Content-Type, and a throttle isn't inherited`() throws {
    let engine = try Self.engine(
      "headers: {Content-Type: text/x}, stream: {events: [{data: a}]}", defaults: "{throttle: {bytesPerSecond: 1}}")
    let decision = engine.decide(MockCall("GET /a"))
    guard case .reply(let reply) = decision.outcome else { throw NoReply() }
    #expect(reply.fields[values: .contentType] == ["text/x"] && decision.throttle == nil)
  }

  @Test func `each event is a template, and what is rendered can't add a field`() throws {
    let engine = try Self.engine(
      """
      template: true, stream: {events: [{data: {q: '{{request.query.q}}'}}, {id: '{{request.query.id}}', data: '{{request.query.q}}'},
      {data: x}]}
      """)
    let decision = engine.decide(MockCall("GET /a?q=a%0A\"b&id=7"))
    #expect(try Self.events(decision) == "data: {\"q\":\"a\\n\\\"b\"}\n\n|id: 7\ndata: a\ndata: \"b\n\n|data: x\n\n")
    for (call, problem) in [("GET /a?q=1&id=a%0Ab", "'id' contains a line break"), ("GET /a?q=1", "is missing")] {
      guard case .templateFailure(let message) = engine.decide(MockCall(call)).outcome else { throw NoReply() }
      #expect(message.contains(problem))
    }
  }

  @Test func `without tags, a template is the same stream for all calls`() throws {
    #expect(
      try Self.events(Self.engine("template: true, stream: {events: [{data: a}]}").decide(MockCall("GET /a")))
        == "data: a\n\n")
  }

  // MARK: - Last-Event-ID

  private static let numbered = "events: [{id: 1, data: a}, {data: b}, {id: 2, data: c}]"

  @Test(arguments: [
    ("", "1", "data: b\n\n|id: 2\ndata: c\n\n"), ("", "3", "id: 1\ndata: a\n\n|data: b\n\n|id: 2\ndata: c\n\n"),
    (", end: open", "2", ""), (", every: 1s, times: forever", "2", ""),
  ])
  func `a client continues after the event that it had last`(rest: String, id: String, expected: String) throws {
    let engine = try Self.engine("stream: {\(Self.numbered)\(rest)}")
    #expect(try Self.events(engine.decide(MockCall("GET /a", [.lastEventID: id]))) == expected)
  }

  @Test func `after the last event, 204 keeps a client from connecting again`() throws {
    for stream in [Self.numbered, "\(Self.numbered), times: 3"] {
      let decision = try Self.engine("headers: {X: 1}, stream: {\(stream)}")
        .decide(MockCall("GET /a", [.lastEventID: "2"]))
      guard case .reply(let reply) = decision.outcome else { throw NoReply() }
      #expect(reply.status == 204 && decision.events == nil)
      #expect(reply.fields[.contentType] == nil && reply.fields[.init("X")!] == "1")
    }
  }

  // MARK: - Calls

  @Test func `random pauses are those of the environment`() throws {
    let engine = try Self.engine(
      "stream: {every: {min: 1s, max: 2s}, events: [{data: a}, {data: b}]}", EngineEnvironment(random: { .max }))
    var pieces = BodyPieces(try #require(engine.decide(MockCall("GET /a")).events))
    #expect(pieces.pause == .zero)
    _ = pieces.next()
    #expect(pieces.pause == .seconds(2))
  }

  @Test func `the journal has the events that were sent, and how the stream ended`() throws {
    let engine = try Self.engine("stream: {events: [{data: a}, {data: b}]}")
    let events = try #require(engine.decide(MockCall("GET /a")).events)
    events.begin {}
    events.eventSent()
    #expect(engine.session.calls[0].sentEvents == SentEvents(count: 1, end: nil))
    events.end(.clientLeft)
    #expect(engine.session.calls[0].sentEvents == SentEvents(count: 1, end: .clientLeft))
    #expect(
      engine.session.calls[0].description
        == "GET https://api.example.com/a → 200 (A: R, by default), 1 event, client left")
    _ = engine.decide(MockCall("HEAD /a"))
    #expect(engine.session.calls[1].sentEvents == nil)
  }

  @Test func `a stream ends with its session, and goes on over a reload`() throws {
    let engine = try Self.engine("stream: {events: [{data: a}]}")
    let (mine, other) = (try engine.session(SessionID("mine")), engine.session)
    let events = try [mine, other].map { try #require($0.decide(MockCall("GET /a")).events) }
    for events in events { events.begin {} }
    engine.replace(with: try #require(Self.load("text: other").sets))
    #expect(events.allSatisfy { !$0.isStopped })
    engine.endSession(try SessionID("mine"))
    #expect(events[0].isStopped && !events[1].isStopped)
    events[1].end(.whole)
  }

  @Test(arguments: [
    ("every: 40ms, events: [{data: a}, {data: b}]", "200, text/event-stream, 2 events each 40ms"),
    ("events: [{data: a, delay: 1s}], times: forever", "200, text/event-stream, 1 event, forever"),
    (
      "format: ndjson, events: [{data: a}], times: 3, end: open",
      "200, application/x-ndjson, 1 event, 3 times, then open"
    ),
    ("events: [{data: a}, {fault: hang}]", "200, text/event-stream, 1 event, then fault hang"),
  ])
  func `a summary has the number of events and what follows them`(stream: String, expected: String) throws {
    let engine = try Self.engine("stream: {\(stream)}")
    #expect(engine.session.sets["A"]?.responses[0].summary == expected)
  }

  // MARK: - Errors

  @Test(arguments: [
    ("events: [{fault: 1️⃣hang1️⃣}, {data: a}]", "only the last event can be a fault"),
    ("times: 1️⃣21️⃣, events: [{data: a}, {fault: hang}]", "'times' can't be combined with a fault, which ends the stream"),
    ("end: open, events: [{fault: 1️⃣hang1️⃣}]", "'end: open' can't be combined with a fault, which ends the stream"),
    ("times: 1️⃣forever1️⃣, events: [{data: a}]", "a stream that is repeated forever needs a pause"),
    ("times: 1️⃣forever1️⃣, every: 0s, events: [{data: a}]", "a stream that is repeated forever needs a pause"),
    ("format: ndjson, events: [{id: 1️⃣11️⃣, data: a}]", "'id' can't be combined with the format 'ndjson'"),
    ("events: [{file: 1️⃣a.bin1️⃣}]", "'file' can't be combined with the format 'sse'"),
    ("format: bytes, events: [{data: 1️⃣a1️⃣}]", "'data' can't be combined with the format 'bytes'"),
    ("events: [1️⃣{delay: 1s}1️⃣]", "expected 'data' or 'event' or 'id' or 'comment' or 'retry' in an event"),
    (#"events: [{event: 1️⃣"a\nb"1️⃣, data: a}]"#, "'event' contains a line break"),
    (#"events: [{id: 1️⃣"\0"1️⃣, data: a}]"#, "'id' contains a NUL character, so clients ignore it"),
    ("events: [{1️⃣data1️⃣: a, fault: hang}]", "'data' can't be combined with 'fault'"),
    ("events: [{1️⃣dat1️⃣: a}]", "unknown key 'dat'"),
    ("events: 1️⃣[]1️⃣", "expected at least 1 element in a list of events, found none"),
  ])
  func `a mistake is reported at its place`(stream: String, message: String) throws {
    let marked = "mockspec: 1\nrequests:\n  A:\n    match: /a\n    responses:\n      R: {stream: {\(stream)}}\n"
    let folder = try TemporaryFolder([
      "a.mock.yaml": marked.replacing("1️⃣", with: ""), "a.bin": "file",
    ])
    let errors = try Specs.load(folder, ".").diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == [message])
    #expect(errors.first?.marked == marked)
  }

  @Test(arguments: [
    ("throttle: {bytesPerSecond: 1}", "'throttle' can't be combined with 'stream'"),
    ("text: a", "'text' can't be combined with 'stream'"), ("fault: hang", "'fault' can't be combined with 'stream'"),
    ("error: timedOut", "'stream' can't be combined with 'error'"),
    ("headers: {content-length: 1}", "'Content-Length' can't be combined with 'stream', whose length isn't known"),
  ])
  func `keys that a stream makes no use of are errors`(key: String, message: String) throws {
    let errors = try Self.load("stream: {events: [{data: a}]}, \(key)").diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == [message])
  }
}

extension HTTPField.Name {
  fileprivate static let lastEventID = Self("Last-Event-ID")!
}
