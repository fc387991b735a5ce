import Foundation
import HTTPTypes
import MockSpec
import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import MockSpecServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Responses of an origin, as bytes.
@Suite(.timeLimit(.minutes(20)))
struct OriginReplyTests {
  /// The answer of a server that forwards to an origin which sends bytes and closes the connection.
  private static func answer(to response: String, method: String = "GET") async throws -> RawReply {
    let socket = try TCPSocket.listening()
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: try socket.port)
    Thread.detachNewThread {
      guard let connection = try? socket.accept(), (try? connection.receive()) != nil else { return }
      try? connection.send(Array(response.utf8))
      connection.shutdown(.output)
      while let bytes = try? connection.receive(), !bytes.isEmpty {}
    }
    var reply: RawReply?
    try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
      let client = try live.client()
      try await client.send("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")
      reply = try await client.answer()
    }
    return try #require(reply)
  }

  @Test(arguments: [
    "Transfer-Encoding:\tchunked  \r\n\r\n5\r\na\t\r\nb\r\n0\r\n\r\n", "Content-Length:\t5  \r\n\r\na\t\r\nb",
    "X: \t\r\n\r\na\t\r\nb",
  ])
  func `blanks around the values of a response's fields change nothing`(rest: String) async throws {
    let answer = try await Self.answer(to: "HTTP/1.1 100 Continue\r\nX: \t\r\n\r\nHTTP/1.1 201 Created\r\n\(rest)")
    #expect(answer.status == 201)
    #expect(answer.body == "a\t\r\nb")
  }

  @Test(arguments: [
    ("SSH-2.0-OpenSSH_9.6\r\n", "the response isn't valid HTTP/1.1: it doesn't begin with 'HTTP/'"),
    ("HTTP/9.7 200 OK\r\n\r\n", "the response isn't valid HTTP/1.1: its version isn't 1.0 or 1.1"),
    ("HTTP/1.1 abc OK\r\n\r\n", "the response isn't valid HTTP/1.1: its first line has no status of three digits"),
    (
      "HTTP/1.1 200 OK\r\nX y: 1\r\n\r\n",
      "the response isn't valid HTTP/1.1: a header field has no name, or a character that isn't allowed"
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
      "the response isn't valid HTTP/1.1: its 'Content-Length' isn't a number"
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "the response isn't valid HTTP/1.1: it has several of 'Content-Length' and 'Transfer-Encoding'"
    ),
    ("HTTP/1.1 200 OK\rX: 1\r\n\r\n", "the response isn't valid HTTP/1.1: a line doesn't end with CRLF"),
    ("HTTP/1.1 200 OK\r\nX", "the connection was closed before the end of the response"),
    ("", "the connection was closed before the end of the response"),
    (
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
      "the response is 101, but the request didn't ask for another protocol"
    ),
    ("HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n", "the response has the status 99"),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
      "the response has a transfer coding other than chunked"
    ),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\n\r\nabc",
      "the response has a transfer coding other than chunked"
    ),
    (
      "HTTP/1.1 200 OK\r\nX: ‹100,000 times x›\r\n\r\n",
      "the header fields of the response are too large, or too many"
    ),
  ])
  func `a response that can't be used is 502 with the cause`(response: String, reason: String) async throws {
    let long = String(repeating: "x", count: 100_000)
    let answer = try await Self.answer(to: response.replacing("‹100,000 times x›", with: long))
    #expect(answer.status == 502)
    #expect(answer.body.contains(reason))
  }

  /// Starts an origin that calls a closure with its connection, and a server that forwards to it.
  private static func relay(
    timeout: Duration = .seconds(60), _ serve: @escaping @Sendable (TCPSocket) throws -> Void,
    _ body: (RawClient) async throws -> Void
  ) async throws {
    let socket = try TCPSocket.listening()
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: try socket.port)
    Thread.detachNewThread {
      guard let connection = try? socket.accept(), (try? connection.receive()) != nil else { return }
      try? serve(connection)
    }
    try await LiveServer(timeout: timeout, decide: { _ in .outcome(.forward(origin)) }).run { live in
      try await body(live.client())
    }
  }

  @Test func `events arrive before the response ends`() async throws {
    let isRead = DispatchSemaphore(value: 0)
    let serve: @Sendable (TCPSocket) throws -> Void = { connection in
      try connection.send(Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n".utf8))
      isRead.wait()
      try connection.send(Array("data: 2\n\n".utf8))
      connection.shutdown(.both)
    }
    try await Self.relay(serve) { client in
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let start = try await client.text(until: "data: 1\n\n")
      #expect(start.contains("\r\nTransfer-Encoding: chunked\r\n"))
      isRead.signal()
      #expect(try await client.text(until: "0\r\n\r\n").contains("data: 2\n\n"))
    }
  }

  @Test func `an HTTP/1.0 client gets a response without a length up to the end of the connection`() async throws {
    let serve: @Sendable (TCPSocket) throws -> Void = { connection in
      try connection.send(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n".utf8))
    }
    try await Self.relay(serve) { client in
      try await client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let (text, end) = try await client.rest()
      #expect(text.hasSuffix("\r\nConnection: close\r\n\r\nhi") && end == .closed)
    }
  }

  @Test(arguments: ["Content-Length: 5\r\n\r\nhel", "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n"])
  func `a response that breaks off resets the connection`(response: String) async throws {
    let serve: @Sendable (TCPSocket) throws -> Void = { connection in
      try connection.send(Array("HTTP/1.1 200 OK\r\n\(response)".utf8))
      connection.shutdown(.output)
      while let bytes = try? connection.receive(), !bytes.isEmpty {}
    }
    try await Self.relay(serve) { client in
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await client.rest().end == .reset)
    }
  }

  @Test func `so does one that doesn't go on`() async throws {
    let isOver = DispatchSemaphore(value: 0)
    let serve: @Sendable (TCPSocket) throws -> Void = { connection in
      try connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel".utf8))
      isOver.wait()
    }
    try await Self.relay(timeout: .seconds(2), serve) { client in
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let (text, end) = try await client.rest()
      #expect(text.hasSuffix("\r\n\r\nhel"))
      #expect(end == .reset)
      isOver.signal()
    }
  }

  /// Counts the reads of a channel.
  private final class ReadCount: ChannelOutboundHandler {
    typealias OutboundIn = Never

    var count = 0

    func read(context: ChannelHandlerContext) {
      count += 1
      context.read()
    }
  }

  @Test func `nothing is read while the client takes no more`() throws {
    let reads = ReadCount()
    var takesMore = false
    var body = 0
    let response = ForwardedReply(opensSocket: false, takesMore: { takesMore })
    let channel = EmbeddedChannel(handlers: [reads, response])
    response.start(channel) { if case .body(let bytes) = $0 { body += bytes.readableBytes } }
    #expect(reads.count == 1)
    try channel.writeInbound(HTTPClientResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
    #expect(reads.count == 1)
    response.readOn(channel)
    response.readOn(channel)
    #expect(reads.count == 2)
    takesMore = true
    try channel.writeInbound(HTTPClientResponsePart.body(ByteBuffer(string: "hello")))
    #expect(reads.count == 3)
    #expect(body == 5)
  }

  @Test func `a response of more than 64 MiB is forwarded whole`() async throws {
    let size = 80 << 20
    let serve: @Sendable (TCPSocket) throws -> Void = { connection in
      try connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n".utf8))
      let piece = [UInt8](repeating: 65, count: 1 << 20)
      for _ in 0..<80 { try connection.send(piece) }
    }
    try await Self.relay(serve) { client in
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      _ = try await client.text(until: "\r\n\r\n")
      let (text, end) = try await client.rest()
      #expect(text.utf8.count == size && end == .closed)
    }
  }

  @Test func `errors of the connection are described without the names of system calls`() {
    func reason(_ code: Int32) -> String {
      ForwardingError(receiving: IOError(errnoCode: code, reason: "read(descriptor:pointer:size:)")).reason
    }
    #expect(reason(ECONNRESET) == "the connection was reset before the end of the response")
    #expect(reason(EHOSTUNREACH) == "the connection failed before the end of the response: No route to host")
    let origin = Origin(scheme: "http", host: "a", port: nil)
    let error = ForwardingError(connecting: origin, ChannelError.connectTimeout(.seconds(1)))
    #expect(error.reason == "http://a can't be reached: no answer in time")
  }
}
