import HTTPTypes
import MockSpecControl
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// The last answer of a connection, whose client sends more meanwhile. Closing with unread bytes would reset the connection,
/// and cut the answer (RFC 9112 §9.6).
@Suite(.timeLimit(.minutes(20)))
struct LastReplyTests {
  /// More than the buffers of both sockets hold.
  static let large = String(repeating: "x", count: 12 << 20)
  static let medium = String(repeating: "x", count: 300_000)

  private static func reply(_ body: String) -> Reply {
    Reply(status: 200, fields: [:], body: Array(body.utf8), isShared: true)
  }

  /// Sends a request and much more, and returns all that arrives.
  private static func exchange(_ head: String, with live: LiveServer) async throws -> (text: String, end: RawClient.End)
  {
    let client = try live.client()
    try await client.send("\(head)\r\n\r\n" + String(repeating: "GET /more HTTP/1.1\r\nHost: x\r\n\r\n", count: 8_000))
    return try await client.rest()
  }

  /// A decision, and how what the client receives ends. Arguments are printed, so it is known by its name.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let decision: Decision
    let ending: String

    init(_ name: String, _ decision: Decision, _ ending: String) {
      (testDescription, self.decision, self.ending) = (name, decision, ending)
    }
  }

  @Test(arguments: [
    Case("small", .reply("hello"), "\r\n\r\nhello"), Case("medium", .reply(medium), medium),
    Case("large", .reply(large), large),
    Case(
      "throttled",
      Decision(outcome: .reply(reply(medium)), throttle: Throttle(piece: 50_000, interval: .zero), snapshot: 1), medium),
    Case("delayed", .reply(large, delay: .milliseconds(20)), large),
    Case("truncated", .outcome(.fault(.truncatedBody, reply("01234567"))), "\r\n\r\n0123"),
    Case(
      "truncated, large", .outcome(.fault(.truncatedBody, reply(large))),
      String(repeating: "x", count: large.utf8.count / 2)),
    Case("malformed", .outcome(.fault(.malformedChunk, reply(large))), "x\r\nnot a number\r\n"),
    Case("rejected", .outcome(.rejected("no", status: 400)), "\r\n\r\nno\n"),
  ])
  func `it arrives whole`(item: Case) async throws {
    try await LiveServer(decide: { _ in item.decision }).run { live in
      for _ in 0..<3 {
        let (text, end) = try await Self.exchange("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close", with: live)
        #expect(text.hasPrefix("HTTP/1.1 "))
        #expect(text.hasSuffix(item.ending))
        #expect(end == .closed)
      }
    }
  }

  @Test func `emptyResponse ends without a reset`() async throws {
    let decision = Decision.outcome(.fault(.emptyResponse, Self.reply("")))
    try await LiveServer(decide: { _ in decision }).run { live in
      let received = try await Self.exchange("GET /a HTTP/1.1\r\nHost: x", with: live)
      #expect(received == ("", .closed))
    }
  }

  @Test(arguments: ["GET / HTTP/1.1\r\nHost: x\r\nConnection: close", "GET / HTTP/1.0\r\n"])
  func `a forwarded one arrives whole`(head: String) async throws {
    try await LiveServer(decide: { _ in .reply(Self.large) }).run { backend in
      let origin = ForwardTests.origin(backend)
      try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
        let (text, end) = try await Self.exchange(head, with: live)
        #expect(text.hasSuffix(Self.large))
        #expect(end == .closed)
      }
    }
  }

  @Test(arguments: ["GET", "OPTIONS"])
  func `an answer to a page of another origin arrives whole`(method: String) async throws {
    try await CrossOriginTests.run(CrossOriginTests.listed, "{A: {match: GET /a, responses: {R: {text: hello}}}}") {
      client, _ in
      try await client.send(
        "\(method) /a HTTP/1.1\r\nHost: x\r\nOrigin: \(CrossOriginTests.page)\r\nConnection: close\r\n"
          + "Access-Control-Request-Method: GET\r\n\r\n" + String(repeating: "more", count: 50_000))
      let answer = try await client.answer()
      #expect(answer.status == (method == "GET" ? 200 : 204))
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test(arguments: ["state", "no-such-page"])
  func `an answer of the control API arrives whole`(path: String) async throws {
    let engine = MockEngine(try ResponseSets.load(text: "{\"mockspec\": 1, \"requests\": {}}"))
    try await LiveServer(control: MockControl(engine), decide: { .echo($0) }).run { live in
      let (text, end) = try await Self.exchange(
        "GET /__mockspec/\(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close", with: live)
      #expect(text.hasSuffix("}\n") || text.hasSuffix("}"))
      #expect(end == .closed)
    }
  }

  @Test func `it arrives whole when the server stops`() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let decide: @Sendable (MockCall) -> Decision = { _ in
      arrive.yield()
      return .reply(Self.large, delay: .seconds(2))
    }
    try await LiveServer(limits: .grace(.seconds(60)), decide: decide).run { live in
      let (idle, client) = (try live.client(), try live.client())
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      for await _ in arrivals { break }
      async let stop: Void = live.server.stop()
      // Then, the other connection is ending, too.
      _ = try await idle.rest()
      idle.endBoth()
      try await client.send(String(repeating: "more", count: 50_000))
      let (text, end) = try await client.rest()
      #expect(text.hasSuffix(Self.large))
      #expect(end == .closed)
      client.endBoth()
      await stop
    }
  }

  /// The server has written a medium one, which the client hasn't received.
  @Test(arguments: ["large", "medium"])
  func `it arrives whole when the server stops in the middle of it`(size: String) async throws {
    let body = size == "large" ? Self.large : Self.medium
    try await LiveServer(limits: .grace(.seconds(60)), decide: { _ in .reply(body) }).run { live in
      let (idle, client) = (try live.client(), try live.client())
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      let beginning = try await client.bytes(1_000)
      async let stop: Void = live.server.stop()
      // Then, the other connection is ending, too.
      _ = try await idle.rest()
      idle.endBoth()
      try await client.send(String(repeating: "more", count: 50_000))
      let (text, end) = try await client.rest()
      #expect(beginning.hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n"))
      #expect(text.hasSuffix(String(body.dropLast(1_000))))
      #expect(end == .closed)
      client.endBoth()
      await stop
    }
  }
}
