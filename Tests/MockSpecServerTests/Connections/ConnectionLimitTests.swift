import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// The limits on connections, and on the time that clients take.
@Suite(.timeLimit(.minutes(20)))
struct ConnectionLimitTests {
  static func limits(_ change: (inout ServerContext.Limits) -> Void) -> ServerContext.Limits {
    var limits = ServerContext.Limits.patient
    change(&limits)
    return limits
  }

  @Test func `a head that isn't complete in time is 408, however often bytes are sent`() async throws {
    let limits = Self.limits { $0.server.headerTimeout = .milliseconds(100) }
    try await LiveServer(limits: limits, decide: { .echo($0) }).run { live in
      let client = try live.client()
      #expect(try await client.get("/a").body == "/a")
      try await client.send("GET /slow HTTP/1.1\r\nHost: x\r\n")
      let dripping = Task {
        while !Task.isCancelled {
          try await client.send("X: y\r\n")
          try await Task.sleep(for: .milliseconds(10))
        }
      }
      let answer = try await client.answer()
      dripping.cancel()
      #expect(answer.status == 408)
      #expect(answer["Connection"] == ["close"])
      #expect(answer.body.contains("0.1 seconds"))
      _ = await live.nextServed()
      #expect(await live.nextServed()?.description.hasPrefix("incomplete request → 408, ") == true)
    }
  }

  @Test(arguments: ["GET /slow", "\r\nG"])
  func `a head that begins in the packet of the request before has the same time`(beginning: String) async throws {
    let limits = Self.limits { $0.server.headerTimeout = .milliseconds(100) }
    try await LiveServer(limits: limits, decide: { .echo($0) }).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n\(beginning)")
      #expect(try await client.answer().body == "/a")
      #expect(try await client.answer().status == 408)
    }
  }

  @Test(arguments: [
    ("/1234567890123456789", "", 414, "the request line is larger than 32 bytes"),
    ("/", "A: b\r\nC: d\r\n", 431, "the head has more than 2 fields"),
    ("/", "A: \(String(repeating: "b", count: 100))\r\n", 431, "the head is larger than 100 bytes"),
  ])
  func `a head that is larger than the limits is refused`(
    path: String, fields: String, status: Int, reason: String
  ) async throws {
    let limits = Self.limits {
      $0.server.requestLineBytes = 32
      $0.server.headerBytes = 100
      $0.server.headerCount = 2
    }
    try await LiveServer(limits: limits, decide: { .echo($0) }).run { live in
      let client = try live.client()
      // The largest head that is within all limits.
      let filled = "GET /123456789012345678 HTTP/1.1\r\nHost: x\r\nA: "
      let value = String(repeating: "b", count: 100 - filled.utf8.count - "\r\n\r\n".utf8.count)
      try await client.send("\(filled)\(value)\r\n\r\n")
      #expect(try await client.answer().body == "/123456789012345678")
      try await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n")
      let answer = try await client.answer()
      #expect(answer.status == status)
      #expect(answer.body.contains(reason))
    }
  }

  @Test func `a body that is slower than the rate is 408`() async throws {
    let limits = Self.limits {
      $0.server.bodyRate = 1_000
      $0.bodyGrace = .milliseconds(100)
    }
    try await LiveServer(limits: limits, decide: { .echo($0) }).run { live in
      let client = try live.client()
      try await client.send("POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")
      let answer = try await client.answer()
      #expect(answer.status == 408)
      #expect(answer.body.contains("less than 1000 bytes per second"))
    }
  }

  @Test func `an idle connection is closed without an answer, also before its first request`() async throws {
    let limits = Self.limits { $0.server.idleTimeout = .milliseconds(100) }
    try await LiveServer(limits: limits, decide: { .echo($0) }).run { live in
      let first = try live.client()
      #expect(try await first.rest() == ("", .closed))
      let second = try await Self.answered(live)
      #expect(try await second.rest() == ("", .closed))
    }
  }

  @Test func `a connection whose answer is delayed isn't idle`() async throws {
    let limits = Self.limits { $0.server.idleTimeout = .milliseconds(50) }
    try await LiveServer(limits: limits, decide: { .echo($0, delay: .milliseconds(500)) }).run { live in
      let client = try await Self.answered(live)
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test func `connections of an address beyond the limit are 503, until one is closed`() async throws {
    let limits = Self.limits { $0.server.connectionsPerAddress = 2 }
    try await LiveServer(threads: 2, limits: limits, decide: { .echo($0) }).run { live in
      let first = try live.client()
      let second = try live.client()
      for client in [first, second] { #expect(try await client.get("/a").body == "/a") }
      let refused = try live.client()
      let answer = try await refused.answer()
      #expect(answer.status == 503)
      #expect(answer["Connection"] == ["close"])
      #expect(answer.body.contains("127.0.0.1 has 2 connections"))
      for client in [first, second] { #expect(try await client.get("/b").body == "/b") }
      first.endBoth()
      #expect(try await first.rest().end == .closed)
      _ = try await Self.answered(live)
    }
  }

  @Test func `connections beyond the limit of all are 503`() async throws {
    let limits = Self.limits { $0.server.connections = 1 }
    try await LiveServer(limits: limits, decide: { .echo($0) }).run { live in
      let first = try live.client()
      #expect(try await first.get("/a").body == "/a")
      let answer = try await live.client().answer()
      #expect(answer.status == 503 && answer.body.contains("the server has 1 connections"))
      first.endBoth()
      _ = try await Self.answered(live)
    }
  }

  /// Connects until a call is answered, at most 1,000 times. Earlier connections may have been idle for too long, or one that
  /// was closed may still have been counted.
  private static func answered(_ live: LiveServer) async throws -> RawClient {
    for _ in 0..<999 {
      let client = try live.client()
      if let answer = try? await client.get("/a"), answer.status == 200 { return client }
    }
    let client = try live.client()
    try #require(await client.get("/a").status == 200)
    return client
  }
}
