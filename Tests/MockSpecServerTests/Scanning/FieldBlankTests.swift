import HTTPTypes
import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// Optional white space around field values, which isn't part of them (RFC 9112 §5.1).
@Suite(.timeLimit(.minutes(20)))
struct FieldBlankTests {
  /// Shows host and body.
  @Sendable private static func mirror(_ call: MockCall) -> Decision {
    .reply("\(call.host ?? "none") \(String(decoding: call.body, as: UTF8.self))")
  }

  @Test(arguments: ["", " ", "\t", "  \t ", " \t\t"])
  func `blanks around a value change nothing`(blanks: String) async throws {
    try await LiveServer(decide: Self.mirror).run { live in
      let client = try live.client()
      try await client.send(
        "POST / HTTP/1.1\r\nHost:\(blanks)a\(blanks)\r\nContent-Length:\(blanks)3\(blanks)\r\n\r\na\tb")
      #expect(try await client.answer().body == "a a\tb")
      try await client.send(
        "POST / HTTP/1.1\r\nHost: b\(blanks)\r\nTransfer-Encoding:\(blanks)chunked\(blanks)\r\n\r\n"
          + "4\r\nab\t\r\r\n0\r\n\r\n")
      #expect(try await client.answer().body == "b ab\t\r")
      try await client.send(
        "POST / HTTP/1.1\r\nHost: c\r\nContent-Length: 1\r\nExpect:\(blanks)100-continue\(blanks)\r\n\r\n")
      #expect(try await client.answer().status == 100)
      try await client.send("\t")
      #expect(try await client.answer().body == "c \t")
      try await client.send("GET / HTTP/1.1\r\nHost: d\r\nConnection:\(blanks)close\(blanks)\r\n\r\n")
      let last = try await client.answer()
      #expect(last.body == "d ")
      #expect(last["connection"] == ["close"])
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test func `blanks may arrive one by one, and between requests in one piece`() async throws {
    try await LiveServer(decide: Self.mirror).run { live in
      let client = try live.client()
      let request = "POST / HTTP/1.1\r\nHost: a\t \t\r\nContent-Length: 4 \t\r\n\r\n\tx\t\r"
      for byte in request.utf8 { try await client.send([byte]) }
      #expect(try await client.answer().body == "a \tx\t\r")
      try await client.send(request + request)
      for _ in 0..<2 { #expect(try await client.answer().body == "a \tx\t\r") }
    }
  }

  @Test func `a tab inside a value stays`() async throws {
    let shown: @Sendable (MockCall) -> Decision = { .reply($0.fields[.init("X")!] ?? "") }
    try await LiveServer(decide: shown).run { live in
      let answer = try await live.client().get("/", "X: \ta\tb \t")
      #expect(answer.body == "a\tb")
    }
  }

  @Test(arguments: [
    "Content-Length: 3 4", "Content-Length: 3\t4", "Content-Length: 3, 3", "Content-Length: 3,4", "Content-Length:",
    "Content-Length: \t", "Content-Length: +3", "Content-Length: -3", "Content-Length: 0x3", "Content-Length : 3",
    "Content-Length\t: 3", "Content-Length: 3\r\nContent-Length: 4", "Content-Length: 3 \r\nContent-Length: 3",
    "Content-Length: 3\t\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked \r\nContent-Length: 3",
    "Transfer-Encoding: chunked, identity", "Transfer-Encoding: chun ked", "Transfer-Encoding: chunked\tx",
    "Content-Length: 1\r\n\t2", "Content-Length: 1\r\n 2", "Host: b\t",
  ])
  func `a framing that isn't certain is refused`(field: String) async throws {
    try await LiveServer(decide: Self.mirror).run { live in
      let client = try live.client()
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\nabc")
      let answer = try await client.answer()
      #expect(answer.status == 400)
      #expect(answer["connection"] == ["close"])
      client.endOutput()
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test func `blanks of a request that is forwarded stay behind`() async throws {
    try await LiveServer(decide: ForwardTests.show).run { backend in
      let origin = ForwardTests.origin(backend)
      try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
        let client = try live.client()
        try await client.send(
          "POST / HTTP/1.1\r\nHost: a\t\r\nContent-Length: 2\t\r\nX-One: 1 \t\r\nConnection: X-Two \t\r\nX-Two: 2\r\n\r\nhi"
        )
        let body = try await client.answer().body
        #expect(body.contains("Content-Length: 2\n"))
        #expect(body.contains("X-One: 1\n"))
        #expect(!body.contains("X-Two"))
        #expect(body.hasSuffix("\n\nhi"))
      }
    }
  }
}
