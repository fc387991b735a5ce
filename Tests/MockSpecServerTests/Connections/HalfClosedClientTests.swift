import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// Clients that shut down their write side after a request still read the answer (RFC 9112 §9.6).
@Suite(.timeLimit(.minutes(20)))
struct HalfClosedClientTests {
  static let delay = Duration.milliseconds(100)

  /// Sends a request, ends the client's side, and returns all that arrives.
  static func exchange(
    timeout: Duration = .seconds(60), _ decide: @escaping @Sendable (MockCall) -> Decision
  ) async throws -> (text: String, end: RawClient.End) {
    var outcome: (String, RawClient.End)?
    try await LiveServer(timeout: timeout, decide: decide).run { live in
      let client = try live.client()
      try await client.send("GET /half HTTP/1.1\r\nHost: x\r\n\r\n")
      client.endOutput()
      outcome = try await client.rest()
    }
    return try #require(outcome)
  }

  @Test func `a delayed answer arrives, then the end`() async throws {
    let (text, end) = try await Self.exchange { .echo($0, delay: Self.delay) }
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(text.hasSuffix("\r\n\r\n/half"))
    #expect(end == .closed)
  }

  @Test func `several delayed answers arrive in order`() async throws {
    try await LiveServer(decide: { .echo($0, delay: .milliseconds(30)) }).run { live in
      let client = try live.client()
      try await client.send(["/a", "/b", "/c"].map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
      client.endOutput()
      for path in ["/a", "/b", "/c"] { #expect(try await client.answer().body == path) }
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test(arguments: [Duration.zero, delay])
  func `a throttled body arrives whole`(delay: Duration) async throws {
    let (text, end) = try await Self.exchange { _ in
      var decision = Decision.reply(String(repeating: "x", count: 50), delay: delay)
      decision.throttle = Throttle(piece: 10, interval: .milliseconds(30))
      return decision
    }
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(text.hasSuffix("\r\n\r\n" + String(repeating: "x", count: 50)))
    #expect(end == .closed)
  }

  @Test func `a closure's reply arrives`() async throws {
    _ = try await ClosureTests.run(
      MockedRequest("A", "GET /a") {
        MockedResponse("R") { _ in
          try await Task.sleep(for: Self.delay)
          return MockReply(text: "late")
        }
      }
    ) { client in
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      client.endOutput()
      #expect(try await client.answer().body == "late")
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test func `a forwarded request's answer arrives`() async throws {
    try await LiveServer(decide: { .echo($0, delay: Self.delay) }).run { backend in
      let origin = ForwardTests.origin(backend)
      let (text, end) = try await Self.exchange { _ in .outcome(.forward(origin), delay: .milliseconds(30)) }
      #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(text.hasSuffix("\r\n\r\n/half"))
      #expect(end == .closed)
    }
  }

  @Test func `a delayed explanation arrives`() async throws {
    let (text, end) = try await Self.exchange { _ in .outcome(.rejected("no", status: 400), delay: Self.delay) }
    #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(end == .closed)
  }

  @Test func `a delayed fault arrives`() async throws {
    func exchange(_ fault: Fault) async throws -> (text: String, end: RawClient.End) {
      try await Self.exchange(timeout: .milliseconds(50)) { _ in
        var decision = FaultTests.decision(fault)
        decision.delay = Self.delay
        return decision
      }
    }
    let truncated = try await exchange(.truncatedBody)
    #expect(truncated.text.hasPrefix("HTTP/1.1 201 Created\r\n"))
    #expect(truncated.text.hasSuffix("\r\n\r\n01234"))
    #expect(truncated.end == .closed)
    #expect(try await exchange(.malformedChunk).text.hasSuffix("\r\nnot a number\r\n"))
    #expect(try await exchange(.emptyResponse) == ("", .closed))
    #expect(try await exchange(.connectionReset) == ("", .reset))
    #expect(try await exchange(.hang) == ("", .reset))
  }

  @Test func `a connection is held as long as for other clients`() async throws {
    let start = ContinuousClock.now
    #expect(
      try await Self.exchange(timeout: Self.delay) { _ in .outcome(.failure(.urlError(.timedOut))) } == ("", .reset))
    #expect(ContinuousClock.now - start >= Self.delay)
  }

  @Test func `a client that has closed its socket isn't waited for`() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let decide: @Sendable (MockCall) -> Decision = {
      arrive.yield()
      return .echo($0, delay: .seconds(600))
    }
    try await LiveServer(decide: decide).run { live in
      var client: RawClient? = try live.client()
      try await client?.send("GET /gone HTTP/1.1\r\nHost: x\r\n\r\n")
      for await _ in arrivals { break }
      client = nil
      #expect(await live.nextServed()?.description == "GET /gone → client left before the answer")
    }
  }
}
