import HTTPTypes
import Testing

@testable import MockSpec

@Suite(.timeLimit(.minutes(20)))
struct ClosureCallTests {
  struct Mistake: Error {}

  static func engine(timeout: Duration = .seconds(60), _ reply: @escaping MockedResponse.Closure) throws -> MockEngine {
    let loaded = try Specs.load("requests: {}")
    var settings = loaded.settings
    settings.timeout = timeout
    let engine = MockEngine(
      ResponseSets(number: 1, sets: [], scenes: [:], settings: settings, summary: loaded.summary))
    try engine.session.add(MockedRequest("A", "/{x}") { MockedResponse("R", reply) })
    return engine
  }

  static func outcome(_ engine: MockEngine, _ line: String = "GET /a") async throws -> Decision.Outcome {
    guard case .closure(let closure) = engine.decide(MockCall(line)).outcome else { throw Mistake() }
    return await closure.outcome()
  }

  @Test func `a closure sees its request, and its reply is one as of a spec`() async throws {
    let engine = try Self.engine { request in
      MockReply(status: 201, headers: ["X-Path": request.path, "X-Path": "2"], json: #"{"id": 1}"#)
    }
    guard case .reply(let reply) = try await Self.outcome(engine, "GET /b") else { throw Mistake() }
    #expect(reply.status == 201)
    #expect(reply.fields[values: .init("X-Path")!] == ["/b", "2"])
    #expect(reply.fields[.contentType] == "application/json")
    #expect(reply.body == Array(#"{"id": 1}"#.utf8))
    #expect(engine.session.calls.map(\.outcome) == [.reply(201)])
  }

  @Test(arguments: [("HEAD /a", 200, false), ("GET /a", 204, false), ("GET /a", 304, false), ("GET /a", 404, true)])
  func `whether the body is sent follows from method and status`(line: String, status: Int, sends: Bool) async throws {
    let engine = try Self.engine { _ in MockReply(status: status, text: "hello") }
    var decision = engine.decide(MockCall(line))
    guard case .closure(let closure) = decision.outcome else { throw Mistake() }
    decision.outcome = await closure.outcome()
    guard case .reply = decision.outcome else { throw Mistake() }
    #expect(decision.sendsBody == sends)
  }

  @Test func `what a closure throws is the request's error`() async throws {
    let engine = try Self.engine { request in
      if request.path == "/spec" { throw URLFailure.urlError(.timedOut) }
      throw Mistake()
    }
    guard case .failure(.urlError(.timedOut)) = try await Self.outcome(engine, "GET /spec"),
      case .closureFailure(.thrown(is Mistake)) = try await Self.outcome(engine)
    else { throw Mistake() }
    #expect(
      engine.session.calls.map(\.outcome) == [
        .failure(.urlError(.timedOut)), .closureFailed("the closure threw Mistake()"),
      ])
  }

  @Test func `a reply that HTTP doesn't allow is an error that says what would be right`() async throws {
    let engine = try Self.engine { _ in MockReply(status: 1000, headers: ["a b": "c"]) }
    guard case .closureFailure(.invalidReply(let message)) = try await Self.outcome(engine) else { throw Mistake() }
    #expect(message.contains("1000"))
    #expect(message.contains("a b"))
  }

  @Test func `a reply with too many headers is an error`() async throws {
    let engine = try Self.engine { _ in
      var reply = MockReply()
      reply.headers = Array(repeating: (name: "X-A", value: "a"), count: 65_536)
      return reply
    }
    guard case .closureFailure(.invalidReply(let message)) = try await Self.outcome(engine) else { throw Mistake() }
    #expect(message.contains("expected at most 32768 values of headers"))
  }

  @Test func `a closure that goes on for ever is cut by the project's timeout, and cancelled`() async throws {
    let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    let engine = try Self.engine(timeout: .milliseconds(1)) { _ in
      do { try await Task.sleep(for: .seconds(3600)) } catch { cancel.finish() }
      return MockReply()
    }
    guard case .closureFailure(.timedOut(.milliseconds(1))) = try await Self.outcome(engine) else { throw Mistake() }
    guard case .closureFailed? = engine.session.calls.first?.outcome else { throw Mistake() }
    for await _ in cancelled {}
  }

  @Test func `until a closure has ended, its call is pending`() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let engine = try Self.engine { _ in
      for await _ in gate {}
      return MockReply(status: 202)
    }
    guard case .closure(let closure) = engine.decide(MockCall("GET /a")).outcome else { throw Mistake() }
    async let outcome = closure.outcome()
    #expect(engine.session.calls.map(\.outcome) == [.pending])
    open.finish()
    _ = await outcome
    #expect(engine.session.calls.map(\.outcome) == [.reply(202)])
  }

  @Test func `a client that leaves cancels the closure`() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let engine = try Self.engine { _ in
      start.finish()
      try await Task.sleep(for: .seconds(3600))
      return MockReply()
    }
    guard case .closure(let closure) = engine.decide(MockCall("GET /a")).outcome else { throw Mistake() }
    let task = Task { await closure.outcome() }
    for await _ in started {}
    task.cancel()
    guard case .closureFailure(.thrown(is CancellationError)) = await task.value else { throw Mistake() }
    #expect(engine.session.calls.map(\.outcome) == [.closureFailed("the closure was cancelled")])
  }
}
