import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// The bytes that faults send, and how the connection ends.
@Suite(.timeLimit(.minutes(20)))
struct FaultTests {
  static func decision(_ fault: Fault, _ body: String = "0123456789") -> Decision {
    let reply = Reply(status: 201, fields: [.contentType: "text/plain"], body: Array(body.utf8), isShared: true)
    return .outcome(.fault(fault, reply))
  }

  /// All bytes of the connection, its end, and the log line.
  static func outcome(
    of decision: Decision, version: String = "1.1"
  ) async throws -> (text: String, end: RawClient.End, log: String?) {
    var outcome: (String, RawClient.End, String?)?
    try await LiveServer(timeout: .milliseconds(50), decide: { _ in decision }).run { live in
      let client = try live.client()
      try await client.send("GET /x HTTP/\(version)\r\nHost: x\r\n\r\n")
      let (text, end) = try await client.rest()
      outcome = (text, end, await live.nextServed()?.description)
    }
    return try #require(outcome)
  }

  @Test func `connectionReset is RST before any byte`() async throws {
    let outcome = try await Self.outcome(of: Self.decision(.connectionReset))
    #expect(outcome == ("", .reset, "GET /x → connection reset"))
  }

  @Test func `emptyResponse is FIN before any byte`() async throws {
    let outcome = try await Self.outcome(of: Self.decision(.emptyResponse))
    #expect(outcome == ("", .closed, "GET /x → closed without an answer"))
  }

  @Test func `truncatedBody announces more than it sends`() async throws {
    let outcome = try await Self.outcome(of: Self.decision(.truncatedBody))
    #expect(outcome.text.hasPrefix("HTTP/1.1 201 Created\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n"))
    #expect(outcome.text.hasSuffix("\r\n\r\n01234"))
    #expect(outcome.end == .closed)
    #expect(outcome.log == "GET /x → closed in the middle of the body")
    #expect(try await Self.outcome(of: Self.decision(.truncatedBody, "")).text.contains("Content-Length: 1\r\n"))
  }

  @Test func `malformedChunk sends a chunk size that isn't a number`() async throws {
    let outcome = try await Self.outcome(of: Self.decision(.malformedChunk))
    #expect(outcome.text.contains("\r\nTransfer-Encoding: chunked\r\n"))
    #expect(!outcome.text.contains("Content-Length"))
    #expect(outcome.text.hasSuffix("\r\n\r\na\r\n0123456789\r\nnot a number\r\n"))
    #expect(outcome.end == .closed)
  }

  @Test func `malformedChunk cuts the body of an HTTP/1.0 client, which knows no chunks`() async throws {
    let outcome = try await Self.outcome(of: Self.decision(.malformedChunk), version: "1.0")
    #expect(!outcome.text.contains("Transfer-Encoding"))
    #expect(outcome.text.contains("\r\nContent-Length: 10\r\n"))
    #expect(outcome.text.hasSuffix("\r\n\r\n01234"))
    #expect(outcome.end == .closed)
  }

  @Test func `hang sends nothing until the timeout`() async throws {
    let start = ContinuousClock.now
    let outcome = try await Self.outcome(of: Self.decision(.hang))
    #expect(outcome == ("", .reset, "GET /x → held without an answer"))
    #expect(ContinuousClock.now - start >= .milliseconds(50))
  }

  @Test func `a template that fails is 500 with the reason`() async throws {
    let failure = Decision.outcome(.templateFailure("template: 'request.query.q' is missing (a.mock.yaml:1:2)"))
    try await LiveServer(decide: { _ in failure }).run { live in
      let answer = try await live.client().get("/")
      #expect(answer.status == 500)
      #expect(answer.body == "template: 'request.query.q' is missing (a.mock.yaml:1:2)\n")
      #expect(await live.nextServed()?.description.hasPrefix("GET / → 500, template: ") == true)
    }
  }
}
