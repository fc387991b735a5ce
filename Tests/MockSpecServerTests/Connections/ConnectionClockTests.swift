import MockSpec
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import MockSpecServer

/// Delays and holds, with a clock that the tests advance.
struct ConnectionClockTests {
  private let loop = EmbeddedEventLoop()
  private let channel: EmbeddedChannel
  private let handler: ConnectionHandler
  private let log = Log()

  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
  }

  init() throws {
    let context = ServerContext(
      decide: { $0.path == "/hold" ? .outcome(.failure(.urlError(.timedOut))) : .echo($0, delay: .seconds(1)) },
      timeout: .seconds(15), onCall: { [log] call in log.lines.withLock { $0.append(call.description) } })
    handler = ConnectionHandler(loop: EventLoopState(context: context, loop: loop))
    channel = EmbeddedChannel(handler: handler, loop: loop)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
  }

  private func send(_ paths: String...) throws {
    let requests = paths.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
    try channel.writeInbound(ByteBuffer(string: requests.joined()))
  }

  /// The bytes sent since the last call.
  private func sent() throws -> String {
    var text = ""
    while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
    return text
  }

  @Test func `nothing is sent before the delay is over`() throws {
    try send("/a")
    loop.advanceTime(by: .milliseconds(999))
    #expect(try sent() == "")
    loop.advanceTime(by: .milliseconds(1))
    #expect(try sent().hasSuffix("\r\n\r\n/a"))
    #expect(channel.isActive)
  }

  @Test func `each of several delayed answers has its own delay`() throws {
    try send("/a", "/b")
    loop.advanceTime(by: .seconds(1))
    #expect(try sent().hasSuffix("\r\n\r\n/a"))
    loop.advanceTime(by: .milliseconds(999))
    #expect(try sent() == "")
    loop.advanceTime(by: .milliseconds(1))
    #expect(try sent().hasSuffix("\r\n\r\n/b"))
  }

  @Test func `when the server stops, the last answer has Connection: close`() throws {
    try send("/a", "/b")
    handler.finish()
    #expect(channel.isActive)
    loop.advanceTime(by: .seconds(1))
    #expect(try !sent().contains("Connection"))
    loop.advanceTime(by: .seconds(1))
    #expect(try sent().hasSuffix("\r\nConnection: close\r\n\r\n/b"))
    #expect(!channel.isActive)
  }

  @Test func `when the server stops, an idle connection is closed at once`() throws {
    handler.finish()
    loop.run()
    #expect(!channel.isActive)
  }

  @Test func `a client that leaves cancels its delay`() throws {
    try send("/a")
    channel.close(promise: nil)
    loop.advanceTime(by: .seconds(5))
    #expect(log.lines.withLock { $0 } == ["GET /a → client left before the answer"])
  }

  @Test func `a delay that ends at the same time as its connection isn't answered`() throws {
    loop.assumeIsolated().scheduleTask(in: .seconds(1)) { [handler] in handler.abort() }
    try send("/a")
    loop.advanceTime(by: .seconds(1))
    #expect(log.lines.withLock { $0 } == ["GET /a → server stopped before the answer"])
  }

  @Test func `nothing is read while an answer is pending`() throws {
    let reads = ReadCounter()
    try channel.pipeline.syncOperations.addHandler(reads, position: .first)
    try send("/a")
    channel.read()
    channel.read()
    #expect(reads.count == 0)
    loop.advanceTime(by: .seconds(1))
    #expect(reads.count == 1)
    channel.read()
    #expect(reads.count == 2)
  }

  @Test func `a held connection ends after the timeout`() throws {
    try send("/hold")
    loop.advanceTime(by: .milliseconds(14_999))
    #expect(channel.isActive)
    loop.advanceTime(by: .milliseconds(1))
    #expect(!channel.isActive)
    #expect(try sent() == "")
  }
}

private final class ReadCounter: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  private(set) var count = 0

  func read(context: ChannelHandlerContext) {
    count += 1
    context.read()
  }
}
