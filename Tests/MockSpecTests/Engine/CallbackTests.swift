import HTTPTypes
import MockSpecDiagnostics
import Synchronization
import TestSupport
import Testing

@testable import MockSpec

/// The calls that mocks make after their answers.
struct CallbackTests {
  /// Answers with the next of some statuses, or doesn't answer.
  private final class Sender: CallbackSender {
    private let state: Mutex<(statuses: [Int?], sent: [(OutgoingCall, CallbackURL)])>

    init(_ statuses: Int?...) { state = Mutex((statuses, [])) }

    var sent: [(call: OutgoingCall, url: CallbackURL)] { state.withLock { $0.sent } }

    func send(_ call: OutgoingCall, to url: CallbackURL, timeout: Duration) async throws -> Int {
      let status = state.withLock { state in
        state.sent.append((call, url))
        return state.statuses.isEmpty ? 200 : state.statuses.removeFirst()
      }
      guard let status else { throw CallbackFailure("no answer") }
      return status
    }
  }

  private static func engine(
    _ response: String, method: String = "POST",
    allowed: String = "['http://client.example', 'https://localhost:3000']", sender: Sender
  ) throws -> MockEngine {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nallowCallbacks: \(allowed)\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: \(method) /a, responses: {R: {\(response)}}}}\n",
    ])
    let project = try Specs.load(folder, ".")
    let engine = MockEngine(try #require(project.sets, "\(project.diagnostics.map(\.message))"))
    engine.sendCallbacks(with: sender)
    return engine
  }

  /// Makes a call, ends its reply, and returns the records when all callbacks have ended.
  private static func records(_ engine: MockEngine, _ call: MockCall) async -> [CallbackRecord] {
    let (changes, change) = AsyncStream<Void>.makeStream()
    let observer = engine.session.observers.add { _ in change.yield() }
    defer { engine.session.observers.remove(observer) }
    engine.decide(call).callbacks?.begin()
    change.yield()
    for await _ in changes where engine.session.callbackRecords.allSatisfy({ $0.isOver }) { break }
    return engine.session.callbackRecords
  }

  @Test func `calls are made after the answer, with the values of the call`() async throws {
    let sender = Sender(201, 204)
    let engine = try Self.engine(
      """
      template: true, status: 202, callbacks: [
      {call: 'POST {{request.json.url}}?id=7', json: {paid: '{{request.json.sum | number}}'}, headers: {X-A: a}},
      {call: DELETE https://localhost:3000, text: bye}]
      """, sender: sender)
    let call = MockCall(
      "POST /a", [.contentType: "application/json"], body: #"{"url":"http://CLIENT.example:80/b","sum":3}"#)
    let decision = engine.decide(call)
    #expect(sender.sent.isEmpty)
    decision.callbacks?.begin()
    decision.callbacks?.begin()
    let records = await Self.records(engine, MockCall("GET /other"))
    #expect(
      records.map(\.description) == [
        "POST http://CLIENT.example:80/b?id=7 → 201 (after call 1, A: R)",
        "DELETE https://localhost:3000 → 204 (after call 1, A: R)",
      ]
        || records.map(\.description) == [
          "POST http://CLIENT.example:80/b?id=7 → 204 (after call 1, A: R)",
          "DELETE https://localhost:3000 → 201 (after call 1, A: R)",
        ])
    let sent = sender.sent.sorted { $0.call.method > $1.call.method }
    #expect(sent.map { String(decoding: $0.call.body, as: UTF8.self) } == [#"{"paid":3}"#, "bye"])
    #expect(sent.map(\.url.target) == ["/b?id=7", "/"])
    #expect(sent[0].call.fields == [.contentType: "application/json", .init("X-A")!: "a"] && sent.count == 2)
  }

  @Test func `a call that fails is made again, as often as the spec says`() async throws {
    let sender = Sender(500, nil, 200)
    let engine = try Self.engine(
      "callbacks: [{call: POST http://client.example/, retry: {times: 5, every: 1ms}}]", sender: sender)
    let records = await Self.records(engine, MockCall("POST /a"))
    #expect(records.map(\.result) == [.status(200)] && records.map(\.attempts) == [3])
    let last = Sender(nil, 503)
    let other = try Self.engine(
      "callbacks: [{call: POST http://client.example/, retry: {times: 1, every: 1ms}}]", sender: last)
    #expect(await Self.records(other, MockCall("POST /a")).map(\.result) == [.status(503)])
  }

  @Test(arguments: [
    "http://client.example:8080/", "https://client.example/", "http://client.example.evil/", "http://localhost:3000/",
    "http://client.example@evil/", "http://evil/?http://client.example", "ftp://client.example/", "//client.example/",
    "http://client.example/a b", "client.example", "",
  ])
  func `a URL that isn't listed isn't called`(url: String) async throws {
    let sender = Sender()
    let engine = try Self.engine(
      "template: true, callbacks: [{call: 'POST {{request.body}}'}]", sender: sender)
    let records = await Self.records(engine, MockCall("POST /a", body: url))
    guard case .refused = records.first?.result else { throw Unexpected(records) }
    #expect(sender.sent.isEmpty)
  }

  private struct Unexpected: Error {
    let records: [CallbackRecord]

    init(_ records: [CallbackRecord]) { self.records = records }
  }

  @Test(arguments: ["reset", "end"])
  func `what still waits is cancelled`(by action: String) async throws {
    let sender = Sender()
    let engine = try Self.engine("callbacks: [{call: POST http://client.example/, delay: 1h}]", sender: sender)
    let id = try SessionID("s")
    let session = try engine.session(id)
    session.decide(MockCall("POST /a")).callbacks?.begin()
    #expect(session.callbackRecords.map(\.result) == [.pending])
    if action == "reset" { session.reset() } else { engine.endSession(id) }
    #expect(session.callbackRecords.map(\.result) == [.cancelled])
    session.decide(MockCall("POST /a")).callbacks?.begin()
    #expect(session.callbackRecords.last?.result == (action == "reset" ? .pending : .cancelled))
    session.reset()
    #expect(sender.sent.isEmpty)
  }

  @Test func `a call of a session names the session`() async throws {
    let sender = Sender()
    let engine = try Self.engine("callbacks: [{call: POST http://client.example/}]", sender: sender)
    let session = try engine.session(SessionID("checkout%7"))
    let (sent, change) = AsyncStream<Void>.makeStream()
    let observer = session.observers.add { _ in change.yield() }
    session.decide(MockCall("POST /a")).callbacks?.begin()
    change.yield()
    for await _ in sent where session.callbackRecords.allSatisfy({ $0.isOver }) { break }
    session.observers.remove(observer)
    #expect(sender.sent[0].call.fields[HTTPField.Name("baggage")!] == "mockspec-session=checkout%257")
  }

  @Test(arguments: [
    ("POST", "template: true, text: '{{request.json.missing}}'"), ("GET", "websocket: {}"),
  ])
  func `no call is made if the response fails`(method: String, response: String) throws {
    let engine = try Self.engine(
      "\(response), callbacks: [{call: POST http://client.example/}]", method: method, sender: Sender())
    #expect(engine.decide(MockCall("\(method) /a")).callbacks == nil)
  }

  @Test func `records are removed unless their calls are pending`() async throws {
    let engine = try Self.engine(
      "callbacks: [{call: POST http://client.example/, delay: 1h}, {call: POST http://other.example/}]",
      sender: Sender())
    engine.decide(MockCall("POST /a")).callbacks?.begin()
    engine.session.clearCalls()
    #expect(engine.session.callbackRecords.map(\.result) == [.pending])
    engine.session.reset()
    #expect(engine.session.callbackRecords.map(\.result) == [.cancelled])
  }

  @Test func `a call that follows from others names the servers before`() async throws {
    let sender = Sender()
    let engine = try Self.engine("callbacks: [{call: POST http://client.example/}]", sender: sender)
    _ = await Self.records(engine, MockCall("POST /a", [.via: "1.1 first, 1.1 second"]))
    #expect(sender.sent.map { $0.call.fields[.via] } == ["1.1 first, 1.1 second"])
  }

  @Test func `no more than 64 MiB of bodies are pending`() throws {
    let engine = try Self.engine(
      "template: true, callbacks: [{call: POST http://client.example/, delay: 1h, text: '{{request.body}}'}]",
      sender: Sender())
    let body = String(repeating: "a", count: 10 << 20)
    for _ in 0..<7 { engine.decide(MockCall("POST /a", body: body)).callbacks?.begin() }
    let refused = CallbackRecord.Result.refused("the bodies of pending callbacks have more than 64 MiB")
    #expect(engine.session.callbackRecords.map(\.result) == Array(repeating: .pending, count: 6) + [refused])
    engine.cancelCallbacks()
  }

  @Test func `no more than 1,000 calls are pending in all sessions`() throws {
    let engine = try Self.engine(
      "callbacks: [\(Array(repeating: "{call: POST http://client.example/, delay: 1h}", count: 16).joined(separator: ", "))]",
      sender: Sender())
    for number in 0..<63 {
      try engine.session(SessionID("s\(number % 2)")).decide(MockCall("POST /a")).callbacks?.begin()
    }
    let records = try [0, 1].flatMap { try engine.session(SessionID("s\($0)")).callbackRecords }
    #expect(records.filter { $0.result == .pending }.count == 1000)
    #expect(records.filter { $0.result == .refused("more than 1000 callbacks are pending") }.count == 8)
    engine.cancelCallbacks()
  }

  @Test(arguments: [
    ("callbacks: [{call: http://client.example}]", "bad-value"), ("callbacks: [{call: POST /hook}]", "bad-value"),
    ("callbacks: [{json: 1}]", "missing-key"), ("callbacks: []", "too-few"),
    ("callbacks: [{call: POST http://a.example, json: 1, text: a}]", "conflicting-keys"),
    ("callbacks: [{call: POST http://a.example, retry: {times: 0}}]", "bad-value"),
    ("template: true, callbacks: [{call: 'POST {{request.jsn}}'}]", "template"),
    ("callbacks: [{call: 'POST {{request.body}}'}]", "bad-value"),
  ])
  func `a mistake is reported`(response: String, code: String) throws {
    let spec = "mockspec: 1\nrequests: {A: {match: POST /a, responses: {R: {\(response)}}}}\n"
    let project = try Specs.load(try TemporaryFolder(["a.mock.yaml": spec]), ".")
    #expect(
      project.diagnostics.filter { $0.severity == .error }.map(\.code) == [code],
      "\(project.diagnostics.map(\.message))")
  }
}

extension CallbackRecord {
  fileprivate var isOver: Bool { result != .pending }
}
