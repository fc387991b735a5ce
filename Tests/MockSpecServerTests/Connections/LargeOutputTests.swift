import HTTPTypes
import MockSpec
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// More output than the connection's buffers hold, so that a flush changes whether the connection can be written to while it
/// is running.
@Suite(.timeLimit(.minutes(20)))
struct LargeOutputTests {
  private static let body = String(repeating: "x", count: 300_000)

  @Test func `large answers follow each other on one connection`() async throws {
    try await LiveServer(decide: { _ in .reply(Self.body) }).run { live in
      let client = try live.client()
      for _ in 0..<20 { #expect(try await client.get("/a").body.utf8.count == Self.body.utf8.count) }
    }
  }

  @Test(arguments: [1, 70_000]) func `many requests are answered in one go`(length: Int) async throws {
    let body = String(repeating: "y", count: length)
    let count = length == 1 ? 1_500 : 60
    try await LiveServer(decide: { _ in .reply(body) }).run { live in
      let client = try live.client()
      try await client.send(String(repeating: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", count: count))
      for _ in 0..<count { #expect(try await client.answer().body.utf8.count == length) }
    }
  }

  @Test func `so are requests that nothing matches`() async throws {
    let sets = try ResponseSets.load(text: "mockspec: 1\nrequests: {Login: {match: POST /login, responses: {R: {}}}}")
    let engine = MockEngine(sets)
    try await LiveServer(decide: { engine.decide($0) }).run { live in
      let client = try live.client()
      try await client.send(String(repeating: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", count: 300))
      for _ in 0..<300 { #expect(try await client.answer().status == 404) }
    }
  }

  private static let reply = Reply(status: 200, fields: [:], body: Array(body.utf8), isShared: true)

  @Test(arguments: [
    ("delay", Decision.reply(body, delay: .milliseconds(1))),
    ("throttle", Decision(outcome: .reply(reply), throttle: Throttle(piece: 100_000, interval: .zero), snapshot: 1)),
    ("truncatedBody", .outcome(.fault(.truncatedBody, reply))),
    ("malformedChunk", .outcome(.fault(.malformedChunk, reply))),
  ])
  func `a large body is sent in every way`(name: String, decision: Decision) async throws {
    try await LiveServer(decide: { _ in decision }).run { live in
      for _ in 0..<3 {
        let client = try live.client()
        try await client.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        client.endOutput()
        let (text, end) = try await client.rest()
        #expect(text.utf8.count > Self.body.utf8.count / 2)
        #expect(end == .closed)
      }
    }
  }

  @Test func `a large forwarded body is sent on`() async throws {
    try await LiveServer(decide: { _ in .reply(Self.body) }).run { backend in
      let origin = ForwardTests.origin(backend)
      try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
        let client = try live.client()
        for _ in 0..<5 { #expect(try await client.get("/a").body.utf8.count == Self.body.utf8.count) }
      }
    }
  }
}
