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
    Case(
      request: "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n",
      reason: "CONNECT isn't supported, since this server isn't a proxy; use the server's address as the base URL"),
    Case(request: "GET * HTTP/1.1\r\nHost: a\r\n\r\n", reason: "only OPTIONS may have '*' as its target"),
    Case(
      request: "FROB / HTTP/1.1\r\nHost: a\r\n\r\n",
      reason: "expected an HTTP/1.1 request with a known method; HTTPS and HTTP/2 aren't supported"),
    Case(
      request: "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}",
      reason: "expected an HTTP/1.1 request with a known method; HTTPS and HTTP/2 aren't supported"),
    Case(
      request: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      reason: "expected an HTTP/1.1 request with a known method; HTTPS and HTTP/2 aren't supported"),
    Case(
      request: "GET / HTTP/3.7\r\nHost: a\r\n\r\n", status: 505, reason: "only HTTP/1.1 and HTTP/1.0 are supported"),
    Case(
      request: "GET / HTTP/1.1\nHost: a\r\n\r\n",
      reason: "the request line must end with CR LF right after the version"),
    Case(
      request: "GET / HTTP/1.0 \r\nHost: a\r\n\r\n",
      reason: "the request line must end with CR LF right after the version"),
    Case(
      request: "GET /ä HTTP/1.1\r\nHost: a\r\n\r\n",
      reason: "the request target has characters that must be percent-encoded"),
    Case(
      request: "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
      reason: "expected HTTP/1.1 after the request target; a space in the target must be percent-encoded"),
    Case(
      request: "GET / HTTP/1.1\r\n\(String(repeating: "X: 1\r\n", count: 257))\r\n", status: 431,
      reason: "the request has more than 256 header fields, or its target or a field is larger than 80 KiB"),
    Case(request: "GET / HTTP/1.1\r\nHo st: a\r\n\r\n", reason: "a header field is malformed"),
    Case(
      request: "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n", status: 431,
      reason: "the request has more than 256 header fields, or its target or a field is larger than 80 KiB"),
    Case(
      request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      reason: "the request's framing is malformed"),
    Case(request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", reason: "'Content-Length' is malformed"),
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

  @Test func `the rule about methods knows those that a server refuses`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      for method in UnservedMethod.served.sorted() + ["CONNECT", "FROBNICATE"] {
        let client = try live.client()
        try await client.send("\(method) /a HTTP/1.1\r\nHost: a\r\n\r\n")
        let status = try await client.answer(hasBody: method != "HEAD").status
        #expect(status == (UnservedMethod.served.contains(method) ? 200 : 400), "\(method)")
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
