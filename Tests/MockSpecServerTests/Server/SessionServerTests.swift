import HTTPTypes
import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// Sessions of clients that share one server.
@Suite(.timeLimit(.minutes(20)))
struct SessionServerTests {
  @Test func `each session has its own answers, and one that can't be used is refused`() async throws {
    let engine = MockEngine(
      try ResponseSets.load(
        text: "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {text: r}, S: {text: s}}}}"),
      limits: .init(sessions: 2))
    try engine.session(SessionID("one")).select("S", for: "A")
    let server = MockServer(engine: engine, port: 0)
    let client = try RawClient(port: try await server.start().port)
    let cases = [
      ("X-None: 1", 200, "r"), ("Mockspec-Session: one", 200, "s"), ("Mockspec-Session: two", 200, "r"),
      ("baggage: mockspec-session=one", 200, "s"), ("Mockspec-Session: o/e", 400, "found 'o/e'"),
      ("Mockspec-Session: one\r\nMockspec-Session: two", 400, "found several different IDs"),
      ("Mockspec-Session: three", 503, "there are 2 sessions, the maximum"),
    ]
    for (field, status, body) in cases {
      let answer = try await client.get("/a", field)
      #expect(answer.status == status && answer.body.contains(body), "\(field): \(answer.status) \(answer.body)")
    }
    engine.endSession(try SessionID("one"))
    let ended = try await client.get("/a", "Mockspec-Session: one", "Accept: application/json")
    #expect(ended.status == 410)
    #expect(ended["content-type"] == ["application/json"])
    #expect(ended.body.hasPrefix(#"{"error":"rejected","message":"the session 'one' has ended"#))
    #expect(try await client.get("/a", "Mockspec-Session: three").body == "r")
    #expect(try engine.session(SessionID("two")).calls.map(\.outcome) == [.reply(200)])
    #expect(engine.session.calls.count == 1)
    await server.stop()
  }
}
