import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// Answers that the client hasn't read when the connection is reset for a later request.
@Suite(.timeLimit(.minutes(20)))
struct EarlierReplyTests {
  /// More than the client's system receives, and less than the server's takes.
  private static let body = String(repeating: "x", count: 100_000)

  /// Sends two requests, of which the second one is answered with a reset, and waits until both are answered.
  private static func exchange(
    _ limits: ServerContext.Limits = .patient, _ body: @escaping (RawClient) async throws -> Void
  ) async throws {
    let decide: @Sendable (MockCall) -> Decision = {
      $0.path == "/reset" ? FaultTests.decision(.connectionReset) : .reply(Self.body)
    }
    try await LiveServer(limits: limits, decide: decide).run { live in
      let client = try RawClient(port: live.server.port, receiveBuffer: 8 << 10)
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /reset HTTP/1.1\r\nHost: x\r\n\r\n")
      for description in ["GET /a → 200", "GET /reset → connection reset"] {
        #expect(await live.nextServed()?.description == description)
      }
      try await body(client)
    }
  }

  @Test func `they arrive whole, then the reset`() async throws {
    try await Self.exchange { client in
      let answer = try await client.answer()
      #expect(answer.body == Self.body)
      let rest = try await client.rest()
      #expect(rest == ("", .reset))
    }
  }

  @Test func `a client that receives nothing of them is reset, too`() async throws {
    try await Self.exchange(ConnectionLimitTests.limits { $0.server.idleTimeout = .seconds(1) }) { client in
      // The server ignores what it receives until then.
      await #expect(throws: RawClient.Failure.self) {
        while true { try await client.send([UInt8](repeating: 0x41, count: 1 << 20)) }
      }
    }
  }
}
