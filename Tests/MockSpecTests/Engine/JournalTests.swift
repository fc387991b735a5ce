import Foundation
import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct JournalTests {
  static let spec = "requests: {A: {match: '/{x}', responses: {R: {}, S: {status: 201}}}}"

  @Test func `calls are kept in order, with what answered`() throws {
    let engine = try Specs.engine("requests: {A: {match: 'GET /{x}', responses: {R: {}}}}")
    for line in ["GET /1?q=2", "PUT /2", "GET /3"] { _ = engine.answer(line) }
    #expect(
      try engine.session.calls(to: "A").map(\.url) == ["https://api.example.com/1?q=2", "https://api.example.com/3"])
    #expect(engine.session.calls.map(\.responseName) == ["R", nil, "R"])
    #expect(engine.session.calls.map(\.number) == [1, 2, 3])
    #expect(engine.session.unmatchedCalls.map(\.path) == ["/2"])
    #expect(engine.session.unmatchedCount == 1)
  }

  @Test func `the calls after one are those that are stored, however many there are`() throws {
    let engine = try Specs.engine(Self.spec)
    for number in 1...1100 {
      _ = engine.answer("GET /\(number)")
      guard number < 20 || number > 1080 else { continue }
      let (calls, first, next) = engine.session.calls(after: number - 3)
      #expect(calls.map(\.number) == Array(max(1, number - 2)...number))
      #expect(first == max(1, number - 999) && next == number + 1)
    }
    #expect(engine.session.calls(after: 1100).calls.isEmpty)
  }

  @Test func `a call says why its response answered, and what it was`() throws {
    let engine = try Specs.engine(
      """
      requests:
        A: {match: GET /a, sequence: [R, {response: S, times: 2}], responses: {R: {}, S: {status: 201}}}
        B: {match: GET /b, responses: {E: {error: timedOut}}}
      """)
    for _ in 0..<4 { _ = engine.answer("GET /a") }
    _ = engine.answer("GET /a", [.init("Mockspec-Response")!: "A=S"])
    _ = engine.answer("GET /a", [.init("Mockspec-Response")!: "A=T"])
    _ = engine.answer("GET /b")
    let calls = engine.session.calls
    #expect(calls.map(\.reason) == [.sequence, .sequence, .sequence, .sequence, .header, nil, .default])
    #expect(calls.map { $0.step?.number } == [1, 2, 3, 3, nil, nil, nil])
    #expect(calls[0].step == .init(number: 1, count: 3))
    #expect(calls[0].outcome == .reply(200))
    #expect(calls[1].outcome == .reply(201))
    #expect(
      calls[5].outcome
        == .rejected("Mockspec-Response: request 'A' has no response 'T'; known: R, S"))
    #expect(calls[6].outcome == .failure(.urlError(.timedOut)))
  }

  @Test func `only the last thousand are kept, and all are counted`() throws {
    let engine = try Specs.engine(Self.spec)
    for number in 0..<1500 { _ = engine.answer("GET /\(number)") }
    let paths = engine.session.calls.map(\.path)
    #expect(paths == (500..<1500).map { "/\($0)" })
    #expect(try engine.session.count(of: "A") == 1500)
    #expect(throws: UnknownNameError.self) { try engine.session.count(of: "Nobody") }
  }

  @Test func `long bodies are cut, and their size is kept`() throws {
    let engine = try Specs.engine(Self.spec)
    let body = String(repeating: "x", count: 100_000)
    _ = engine.decide(MockCall("POST /a", body: body))
    _ = engine.decide(MockCall("POST /a", body: "short"))
    #expect(engine.session.calls.map(\.body.count) == [64 << 10, 5])
    #expect(engine.session.calls.map(\.bodySize) == [100_000, 5])
  }

  @Test func `calls share what is stored of a large body in a spec`() throws {
    let text = String(repeating: "x", count: 100_000)
    let engine = try Specs.engine("requests: {A: {match: /a, responses: {R: {text: \(text)}}}}")
    for _ in 0..<2 { _ = engine.answer("GET /a") }
    let replies = engine.session.calls.map(\.reply)
    #expect(replies[0]?.content.count == 64 << 10)
    #expect(replies[0] === replies[1])
    #expect(engine.session.calls.map(\.replySize) == [100_000, 100_000])
  }

  @Test func `many large calls push out the oldest, and one is always kept`() throws {
    let journal = Journal(budget: JournalBudget(limit: 12_000))
    let decision = Decision(outcome: .passThrough, snapshot: 1)
    for size in [100, 3000, 3000, 3000, 3000] {
      journal.append(MockCall("PUT /a", body: String(repeating: "x", count: size)), decision, Redaction())
    }
    #expect(journal.calls.map(\.number) == [3, 4, 5])
    journal.append(MockCall("PUT /a", body: String(repeating: "x", count: 15_000)), decision, Redaction())
    #expect(journal.calls.map(\.number) == [6])
  }

  @Test func `clearing forgets calls and counts, and numbers go on`() throws {
    let engine = try Specs.engine(Self.spec)
    for number in 0..<7 { _ = engine.answer("GET /\(number)") }
    engine.session.clearCalls()
    #expect(engine.session.calls.isEmpty)
    #expect(try engine.session.count(of: "A") == 0)
    for number in 7..<1010 { _ = engine.answer("GET /\(number)") }
    #expect(engine.session.calls.map(\.path) == (10..<1010).map { "/\($0)" })
    #expect(engine.session.calls.first?.number == 11)
    #expect(try engine.session.count(of: "A") == 1003)
  }

  @Test func `a call says when it came`() throws {
    let engine = try Specs.engine(Self.spec)
    let before = Date.now.timeIntervalSince1970
    _ = engine.answer("GET /a")
    let time = try #require(engine.session.calls.first).time / .seconds(1)
    #expect(time >= before - 1 && time <= Date.now.timeIntervalSince1970 + 1)
  }

  @Test func `counts are exact under any concurrency`() async throws {
    let engine = try Specs.engine(Self.spec)
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      for _ in 0..<500 { _ = engine.answer("GET /\(number)") }
    }
    #expect(try engine.session.count(of: "A") == 8000)
    #expect(engine.session.calls.count == 1000)
    #expect(engine.session.calls.map(\.number) == Array(7001...8000))
  }
}

/// The parts of calls that aren't shown.
struct JournalSecretTests {
  static func engine(redact: String) throws -> MockEngine {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nredact: \(redact)\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {}}}}\n",
    ])
    return MockEngine(try #require(Specs.load(folder, ".").sets))
  }

  @Test func `secrets of headers are redacted, and nothing else is changed`() throws {
    let engine = try Self.engine(redact: "[X-Api-Key]")
    var fields: HTTPFields = [
      .authorization: "Bearer swordfish", .accept: "text/html", .init("x-api-key")!: "swordfish",
    ]
    fields.append(HTTPField(name: .cookie, value: "sid=swordfish"))
    fields.append(HTTPField(name: .setCookie, value: "sid=swordfish"))
    _ = engine.decide(MockCall("GET /a", fields))
    let record = try #require(engine.session.calls.first)
    #expect(record.fields == fields)
    let stored = record.redacted.fields
    #expect(stored.count == 5)
    #expect(!stored.contains { $0.value.contains("swordfish") })
    #expect(stored[.authorization] == "Bearer ‹redacted, 9 characters›")
    #expect(stored[.accept] == "text/html")
  }

  @Test func `so are query parameters of those names`() throws {
    let engine = try Self.engine(redact: "[access_token]")
    _ = engine.decide(MockCall("GET /a?page=1&Access%5Ftoken=sword%20fish&x&access_token"))
    #expect(
      engine.session.calls.first?.url == "https://api.example.com/a?page=1&Access%5Ftoken=sword%20fish&x&access_token")
    #expect(engine.session.calls.first?.description.contains("fish") == false)
    #expect(
      engine.session.calls.first?.redacted.url
        == "https://api.example.com/a?page=1&Access%5Ftoken=‹redacted, 10 characters›&x&access_token")
  }

  @Test(arguments: [
    (#"{"user": {"PassWord": "swordfish"}}"#, #"{"user": {"PassWord": "‹redacted, 9 characters›"}}"#),
    ("password=swordfish", "password=‹redacted, 9 characters›"), ("x=password", "x=‹redacted, 8 characters›"),
    ("<password/>", ""),
  ])
  func `a body in which a secret name occurs is shown without the secret`(body: String, shown: String) throws {
    let engine = try Self.engine(redact: "[password]")
    _ = engine.decide(MockCall("POST /a", body: body))
    _ = engine.decide(MockCall("POST /a", body: "passwor"))
    #expect(engine.session.calls.map { String(decoding: $0.body, as: UTF8.self) } == [body, "passwor"])
    #expect(engine.session.calls.map { String(decoding: $0.redacted.body, as: UTF8.self) } == [shown, "passwor"])
    #expect(engine.session.calls.map(\.bodySize) == [body.utf8.count, 7])
  }

  @Test func `a name that can't be one is an error where it stands`() throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nredact:\n  - X-Api-Key\n  - ''\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {}\n",
    ])
    let found = try Specs.load(folder, ".").diagnostics
    #expect(found.map { "\($0.start.line):\($0.start.column) \($0.code)" } == ["4:5 bad-value"])
  }

  @Test func `times and random delays come from the engine's environment`() throws {
    let sets = try Specs.load(
      "requests: {A: {match: /a, responses: {R: {delay: {min: 1s, max: 3s}}}}}")
    let decisions = [UInt64(1) << 62, UInt64(1) << 63].map { random in
      let environment = EngineEnvironment(now: { .seconds(7) }, random: { random })
      let engine = MockEngine(sets, environment: environment)
      let decision = engine.decide(MockCall("GET /a"))
      #expect(engine.session.calls.map(\.time) == [.seconds(7)])
      return decision
    }
    #expect(decisions.map { ($0.delay / .milliseconds(1)).rounded() } == [1500, 2000])
  }
}
