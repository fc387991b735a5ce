import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// `Max-Forwards`, which limits how often `OPTIONS` and `TRACE` are forwarded (RFC 9110 §7.6.2).
@Suite(.timeLimit(.minutes(20)))
struct MaxForwardsTests {
  /// Sends a request to a server that forwards it to one that answers with the request as text.
  private static func answer(_ method: String, _ values: String...) async throws -> RawReply {
    var reply: RawReply?
    try await LiveServer(decide: ForwardTests.show).run { backend in
      let origin = ForwardTests.origin(backend)
      try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
        let client = try live.client()
        let fields = values.map { "Max-Forwards: \($0)\r\n" }.joined()
        try await client.send("\(method) /a HTTP/1.1\r\nHost: x\r\n\(fields)\r\n")
        reply = try await client.answer()
        #expect(try await client.get("/b").status == 203)
      }
    }
    return try #require(reply)
  }

  @Test(arguments: [
    ("OPTIONS", "5", "4"), ("TRACE", "1", "0"), ("OPTIONS", "007", "6"), ("GET", "5", "5"), ("GET", "0", "0"),
    ("OPTIONS", "many", "many"), ("OPTIONS", "-1", "-1"), ("TRACE", "99999999999999999999", "9223372036854775806"),
  ])
  func `it is decremented`(method: String, value: String, forwarded: String) async throws {
    let answer = try await Self.answer(method, value)
    #expect(answer.status == 203)
    #expect(answer.body.contains("\nMax-Forwards: \(forwarded)\n"))
  }

  @Test func `the server itself answers what may not be forwarded`() async throws {
    let options = try await Self.answer("OPTIONS", "0")
    #expect(options.status == 204)
    #expect(options["Allow"].isEmpty)
    let trace = try await Self.answer("TRACE", "0")
    #expect(trace.status == 501)
    #expect(trace.body.contains("'Max-Forwards: 0'"))
  }
}
