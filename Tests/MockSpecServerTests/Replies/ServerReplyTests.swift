import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// Answers of the server itself.
@Suite(.timeLimit(.minutes(20)))
struct ServerReplyTests {
  @Test(arguments: [
    ("GET /reply HTTP/1.1\r\nHost: x", 200), ("GET /error HTTP/1.1\r\nHost: x", 400),
    ("GET /error HTTP/1.1\r\nHost: x\r\nAccept: application/json", 400), ("nonsense", 400),
    ("GET /large HTTP/1.1\r\nHost: x\r\nConnection: close", 400), ("GET /a HTTP/3.0\r\nHost: x", 505),
  ])
  func `they are reported with the size of the body`(head: String, status: Int) async throws {
    let decide: @Sendable (MockCall) -> Decision = { call in
      switch call.path {
      case "/reply": .echo(call)
      case "/large": .outcome(.rejected(String(repeating: "x", count: 50_000), status: 400))
      default: .outcome(.rejected("no", status: 400))
      }
    }
    try await LiveServer(decide: decide).run { live in
      let client = try live.client()
      try await client.send("\(head)\r\n\r\n")
      let answer = try await client.answer()
      #expect(answer.status == status)
      let served = await live.nextServed()
      #expect(served?.status == status)
      #expect(served?.bodySize == answer.body.utf8.count)
    }
  }

  @Test func `the body of an answer to HEAD isn't sent, but has a length`() async throws {
    try await LiveServer(decide: { _ in Decision(rejecting: "no", status: 400) }).run { live in
      let client = try live.client()
      try await client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try await client.answer(hasBody: false)
      #expect(answer["Content-Length"] == ["3"])
      #expect(await live.nextServed()?.bodySize == 0)
      client.endOutput()
      #expect(try await client.rest() == ("", .closed))
    }
  }
}
