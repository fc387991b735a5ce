import HTTPTypes
import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

@Suite(.timeLimit(.minutes(20)))
struct ConnectionHandlerTests {
  @Test func `a connection is kept for the next request`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      for path in ["/a", "/b", "/c"] {
        let answer = try await client.get(path)
        #expect(answer.body == path)
        #expect(answer["connection"].isEmpty)
      }
    }
  }

  @Test func `a client that asks for it gets the connection closed`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      let answer = try await client.get("/a", "Connection: close")
      #expect(answer["connection"] == ["close"])
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test func `HTTP/1.0 closes unless asked to keep the connection`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(try await client.answer()["connection"] == ["keep-alive"])
      try await client.send("GET /b HTTP/1.0\r\n\r\n")
      let answer = try await client.answer()
      #expect(answer.body == "/b")
      #expect(answer["connection"] == ["close"])
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test(arguments: ["h2c", "websocket"])
  func `an upgrade is ignored, as RFC 9110 §7.8 allows`(protocol: String) async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      #expect(try await client.get("/a", "Connection: Upgrade", "Upgrade: \(`protocol`)").body == "/a")
      #expect(try await client.get("/b").body == "/b")
    }
  }

  @Test func `pipelined requests are answered in order if the first is delayed`() async throws {
    try await LiveServer(decide: { .echo($0, delay: $0.path == "/0" ? .milliseconds(100) : .zero) }).run { live in
      let client = try live.client()
      let paths = (0..<50).map { "/\($0)" }
      try await client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
      for path in paths { #expect(try await client.answer().body == path) }
    }
  }

  @Test func `requests before a malformed one are answered, those after it are ignored`() async throws {
    try await LiveServer(decide: { .echo($0, delay: .milliseconds(20)) }).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.answer().body == "/a")
      let refusal = try await client.answer()
      #expect(refusal.status == 400)
      #expect(refusal["connection"] == ["close"])
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test func `a request that arrives byte by byte is answered`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      for byte in "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n".utf8 { try await client.send([byte]) }
      #expect(try await client.answer().body == "/slow")
    }
  }

  @Test func `a client that shuts down its write side gets all answers, then the end`() async throws {
    let large = String(repeating: "x", count: 8 << 20)
    try await LiveServer(decide: { _ in .reply(large) }).run { live in
      let client = try live.client()
      try await client.send(String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 3))
      client.endOutput()
      for _ in 0..<3 { #expect(try await client.answer().body.utf8.count == large.utf8.count) }
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test func `a delayed answer is dropped when the client leaves`() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let decide: @Sendable (MockCall) -> Decision = {
      arrive.yield()
      return .echo($0, delay: .seconds(600))
    }
    try await LiveServer(decide: decide).run { live in
      let client = try live.client()
      try await client.send("GET /gone HTTP/1.1\r\nHost: x\r\n\r\n")
      for await _ in arrivals { break }
      client.endBoth()
      let served = await live.nextServed()
      #expect(served?.status == nil)
      #expect(served?.description == "GET /gone → client left before the answer")
    }
  }

  @Test func `64 concurrent connections get their own answers`() async throws {
    try await LiveServer(threads: 2, decide: { .echo($0, delay: .milliseconds(5)) }).run { live in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<64 {
          group.addTask {
            let client = try live.client()
            for round in 0..<5 {
              #expect(try await client.get("/\(number)/\(round)").body == "/\(number)/\(round)")
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `an answer isn't sent before its delay is over`() async throws {
    try await LiveServer(decide: { .echo($0, delay: .milliseconds(80)) }).run { live in
      let client = try live.client()
      let duration = try await ContinuousClock().measure { _ = try await client.get("/") }
      #expect(duration >= .milliseconds(80))
    }
  }
}
