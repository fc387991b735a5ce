import NIOCore
import NIOEmbedded
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// WebSockets, with a clock that the tests advance.
struct WebSocketClockTests {
  private let loop = EmbeddedEventLoop()
  private let channel: EmbeddedChannel
  private let engine: MockEngine

  private static let spec = """
    mockspec: 1
    requests:
      Script:
        match: GET /script
        responses:
          R:
            websocket:
              messages:
                - {send: {text: hello}}
                - {every: 1s, times: 3, send: {text: tick}, delay: 1s}
                - {send: {text: later}, delay: 500ms}
                - {receive: {text: slow}, send: {text: slow}, delay: 3s}
      Echo: {match: GET /echo, responses: {R: {websocket: {otherwise: echo}}}}
      Close: {match: GET /close, responses: {R: {websocket: {messages: [{close: 4000, delay: 1s}]}}}}

    """

  init() throws {
    engine = MockEngine(try ResponseSets.load(text: Self.spec))
    let handler = ConnectionHandler(loop: EventLoopState(context: ServerContext(engine), loop: loop))
    channel = EmbeddedChannel(handler: handler, loop: loop)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
  }

  /// Opens a WebSocket, and returns the frames that are sent at once.
  private func open(_ path: String) throws -> [String] {
    try channel.writeInbound(ByteBuffer(string: SocketClient.handshake(path)))
    var sent = try bytes()
    let head = try #require(sent.readableBytesView.firstRange(of: Array("\r\n\r\n".utf8)))
    sent.moveReaderIndex(to: head.upperBound)
    return Self.frames(sent)
  }

  private func bytes() throws -> ByteBuffer {
    var all = ByteBuffer()
    while var bytes = try channel.readOutbound(as: ByteBuffer.self) { all.writeBuffer(&bytes) }
    return all
  }

  /// The frames that were sent since the last call, which are small.
  private func frames() throws -> [String] { Self.frames(try bytes()) }

  private static func frames(_ bytes: ByteBuffer) -> [String] {
    var (bytes, frames) = (bytes, [String]())
    while let head = bytes.readBytes(length: 2), let content = bytes.readBytes(length: Int(head[1])) {
      frames.append(SocketClient.Frame(opcode: head[0] & 0x0F, content: content).description)
    }
    return frames
  }

  private func send(_ frame: [UInt8]) throws { try channel.writeInbound(ByteBuffer(bytes: frame)) }

  @Test func `messages are sent when they are due`() throws {
    #expect(try open("/script") == ["text hello"])
    loop.advanceTime(by: .milliseconds(999))
    #expect(try frames() == [])
    loop.advanceTime(by: .milliseconds(1))
    #expect(try frames() == ["text tick"])
    loop.advanceTime(by: .milliseconds(500))
    #expect(try frames() == ["text later"])
    try send(SocketClient.text("slow"))
    loop.advanceTime(by: .milliseconds(500))
    #expect(try frames() == ["text tick"])
    loop.advanceTime(by: .seconds(1))
    #expect(try frames() == ["text tick"])
    loop.advanceTime(by: .milliseconds(1500))
    #expect(try frames() == ["text slow"])
    loop.advanceTime(by: .hours(1))
    #expect(try frames() == [])
  }

  @Test func `a WebSocket without messages stays open`() throws {
    #expect(try open("/echo") == [])
    loop.advanceTime(by: .hours(24))
    try send(SocketClient.text("a"))
    #expect(try frames() == ["text a"])
    #expect(channel.isActive && engine.session.sockets.all.count == 1)
  }

  @Test func `the connection of a client that doesn't answer a close ends`() throws {
    #expect(try open("/close") == [])
    loop.advanceTime(by: .seconds(1))
    #expect(try frames() == ["close 4000"])
    try send(SocketClient.text("ignored"))
    try send(SocketClient.frame(0x89, []))
    #expect(try frames() == [] && channel.isActive)
    loop.advanceTime(by: .seconds(4))
    #expect(!channel.isActive)
    #expect(engine.session.calls[0].socketTraffic?.close == .init(4000, by: .server))
    #expect(engine.session.calls[0].socketTraffic?.received == 0)
  }

  @Test func `a client that leaves ends what is due`() throws {
    #expect(try open("/script") == ["text hello"])
    channel.close(promise: nil)
    loop.advanceTime(by: .hours(1))
    #expect(engine.session.calls[0].socketTraffic?.close == .init(1006, by: .client))
    #expect(engine.session.calls[0].socketTraffic?.sent == 1)
  }
}
