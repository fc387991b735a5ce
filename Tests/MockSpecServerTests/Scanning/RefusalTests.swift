import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

@Suite(.timeLimit(.minutes(20)))
struct RefusalTests {
  struct Case: CustomTestStringConvertible {
    let request: String
    var status = 400
    let reason: String
    var testDescription: String { reason }
  }

  @Test(arguments: [
    Case(request: "GET / HTTP/1.1\r\n\r\n", reason: "the request has no 'Host' field, which HTTP/1.1 requires"),
    Case(
      request: "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", reason: "the request has more than one 'Host' field"),
    Case(request: "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", reason: "'Host' is malformed: 'a/b'"),
    Case(request: "GET http://a/ HTTP/1.1\r\nHost: a/b\r\n\r\n", reason: "'Host' is malformed: 'a/b'"),
    Case(
      request: "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n",
      reason: "CONNECT isn't supported, since this server isn't a proxy; use the server's address as the base URL"),
    Case(request: "GET * HTTP/1.1\r\nHost: a\r\n\r\n", reason: "only OPTIONS may have '*' as its target"),
    Case(
      request: "FR(B / HTTP/1.1\r\nHost: a\r\n\r\n", reason: "the method has characters that a method can't have"),
    Case(request: "G@T / HTTP/1.1\r\nHost: a\r\n\r\n", reason: "the method has characters that a method can't have"),
    Case(
      request: " GET / HTTP/1.1\r\nHost: a\r\n\r\n", reason: "the request line must not begin with a space"),
    Case(
      request: "{\"a\": 1}\r\n",
      reason: "expected an HTTP/1.1 or HTTP/2 request; HTTPS needs a server with a certificate"),
    Case(
      request: "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}",
      reason: "expected an HTTP/1.1 or HTTP/2 request; HTTPS needs a server with a certificate"),
    Case(
      request: "PRI * HTTP/2.1\r\n\r\nSM\r\n\r\n", status: 505,
      reason: "only HTTP/1.1 and HTTP/1.0 are supported"),
    Case(
      request: "GET / HTTP/3.7\r\nHost: a\r\n\r\n", status: 505, reason: "only HTTP/1.1 and HTTP/1.0 are supported"),
    Case(
      request: "GET / HTTP/1.x\r\nHost: a\r\n\r\n", status: 505, reason: "only HTTP/1.1 and HTTP/1.0 are supported"),
    Case(
      request: "GET / HTTP/1.10\r\nHost: a\r\n\r\n",
      reason: "the request line must end with CR LF right after the version"),
    Case(
      request: "GET / HTTP/1.1\nHost: a\r\n\r\n",
      reason: "the request line must end with CR LF right after the version"),
    Case(
      request: "GET / HTTP/1.0 \r\nHost: a\r\n\r\n",
      reason: "the request line must end with CR LF right after the version"),
    Case(
      request: "GET /\u{1} HTTP/1.1\r\nHost: a\r\n\r\n",
      reason: "the request target has characters that must be percent-encoded"),
    Case(
      request: "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
      reason: "expected HTTP/1.1 after the request target; a space in the target must be percent-encoded"),
    Case(
      request: "GET / HTTP/1.1\r\n\(String(repeating: "X: 1\r\n", count: 257))\r\n", status: 431,
      reason: "the head has more than 256 fields"),
    Case(
      request: "GET /\(String(repeating: "x", count: 100_000)) HTTP/1.1\r\n", status: 414,
      reason: "the request line is larger than 81920 bytes"),
    Case(
      request:
        "GET / HTTP/1.1\r\n\(String(repeating: "X: \(String(repeating: "x", count: 60_000))\r\n", count: 5))\r\n",
      status: 431, reason: "the head is larger than 262144 bytes"),
    Case(
      request: "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", reason: "a field must not be continued on the next line"),
    Case(request: "GET / HTTP/1.1\r\nHost: a\nX: 1\r\n\r\n", reason: "a line of the head must end with CR LF"),
    Case(
      request: "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
      reason: "a header field is malformed: its value has a control character"),
    Case(
      request: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", status: 501,
      reason: "transfer codings other than 'chunked' aren't supported"),
    Case(
      request: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
      reason: "'Transfer-Encoding' must be 'chunked'"),
    Case(
      request: "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
      reason: "HTTP/1.0 has no 'Transfer-Encoding'"),
    Case(
      request: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
      reason: "a chunk of the body is longer than its size"),
    Case(
      request:
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;\(String(repeating: "x", count: 5_000))",
      reason: "the size of a chunk and its extensions are larger than 4096 bytes"),
    Case(
      request: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 1\r\n\r\n",
      reason: "a trailer can't be 'Content-Length'"),
    Case(
      request: "GET / HTTP/1.1\r\nHo st: a\r\n\r\n", reason: "a header field is malformed: expected a name and a colon"),
    Case(
      request: "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 300_000))\r\n\r\n", status: 431,
      reason: "the head is larger than 262144 bytes"),
    Case(
      request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      reason: "a request can't have both 'Content-Length' and 'Transfer-Encoding'"),
    Case(request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", reason: "'Content-Length' is malformed"),
    Case(
      request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551621\r\n\r\n", status: 413,
      reason: "'Content-Length' is too large"),
    Case(
      request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
      reason: "the request has more than one 'Content-Length'"),
    Case(
      request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 2\r\n\r\na",
      reason: "the request has more than one 'Content-Length'"),
    Case(
      request: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
      reason: "a chunk of the body has a malformed size"),
  ])
  func `a malformed request is refused with the reason, and the connection closed`(_ wrong: Case) async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      try await client.send(wrong.request)
      let answer = try await client.answer()
      #expect(answer.status == wrong.status)
      #expect(answer.body == wrong.reason + "\n")
      #expect(answer["content-type"] == ["text/plain; charset=utf-8"])
      #expect(answer["connection"] == ["close"])
      client.endOutput()
      #expect(try await client.rest() == ("", .closed))
      #expect(await live.nextServed()?.note == wrong.reason)
    }
  }

  @Test func `the refusal of HEAD has no body`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      try await client.send("HEAD / HTTP/1.1\r\nHost: a/b\r\n\r\n")
      let (text, _) = try await client.rest()
      #expect(text.hasPrefix("HTTP/1.1 400 "))
      #expect(text.hasSuffix("\r\nConnection: close\r\n\r\n"))
    }
  }

  @Test(arguments: ["FROBNICATE", "M-SEARCH", "get", "!"])
  func `any token is a method`(method: String) async throws {
    try await LiveServer(decide: { .reply($0.method) }).run { live in
      let client = try live.client()
      try await client.send("\(method) /a HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await client.answer().body == method)
    }
  }

  @Test(arguments: ["1.2", "1.9"])
  func `a higher minor version is answered as HTTP/1.1`(version: String) async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      for path in ["/a", "/b"] {
        try await client.send("GET \(path) HTTP/\(version)\r\nHost: a\r\n\r\n")
        let answer = try await client.answer()
        #expect(answer.status == 200)
        #expect(answer["connection"].isEmpty)
      }
    }
  }

  @Test func `an incomplete request is refused`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
      client.endOutput()
      #expect(try await client.answer().body == "the request ended early\n")
      #expect(try await client.rest() == ("", .closed))
    }
  }
}
