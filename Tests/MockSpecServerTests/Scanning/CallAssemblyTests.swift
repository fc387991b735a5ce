import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

@Suite(.timeLimit(.minutes(20)))
struct CallAssemblyTests {
  /// Answers with the body of the request.
  private static let mirror: @Sendable (MockCall) -> Decision = { call in
    .reply(String(decoding: call.body, as: UTF8.self))
  }

  @Test func `a chunked body is assembled, and its trailers are ignored`() async throws {
    try await LiveServer(decide: Self.mirror).run { live in
      let client = try live.client()
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      try await client.send("5\r\nhello\r\n7;note=1\r\n, world\r\n")
      try await client.send("0\r\nChecksum: 1\r\n\r\n")
      #expect(try await client.answer().body == "hello, world")
      #expect(try await client.get("/").body == "")
    }
  }

  @Test func `100 Continue is sent to a client that waits for it`() async throws {
    try await LiveServer(decide: Self.mirror).run { live in
      let client = try live.client()
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await client.answer().status == 100)
      try await client.send("hello")
      #expect(try await client.answer().body == "hello")
    }
  }

  @Test func `100 Continue waits for the answers before it`() async throws {
    try await LiveServer(decide: { .echo($0, delay: .milliseconds(50)) }).run { live in
      let client = try live.client()
      try await client.send(
        "GET /first HTTP/1.1\r\nHost: x\r\n\r\n"
          + "POST /second HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await client.answer().body == "/first")
      #expect(try await client.answer().status == 100)
      try await client.send("hello")
      #expect(try await client.answer().body == "/second")
    }
  }

  @Test func `an HTTP/1.0 client, and one without a body, get no 100 Continue`() async throws {
    try await LiveServer(decide: Self.mirror).run { live in
      let client = try live.client()
      #expect(try await client.get("/", "Expect: 100-continue").status == 200)
      try await client.send("POST / HTTP/1.0\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nhi")
      #expect(try await client.answer().status == 200)
    }
  }

  @Test(arguments: ["Content-Length: 11\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n"])
  func `a body over the limit is refused, and the connection closed`(rest: String) async throws {
    try await LiveServer(limits: .body(10), decide: Self.mirror).run { live in
      let client = try live.client()
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\n" + rest)
      let answer = try await client.answer()
      #expect(answer.status == 413)
      #expect(answer.body == "the body is larger than 10 bytes\n")
      #expect(answer["connection"] == ["close"])
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test func `a client that goes on sending still reads its 413`() async throws {
    try await LiveServer(limits: .body(10), decide: Self.mirror).run { live in
      let client = try live.client()
      let bytes = 4 << 20
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(bytes)\r\n\r\n")
      try await client.send([UInt8](repeating: 0x20, count: bytes))
      #expect(try await client.answer().status == 413)
    }
  }

  @Test func `a body of exactly the limit is accepted`() async throws {
    try await LiveServer(limits: .body(10), decide: Self.mirror).run { live in
      let client = try live.client()
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1234567890")
      #expect(try await client.answer().body == "1234567890")
    }
  }
}
