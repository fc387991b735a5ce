import Foundation
import HTTPTypes
import MockSpec
import NIOCore
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
struct OriginResponseTests {
  /// The answer of a server that forwards to an origin which sends bytes and closes the connection.
  private static func answer(to response: String, method: String = "GET") async throws -> RawAnswer {
    let socket = try TCPSocket.listening()
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: try socket.port)
    Thread.detachNewThread {
      guard let connection = try? socket.accept(), (try? connection.receive()) != nil else { return }
      try? connection.send(Array(response.utf8))
      connection.shutdown(.output)
      while let bytes = try? connection.receive(), !bytes.isEmpty {}
    }
    var answer: RawAnswer?
    try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
      let client = try live.client()
      try await client.send("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")
      answer = try await client.answer()
    }
    return try #require(answer)
  }

  @Test(arguments: [
    "Transfer-Encoding:\tchunked\t\r\n\r\n5\r\na\t\r\nb\r\n0\r\n\r\n", "Content-Length:\t5 \t\r\n\r\na\t\r\nb",
    "X: \t\r\n\r\na\t\r\nb",
  ])
  func `blanks around the values of a response's fields change nothing`(rest: String) async throws {
    let answer = try await Self.answer(to: "HTTP/1.1 100 Continue\r\nX: \t\r\n\r\nHTTP/1.1 201 Created\r\n\(rest)")
    #expect(answer.status == 201)
    #expect(answer.body == "a\t\r\nb")
  }

  @Test(arguments: [
    ("SSH-2.0-OpenSSH_9.6\r\n", "the response isn't valid HTTP/1.1"),
    ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "the response isn't valid HTTP/1.1"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", "the connection was closed before the end of the response"),
    ("HTTP/1.1 200 OK\r\nX", "the connection was closed before the end of the response"),
    ("", "the connection was closed before the end of the response"),
    (
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
      "the response is 101, but the request didn't ask for another protocol"
    ),
    (
      "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n",
      "the header fields of the response are too large"
    ),
  ])
  func `a response that can't be used is 502 with the cause`(response: String, reason: String) async throws {
    let answer = try await Self.answer(to: response)
    #expect(answer.status == 502)
    #expect(answer.body.contains(reason))
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
