import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import MockSpec

/// Sessions of one engine.
struct SessionTests {
  static let spec = """
    requests:
      Items: {match: GET /items, responses: {One: {}, Two: {}}}
      Login: {match: POST /login, responses: {Done: {}, Failed: {status: 500}}}
      Turns: {match: GET /turns, sequence: [One, Two], responses: {One: {}, Two: {}}}
    """

  /// A clock that tests set.
  final class Clock: Sendable {
    private let seconds = Mutex(1000)
    private let change = Mutex(0)
    var environment: EngineEnvironment {
      EngineEnvironment(
        now: { .seconds(self.seconds.withLock { $0 } + self.change.withLock { $0 }) },
        uptime: { .seconds(self.seconds.withLock { $0 }) }, random: { 0 })
    }
    func pass(_ passed: Int) { seconds.withLock { $0 += passed } }
    /// Sets the system's clock. No time passes.
    func set(forward seconds: Int) { change.withLock { $0 += seconds } }
  }

  static func engine(_ clock: Clock, limit: Int = 10_000) throws -> MockEngine {
    MockEngine(try Specs.load(spec), limits: .init(sessions: limit), environment: clock.environment)
  }

  static func fields(_ id: String) -> HTTPFields { [.init("Mockspec-Session")!: id] }

  // MARK: - Isolation

  @Test func `selections, scene, enabled requests and sequences belong to one session`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.updateSettings { $0.scenes = ["Broken": ["Items": "Two", "Login": "Failed"]] }
    let (a, b) = (try engine.session(SessionID("a")), try engine.session(SessionID("b")))
    try a.select("Two", for: "Items")
    try b.activate(scene: "Broken")
    try b.setEnabled(false, for: "Turns")
    let expected = [
      "a": ["Items: Two", "Login: Done", "Turns: One"], "b": ["Items: Two", "Login: Failed", "unmatched"],
      "c": ["Items: One", "Login: Done", "Turns: One"],
    ]
    for (id, answers) in expected {
      #expect(["GET /items", "POST /login", "GET /turns"].map { engine.answer($0, Self.fields(id)) } == answers)
    }
    #expect(engine.answer("GET /items") == "Items: One")
    #expect(engine.answer("GET /turns") == "Turns: One")
    #expect(engine.answer("GET /turns", Self.fields("a")) == "Turns: Two")
    a.reset()
    #expect(engine.answer("GET /items", Self.fields("a")) == "Items: One")
    #expect(engine.answer("POST /login", Self.fields("b")) == "Login: Failed")
  }

  @Test func `so do the journal and requests built in code`() throws {
    let engine = try Specs.engine(Self.spec)
    let a = try engine.session(SessionID("a"))
    try a.add(MockedRequest("New", "/new") { MockedResponse("R", status: 200) })
    #expect(engine.answer("GET /new", Self.fields("a")) == "New: R")
    #expect(engine.answer("GET /new", Self.fields("b")) == "unmatched")
    #expect(engine.answer("GET /new") == "unmatched")
    #expect(a.calls.map(\.requestName) == ["New"])
    #expect(a.unmatchedCount == 0)
    #expect(try engine.session(SessionID("b")).unmatchedCount == 1)
    #expect(engine.session.calls.count == 1)
    a.clearCalls()
    #expect(engine.session.calls.count == 1)
  }

  @Test func `a call in a session is explained there`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session(SessionID("a")).select("Two", for: "Items")
    #expect(engine.explain(MockCall("GET /items", Self.fields("a"))).text.contains("why 'Two': it is selected"))
    #expect(engine.explain(MockCall("GET /items")).headline.contains("with 'One'"))
    #expect(engine.explain(MockCall("GET /items", Self.fields("/"))).headline.contains("Mockspec-Session: expected"))
  }

  @Test func `baggage names a session, too`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session(SessionID("a")).select("Two", for: "Items")
    #expect(engine.answer("GET /items", [.init("baggage")!: "user=1, mockspec-session=a"]) == "Items: Two")
  }

  @Test func `a response that a call names wins in each session`() throws {
    let engine = try Specs.engine(Self.spec)
    let named: HTTPFields = [.init("Mockspec-Session")!: "a", .init("Mockspec-Response")!: "Items=Two"]
    #expect(engine.answer("GET /items", named) == "Items: Two")
  }

  @Test func `a new session has the settings of the default one`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.updateSettings { $0.redact = ["X-Key"] }
    _ = engine.answer("GET /items", [.init("Mockspec-Session")!: "a", .init("X-Key")!: "swordfish"])
    let call = try #require(try engine.session(SessionID("a")).calls.first)
    #expect(call.redacted.fields.contains { $0.value == "‹redacted, 9 characters›" })
  }

  // MARK: - Reloading

  @Test func `a reload applies to each session by names`() throws {
    let engine = try Specs.engine(Self.spec)
    for id in ["b", "c", "a"] { try engine.session(SessionID(id)).select("Two", for: "Items") }
    try engine.session(SessionID("c")).select("Failed", for: "Login")
    #expect(engine.answer("GET /turns", Self.fields("b")) == "Turns: One")
    let added = try engine.session(SessionID("added"))
    try added.add(MockedRequest("New", "/new") { MockedResponse("R", status: 200) })
    let notices = engine.replace(
      with: try Specs.load(
        Self.spec.replacing("Failed", with: "Broken").replacing("match: GET /items", with: "match: GET /moved")))
    #expect(
      notices == ["the selected response 'Failed' of 'Login' no longer exists; its default answers (session 'c')"])
    #expect(engine.answer("GET /moved", Self.fields("a")) == "Items: Two")
    #expect(engine.answer("GET /moved", Self.fields("added")) == "Items: One")
    #expect(engine.answer("GET /moved", Self.fields("d")) == "Items: One")
    #expect(engine.answer("GET /turns", Self.fields("b")) == "Turns: Two")
    #expect(engine.answer("GET /turns", Self.fields("a")) == "Turns: One")
    #expect(engine.answer("GET /new", Self.fields("added")) == "New: R")
    let more = engine.replace(
      with: try Specs.load("requests: {Login: {match: POST /login, responses: {Done: {}, Failed: {}}}}"))
    #expect(more == ["the selected request 'Items' no longer exists (session 'a' and 2 others)"])
    #expect(engine.answer("POST /login", Self.fields("c")) == "Login: Failed")
  }

  @Test func `sessions without changes share the loaded snapshot`() throws {
    let engine = try Specs.engine(Self.spec)
    let session = try engine.session(SessionID("a"))
    #expect(session.sets === engine.sets)
    try session.select("Two", for: "Items")
    engine.replace(with: try Specs.load(Self.spec))
    #expect(session.sets === engine.sets)
  }

  // MARK: - Ending

  @Test func `an ended session is refused until it is begun again or 10 minutes have passed`() throws {
    let clock = Clock()
    let engine = try Self.engine(clock)
    let id = try SessionID("a")
    #expect(!engine.endSession(id))
    try engine.session(id).select("Two", for: "Items")
    #expect(engine.endSession(id))
    #expect(engine.existingSession(id) == nil)
    clock.pass(599)
    let refused = engine.decide(MockCall("HEAD /items", Self.fields("a")))
    guard case .rejected("the session 'a' has ended; begin it again or use another ID", 410) = refused.outcome else {
      return #expect(Bool(false), "\(refused)")
    }
    #expect(refused.answersHead)
    #expect(engine.decideIfMatched(MockCall("GET /items", Self.fields("a")), DecisionOptions()) != nil)
    #expect(engine.session.calls.isEmpty)
    clock.pass(1)
    #expect(engine.answer("GET /items", Self.fields("a")) == "Items: One")
    engine.endSession(id)
    #expect(throws: SessionError.self) { try engine.session(id) }
    try engine.beginSession(id).select("Two", for: "Items")
    #expect(engine.answer("GET /items", Self.fields("a")) == "Items: Two")
    #expect(try engine.beginSession(id) === engine.session(id))
  }

  @Test func `only so many ended sessions are remembered`() throws {
    let engine = try Self.engine(Clock(), limit: 3)
    for id in ["a", "b", "c", "d"] {
      try engine.beginSession(SessionID(id))
      engine.endSession(try SessionID(id))
    }
    #expect(engine.answer("GET /items", Self.fields("b")).contains("'b' has ended"))
    #expect(engine.answer("GET /items", Self.fields("a")) == "Items: One")
  }

  @Test func `sessions are listed in the order in which they were begun`() throws {
    let clock = Clock()
    let engine = try Self.engine(clock)
    for id in ["b", "a"] {
      _ = engine.answer("GET /items", Self.fields(id))
      clock.pass(1)
    }
    _ = engine.answer("GET /nothing", Self.fields("b"))
    _ = engine.answer("GET /items")
    clock.pass(5)
    _ = engine.existingSession(try SessionID("a"))
    #expect(
      engine.sessions == [
        SessionStatus(id: try SessionID("b"), begun: .seconds(1000), lastUsed: .seconds(1002), callCount: 2),
        SessionStatus(id: try SessionID("a"), begun: .seconds(1001), lastUsed: .seconds(1001), callCount: 1),
      ])
  }

  // MARK: - The limit

  @Test func `the session that is idle for the longest time makes room, after 10 minutes`() throws {
    let clock = Clock()
    let engine = try Self.engine(clock, limit: 3)
    let answer = { (id: String) in engine.answer("GET /items", Self.fields(id)) }
    for id in ["a", "b", "c"] {
      #expect(answer(id) == "Items: One")
      clock.pass(10)
    }
    #expect(answer("a") == "Items: One")
    let tooMany = "there are 3 sessions, the maximum, and none has been idle for 10 minutes; end unused ones"
    #expect(answer("d") == tooMany)
    clock.pass(580)
    #expect(answer("d") == "Items: One")  // instead of b, which was used 600 seconds ago
    #expect(answer("e") == tooMany)
    clock.pass(599)
    #expect(answer("f") == "Items: One")  // instead of c
    #expect(answer("a") == "Items: One")
    #expect(answer("b") == tooMany)
    #expect(engine.sessions.map(\.id.description) == ["a", "d", "f"])
    clock.pass(1)
    #expect(answer("b") == "Items: One")  // instead of d; an evicted session hasn't ended
    #expect(engine.sessions.map(\.id.description) == ["a", "f", "b"])
    let refused = #expect(throws: SessionError.self) { try engine.beginSession(SessionID("g")) }
    #expect(refused?.status == 503)
    engine.endSession(try SessionID("f"))
    try engine.beginSession(SessionID("g"))
  }

  @Test func `a change of the system's clock ends no session, and shows in its times`() throws {
    let clock = Clock()
    let engine = try Self.engine(clock, limit: 1)
    try engine.beginSession(SessionID("a"))
    clock.set(forward: 100_000)
    #expect(throws: SessionError.self) { try engine.beginSession(SessionID("b")) }
    #expect(engine.sessions.map(\.begun) == [.seconds(1000)])
    #expect(engine.sessions.map(\.lastUsed) == [.seconds(101_000)])
    clock.set(forward: -200_000)
    clock.pass(600)
    try engine.beginSession(SessionID("b"))
  }

  @Test func `a session that is used while others are evicted stays`() throws {
    let clock = Clock()
    let engine = try Self.engine(clock, limit: 4)
    let answer = { (id: String) in engine.answer("GET /items", Self.fields(id)) }
    for id in ["a", "b", "c", "d"] {
      _ = answer(id)
      clock.pass(1)
    }
    clock.pass(1000)
    _ = answer("e")
    _ = answer("b")
    for id in ["f", "g"] { _ = answer(id) }
    #expect(Set(engine.sessions.map(\.id.description)) == ["b", "e", "f", "g"])
    #expect(answer("h").contains("the maximum"))
  }

  // MARK: - Threads

  @Test func `a thousand sessions on many threads never meet while the project is reloaded`() throws {
    let engine = try Specs.engine(Self.spec)
    let versions = try ["", "  More: {match: GET /more, responses: {R: {}}}\n"].map {
      try Specs.load(Self.spec + "\n" + $0)
    }
    let wrong = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 1000) { number in
      let fields = Self.fields("s\(number)")
      let response = number.isMultiple(of: 2) ? "Two" : "One"
      do {
        let session = try engine.session(SessionID("s\(number)"))
        try session.select(response, for: "Items")
        for turn in 0..<4 {
          if number % 50 == turn { engine.replace(with: versions[number / 50 % 2]) }
          let answers = [engine.answer("GET /items", fields), engine.answer("GET /turns", fields)]
          if answers != ["Items: \(response)", turn == 0 ? "Turns: One" : "Turns: Two"] {
            wrong.withLock { $0.append("\(number): \(answers)") }
          }
        }
        if session.calls.count != 8 || !session.calls.allSatisfy({ $0.outcome == .reply(200) }) {
          wrong.withLock { $0.append("\(number): \(session.calls)") }
        }
        if number % 3 == 0 { engine.endSession(try SessionID("s\(number)")) }
      } catch {
        wrong.withLock { $0.append("\(number): \(error)") }
      }
    }
    #expect(wrong.withLock { $0 } == [])
    #expect(engine.sessions.count == 666)
    #expect(try engine.sessions.allSatisfy { try engine.session($0.id).sets === engine.sets })
  }
}
