import HTTPTypes
import NIOCore
import NIOEmbedded
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// Throttled bodies, with a clock that the tests advance.
struct ThrottledBodyTests {
  private let loop = EmbeddedEventLoop()
  private let channel: EmbeddedChannel
  private let handler: ConnectionHandler

  init() throws {
    let context = ServerContext(
      decide: { request in
        var decision = Decision.reply(String(repeating: "x", count: 10), head: request.method == "HEAD")
        if request.path == "/slow" { decision.throttle = Throttle(piece: 4, interval: .seconds(1)) }
        return decision
      }, timeout: .seconds(15))
    handler = ConnectionHandler(loop: EventLoopState(context: context, loop: loop))
    channel = EmbeddedChannel(handler: handler, loop: loop)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
  }

  private func send(_ lines: String...) throws {
    try channel.writeInbound(ByteBuffer(string: lines.map { "\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()))
  }

  /// The bytes sent since the last call.
  private func sent() throws -> String {
    var text = ""
    while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
    return text
  }

  @Test func `the head and the first piece are sent at once, the other pieces at intervals`() throws {
    try send("GET /slow")
    let first = try sent()
    #expect(first.contains("Content-Length: 10\r\n"))
    #expect(first.hasSuffix("\r\n\r\nxxxx"))
    loop.advanceTime(by: .milliseconds(999))
    #expect(try sent() == "")
    loop.advanceTime(by: .milliseconds(1))
    #expect(try sent() == "xxxx")
    loop.advanceTime(by: .seconds(1))
    #expect(try sent() == "xx")
    #expect(channel.isActive)
  }

  @Test func `the next answer waits for the last piece`() throws {
    try send("GET /slow", "GET /b")
    loop.advanceTime(by: .seconds(1))
    #expect(try !sent().dropFirst(20).contains("HTTP/1.1"))
    loop.advanceTime(by: .seconds(1))
    #expect(try sent().hasPrefix("xxHTTP/1.1 200"))
  }

  @Test func `an answer to HEAD isn't throttled`() throws {
    try send("HEAD /slow", "GET /b")
    #expect(try sent().hasSuffix("\r\n\r\nxxxxxxxxxx"))
  }

  @Test func `nothing is sent after the client has left`() throws {
    try send("GET /slow")
    _ = try sent()
    channel.close(promise: nil)
    loop.advanceTime(by: .seconds(5))
    #expect(try sent() == "")
  }

  @Test func `a piece waits until the client accepts more`() throws {
    try send("GET /slow")
    _ = try sent()
    channel.isWritable = false
    channel.pipeline.fireChannelWritabilityChanged()
    loop.advanceTime(by: .seconds(5))
    #expect(try sent() == "")
    channel.isWritable = true
    channel.pipeline.fireChannelWritabilityChanged()
    #expect(try sent() == "xxxx")
    loop.advanceTime(by: .seconds(1))
    #expect(try sent() == "xx")
  }

  @Test func `a server that stops sends the whole body first`() throws {
    try send("GET /slow")
    handler.finish()
    loop.advanceTime(by: .seconds(2))
    #expect(try sent().hasSuffix("xxxxxxxxxx"))
    #expect(!channel.isActive)
  }
}
