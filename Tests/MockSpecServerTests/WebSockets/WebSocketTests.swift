import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// WebSockets over sockets.
@Suite(.timeLimit(.minutes(20)))
struct WebSocketTests {
  static func engine(_ socket: String, more: String = "", project: String = "mockspec: 1") throws -> MockEngine {
    let folder = try TemporaryFolder([
      "mockspec.yaml": project + "\n",
      "a.mock.yaml": """
      mockspec: 1
      requests:
        A: {match: GET /a, responses: {R: {\(more)websocket: {\(socket)}}, Refused: {status: 403, text: no}}}
        B: {match: GET /b, responses: {R: {text: b}}}

      """,
    ])
    return MockEngine(try ResponseSets.load([folder.path]))
  }

  /// Returns the status line and the fields of the answer to a handshake.
  private static func answer(
    _ live: LiveServer, _ handshake: String
  ) async throws -> (client: RawClient, text: String) {
    let client = try live.client()
    try await client.send(handshake)
    return (client, try await client.text(until: "\r\n\r\n"))
  }

  // MARK: - Handshake

  @Test func `a handshake is answered with 101, and what was sent with it is read`() async throws {
    let engine = try Self.engine("otherwise: echo", more: "headers: {X-A: b, Sec-WebSocket-Accept: x}, ")
    try await LiveServer(engine: engine).run { live in
      let raw = try live.client()
      try await raw.send(Array(SocketClient.handshake("/a").utf8) + SocketClient.text("early"))
      let text = try await raw.text(until: "\r\n\r\n")
      #expect(
        text.hasPrefix("HTTP/1.1 101 Switching Protocols\r\nX-A: b\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"))
      // The sample of RFC 6455 §1.3.
      #expect(text.hasSuffix("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"))
      #expect(!text.contains("Content-Length") && !text.contains("Content-Type") && !text.contains("Protocol:"))
      #expect(await live.nextServed()?.description == "GET /a → 101 (A: R)")
      let client = SocketClient(raw)
      #expect(try await client.next().description == "text early")
    }
  }

  @Test(arguments: [
    ("chat.v1, chat.v2", "chat.v2"), ("chat.v3,chat.v2", "chat.v3"), ("chat.v1", nil), ("Chat.v2", nil),
  ])
  func `the first sub-protocol that is offered and spoken is chosen`(offers: String, chosen: String?) async throws {
    try await LiveServer(engine: Self.engine("protocols: [chat.v2, chat.v3]")).run { live in
      let handshake = SocketClient.handshake("/a", "Sec-WebSocket-Protocol: \(offers)")
      let (_, text) = try await Self.answer(live, handshake)
      #expect(text.contains("\r\nSec-WebSocket-Protocol: ") == (chosen != nil))
      if let chosen { #expect(text.contains("\r\nSec-WebSocket-Protocol: \(chosen)\r\n")) }
    }
  }

  @Test(arguments: [
    ("Upgrade: websocket\r\n", "", 426, "needs a handshake"),
    ("Connection: keep-alive, Upgrade", "Connection: keep-alive", 426, "needs a handshake"),
    ("Version: 13", "Version: 8", 426, "'Sec-WebSocket-Version: 13'"),
    ("Key: \(SocketClient.key)", "Key: short", 400, "'Sec-WebSocket-Key'"),
    ("Sec-WebSocket-Key: \(SocketClient.key)\r\n", "", 400, "'Sec-WebSocket-Key'"),
    ("GET /a HTTP/1.1", "GET /a HTTP/1.0", 426, "over HTTP/1.1"),
    ("Version: 13", "Version: 13\r\nOrigin: http://other.example", 403, "http://other.example"),
    ("Version: 13", "Version: 13\r\nOrigin: http://localhost:81", 403, "http://localhost:81"),
  ])
  func `another call is refused with the reason, and the connection is kept`(
    part: String, replacement: String, status: Int, reason: String
  ) async throws {
    try await LiveServer(engine: Self.engine("otherwise: echo")).run { live in
      let client = try live.client()
      try await client.send(SocketClient.handshake("/a").replacing(part, with: replacement))
      let answer = try await client.answer()
      #expect(answer.status == status && answer.body.contains(reason))
      if status == 426 { #expect(answer["upgrade"] == ["websocket"]) }
      if part == "Version: 13", status == 426 { #expect(answer["sec-websocket-version"] == ["13"]) }
      guard !replacement.contains("HTTP/1.0") else { return }
      #expect(try await client.get("/b").body == "b")
    }
  }

  @Test(arguments: [
    ("mockspec: 1", "http://localhost:80"), ("mockspec: 1", "https://localhost:80"),
    ("mockspec: 1\nserver: {cors: ['http://page.example']}", "http://page.example"),
    ("mockspec: 1\nserver: {cors: true}", "http://any.example"),
  ])
  func `pages of the server itself and of listed origins can open it`(project: String, origin: String) async throws {
    try await LiveServer(engine: Self.engine("otherwise: echo", project: project)).run { live in
      let (_, text) = try await Self.answer(live, SocketClient.handshake("/a", "Origin: \(origin)"))
      #expect(text.hasPrefix("HTTP/1.1 101 "))
    }
  }

  @Test func `another response answers the handshake as any call`() async throws {
    let engine = try Self.engine("otherwise: echo")
    try engine.session.select("Refused", for: "A")
    try await LiveServer(engine: engine).run { live in
      let client = try live.client()
      try await client.send(SocketClient.handshake("/a"))
      #expect(try await client.answer().status == 403)
    }
  }

  @Test func `over HTTP/2, it is refused`() async throws {
    try await LiveServer(engine: Self.engine("otherwise: echo")).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a")
      #expect(try await client.next(.data)?.text.contains("over HTTP/1.1") == true)
      #expect(await live.nextServed()?.status == 426)
    }
  }

  @Test func `a delay holds the handshake, and frames that arrive meanwhile wait`() async throws {
    try await LiveServer(engine: Self.engine("otherwise: echo", more: "delay: 10ms, ")).run { live in
      let client = try await SocketClient(live)
      try await client.send(text: "a")
      #expect(try await client.next().description == "text a")
    }
  }

  // MARK: - Messages

  @Test func `a script is sent, and messages are answered`() async throws {
    let script = """
      messages: [{send: {json: {type: hello, who: '{{request.query.who}}'}}},
        {receive: {json: {type: subscribe}}, send: {json: {on: '{{message.json.channel}}', was: '{{message.text}}'}}},
        {send: {base64: SGk=}}, {every: 1ms, times: 2, send: {text: tick}}, {receive: {text: bye}, send: {text: ok}, close: 4001}]
      """
    let engine = try Self.engine(script, more: "template: true, ")
    try await LiveServer(engine: engine).run { live in
      let client = try await SocketClient(live, "/a?who=%22me%22")
      for expected in [#"text {"type":"hello","who":"\"me\""}"#, "binary [72, 105]", "text tick", "text tick"] {
        #expect(try await client.next().description == expected)
      }
      try await client.send(text: #"{"type":"other"}"#)
      try await client.send(text: #"{"type":"subscribe","channel":7}"#)
      #expect(
        try await client.next().description
          == #"text {"on":"7","was":"{\"type\":\"subscribe\",\"channel\":7}"}"#)
      try await client.send(text: "bye")
      #expect(try await client.rest() == ["text ok", "close 4001"])
    }
    let traffic = try #require(engine.session.calls[0].socketTraffic)
    #expect(traffic.sent == 6 && traffic.received == 3)
    #expect(traffic.messages.filter(\.isReceived).map(\.message.text)[2] == "bye")
    #expect(traffic.close == .init(4001, by: .server))
  }

  @Test func `a message that can't be rendered closes the WebSocket with the reason`() async throws {
    let engine = try Self.engine(
      "messages: [{receive: {text: a}, send: {text: '{{message.json.x}}'}}]", more: "template: true, ")
    try await LiveServer(engine: engine).run { live in
      let client = try await SocketClient(live)
      try await client.send(text: "a")
      let close = try await client.next()
      #expect(close.code == 1011 && close.text.contains("'message.json.x' is missing") && close.content.count <= 125)
    }
  }

  @Test func `a message can be as large as the limit of bodies`() async throws {
    try await LiveServer(limits: .body(1000), engine: Self.engine("otherwise: echo")).run { live in
      let client = try await SocketClient(live)
      let part = [UInt8](repeating: 0x61, count: 500)
      try await client.send(SocketClient.frame(0x01, part), SocketClient.frame(0x80, part))
      #expect(try await client.next().content == part + part)
      try await client.send(SocketClient.frame(0x01, part + part), SocketClient.frame(0x80, [0x61]))
      #expect(try await client.rest() == ["close 1009"])
    }
  }

  @Test func `the content of a frame that is too large isn't awaited`() async throws {
    try await LiveServer(limits: .body(1000), engine: Self.engine("otherwise: echo")).run { live in
      let client = try await SocketClient(live)
      try await client.send([0x81, 0xFE, 0x03, 0xE9, 1, 2, 3, 4])
      #expect(try await client.rest() == ["close 1009"])
    }
  }

  /// The system takes some messages, but not all of them: they are larger than its buffers.
  @Test func `messages are sent only as fast as the client reads`() async throws {
    let (count, text) = (64, String(repeating: "x", count: 1 << 20))
    let engine = try Self.engine("messages: [{send: {text: \(text)}, every: 1ms, times: \(count)}]")
    try await LiveServer(engine: engine).run { live in
      let client = try await SocketClient(live)
      for _ in 1...100 { #expect(try await live.client().get("/b").status == 200) }
      let traffic = try #require(engine.session.calls.first?.socketTraffic)
      #expect(traffic.sent < count && traffic.close == nil)
      for _ in 1...count { #expect(try await client.next().content.count == text.utf8.count) }
    }
  }

  @Test func `a client that sends without reading is read only as fast as it reads`() async throws {
    let engine = try Self.engine("otherwise: echo")
    try await LiveServer(engine: engine).run { live in
      let client = try await SocketClient(live)
      let (count, size) = (64, 1 << 20)
      let message = SocketClient.frame(0x82, [UInt8](repeating: 1, count: size))
      async let sent: Void = { for _ in 1...count { try await client.send(message) } }()
      for _ in 1...100 { #expect(try await live.client().get("/b").status == 200) }
      let traffic = try #require(engine.session.calls.first?.socketTraffic)
      #expect(traffic.received < count)
      client.client.endBoth()
      _ = try? await sent
    }
  }

  @Test func `a client that receives nothing is reset`() async throws {
    let text = String(repeating: "x", count: 1 << 20)
    let engine = try Self.engine("messages: [{send: {text: \(text)}, every: 1ms, times: 64}]")
    var limits = ServerContext.Limits.patient
    limits.server.idleTimeout = .seconds(1)
    try await LiveServer(limits: limits, engine: engine).run { live in
      let client = try await SocketClient(live)
      let message = SocketClient.frame(0x82, [UInt8](repeating: 1, count: 1 << 20))
      // The server reads nothing, either, so that sending blocks until then.
      await #expect(throws: RawClient.Failure.self) {
        while true { try await client.send(message) }
      }
    }
    let close = engine.session.calls[0].socketTraffic?.close
    #expect(close == .init(1006, by: .server, reason: "the client received nothing for 1.0 seconds"))
  }

  // MARK: - End

  @Test func `a server that stops closes it with 1001`() async throws {
    let engine = try Self.engine("otherwise: echo")
    try await LiveServer(engine: engine).run { live in
      let client = try await SocketClient(live)
      async let stopped: Void = live.server.stop()
      #expect(try await client.next().code == 1001)
      try await client.send(SocketClient.close(1001))
      #expect(try await client.client.rest().end == .closed)
      client.client.endBoth()
      await stopped
    }
    #expect(engine.session.calls[0].socketTraffic?.close?.code == 1001)
  }

  @Test(arguments: [false, true])
  func `the end and the reset of a session close its WebSockets`(isReset: Bool) async throws {
    let engine = try Self.engine("otherwise: echo")
    try await LiveServer(engine: engine).run { live in
      let raw = try live.client()
      try await raw.send(SocketClient.handshake("/a", "Mockspec-Session: mine"))
      _ = try await raw.text(until: "\r\n\r\n")
      let (client, other) = (SocketClient(raw), try await SocketClient(live))
      let session = try engine.session(SessionID("mine"))
      if isReset { session.reset() } else { engine.endSession(try SessionID("mine")) }
      let close = try await client.next()
      #expect(close.code == 1001)
      try await other.send(text: "a")
      #expect(try await other.next().description == "text a")
      #expect(session.sockets.all.isEmpty && engine.session.sockets.all.count == 1)
    }
  }

  @Test func `a client that leaves without a close is noticed`() async throws {
    let engine = try Self.engine("otherwise: echo")
    try await LiveServer(engine: engine).run { live in
      let client = try await SocketClient(live)
      let (ended, report) = AsyncStream.makeStream(of: Void.self)
      let observer = engine.session.observers.add { if case .finished = $0 { report.yield() } }
      client.client.endBoth()
      for await _ in ended { break }
      engine.session.observers.remove(observer)
      #expect(engine.session.calls[0].socketTraffic?.close == .init(1006, by: .client))
      #expect(engine.session.sockets.all.isEmpty)
    }
  }

  @Test func `a message sent by hand reaches the client`() async throws {
    let engine = try Self.engine("otherwise: echo")
    try await LiveServer(engine: engine).run { live in
      let client = try await SocketClient(live)
      try await client.send(text: "a")
      _ = try await client.next()
      let socket = try #require(engine.session.sockets.all.first)
      try socket.send(SocketMessage(text: "by hand"))
      #expect(try await client.next().description == "text by hand")
      #expect(socket.number == 1 && socket.requestName == "A" && socket.responseName == "R" && socket.path == "/a")
    }
  }
}
