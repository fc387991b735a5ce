import Foundation
import HTTPTypes
import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// WebSockets that are forwarded.
@Suite(.timeLimit(.minutes(20)))
struct ForwardedSocketTests {
  private static let handshake = """
    GET /chat?room=1 HTTP/1.1\r
    Host: a\r
    Connection: keep-alive, Upgrade\r
    Upgrade: websocket\r
    Origin: http://a\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Version: 13\r
    Sec-WebSocket-Extensions: permessage-deflate\r
    \r

    """
  private static let accepted = """
    HTTP/1.1 101 Switching Protocols\r
    Connection: upgrade\r
    Upgrade: WebSocket\r
    Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
    Sec-WebSocket-Extensions: permessage-deflate\r
    \r

    """

  /// Connects a client to an origin through a server.
  private static func relay(
    _ serve: @escaping @Sendable (_ connection: TCPSocket, _ head: String) throws -> Void,
    _ body: (RawClient) async throws -> Void
  ) async throws {
    let socket = try TCPSocket.listening()
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: try socket.port)
    Thread.detachNewThread {
      guard let connection = try? socket.accept(), let head = try? connection.receive() else { return }
      try? serve(connection, String(decoding: head, as: UTF8.self))
    }
    try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { try await body($0.client()) }
  }

  @Test func `all bytes are passed on in both directions, from the first one on`() async throws {
    let serve: @Sendable (TCPSocket, String) throws -> Void = { connection, head in
      let lines = head.split(separator: "\r\n").map { $0.lowercased() }
      let asks = lines.filter { $0.hasPrefix("connection:") || $0.hasPrefix("upgrade:") }
      try connection.send(Array((Self.accepted + "early " + asks.joined(separator: " ")).utf8))
      while case let bytes = try connection.receive(), !bytes.isEmpty {
        try connection.send(Array(String(decoding: bytes, as: UTF8.self).uppercased().utf8))
      }
      try connection.send(Array("end".utf8))
      connection.shutdown(.output)
    }
    try await Self.relay(serve) { client in
      try await client.send(Self.handshake + "at once ")
      let head = try await client.text(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      for line in [
        "Connection: Upgrade", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
        "Sec-WebSocket-Extensions: permessage-deflate",
      ] {
        #expect(head.contains("\r\n\(line)\r\n"))
      }
      _ = try await client.text(until: "early connection: upgrade upgrade: websocket")
      _ = try await client.text(until: "AT ONCE ")
      try await client.send("later")
      _ = try await client.text(until: "LATER")
      client.endOutput()
      let (text, end) = try await client.rest()
      #expect(text == "end" && end == .closed)
    }
  }

  @Test func `an origin that leaves closes the connection`() async throws {
    let serve: @Sendable (TCPSocket, String) throws -> Void = { connection, _ in
      try connection.send(Array((Self.accepted + "bye").utf8))
    }
    try await Self.relay(serve) { client in
      try await client.send(Self.handshake)
      let (text, end) = try await client.rest()
      #expect(text.hasSuffix("\r\n\r\nbye"))
      #expect(end == .closed)
    }
  }

  @Test(arguments: ["401 Unauthorized", "426 Upgrade Required", "200 OK"])
  func `a refusal is passed on, and the connection goes on`(status: String) async throws {
    let serve: @Sendable (TCPSocket, String) throws -> Void = { connection, _ in
      try connection.send(Array("HTTP/1.1 \(status)\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\nno".utf8))
      _ = try connection.receive()
    }
    try await Self.relay(serve) { client in
      try await client.send(Self.handshake)
      let reply = try await client.answer()
      #expect("\(reply.status)" == status.prefix(3) && reply.body == "no")
      try await client.send("OPTIONS * HTTP/1.1\r\nHost: a\r\nMax-Forwards: 0\r\n\r\n")
      #expect(try await client.answer().status != 0)
    }
  }

  @Test(arguments: [
    ("Upgrade: WebSocket", "Upgrade: h2c"), ("Connection: upgrade", "Connection: close"), ("HTTP/1.1", "HTTP/1.0"),
    ("Upgrade: WebSocket", "X: WebSocket"),
  ])
  func `an origin can't switch to another protocol`(text: String, other: String) async throws {
    let answer = Self.accepted.replacing(text, with: other)
    let serve: @Sendable (TCPSocket, String) throws -> Void = { connection, _ in
      try connection.send(Array(answer.utf8))
    }
    try await Self.relay(serve) { client in
      try await client.send(Self.handshake)
      let reply = try await client.answer()
      #expect(reply.status == 502)
      #expect(reply.body.contains("the response is 101, but hasn't 'Upgrade: websocket'"))
    }
  }

  @Test(arguments: [true, false])
  func `a client that ends its side before the answer ends the origin's, too`(isLate: Bool) async throws {
    let (ended, end) = AsyncStream<String>.makeStream()
    let goesOn = DispatchSemaphore(value: 0)
    let serve: @Sendable (TCPSocket, String) throws -> Void = { connection, _ in
      if isLate { goesOn.wait() }
      try connection.send(Array(Self.accepted.utf8))
      var text = ""
      while case let bytes = try connection.receive(), !bytes.isEmpty { text += String(decoding: bytes, as: UTF8.self) }
      end.yield(text)
    }
    try await Self.relay(serve) { client in
      try await client.send(Self.handshake + "all")
      client.endOutput()
      goesOn.signal()
      for await text in ended {
        #expect(text == "all")
        break
      }
      #expect(try await client.rest().end == .closed)
    }
  }

  @Test func `an origin that ends its side gets what the client still sends`() async throws {
    let (ended, end) = AsyncStream<String>.makeStream()
    let serve: @Sendable (TCPSocket, String) throws -> Void = { connection, _ in
      try connection.send(Array((Self.accepted + "last").utf8))
      connection.shutdown(.output)
      var text = ""
      while case let bytes = try connection.receive(), !bytes.isEmpty { text += String(decoding: bytes, as: UTF8.self) }
      end.yield(text)
    }
    try await Self.relay(serve) { client in
      try await client.send(Self.handshake)
      let (text, _) = try await client.rest()
      #expect(text.hasSuffix("\r\n\r\nlast"))
      try await client.send("more")
      client.endOutput()
      for await text in ended {
        #expect(text == "more")
        break
      }
    }
  }
}
