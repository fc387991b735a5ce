import HTTPTypes
import MockSpec
import NIOCore
import NIOEmbedded
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import MockSpecServer

/// Connections of one event loop, on which one has more to do than others should wait for.
struct TurnQueueTests {
  private static let request = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

  private let loop = EmbeddedEventLoop()
  private let state: EventLoopState
  private let log = Log()

  private final class Log: Sendable {
    let count = Atomic(0)
  }

  init() {
    let body = Reply(status: 200, fields: [:], body: [UInt8](repeating: 0, count: 3 << 20), isShared: true)
    var context = ServerContext(
      decide: { $0.path == "/large" ? .outcome(.reply(body)) : .echo($0) }, timeout: .seconds(15),
      onCall: { [log] _ in log.count.add(1, ordering: .relaxed) })
    context.limits.server.headerTimeout = .seconds(1)
    context.limits.server.idleTimeout = .seconds(5)
    state = EventLoopState(context: context, loop: loop)
  }

  private func connect() throws -> EmbeddedChannel {
    let channel = EmbeddedChannel(handler: ConnectionHandler(loop: state), loop: loop)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    channel.read()
    return channel
  }

  /// The number of answers since the last call.
  private func answers(_ channel: EmbeddedChannel) throws -> Int {
    var count = 0
    while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
      count += String(buffer: bytes).ranges(of: "HTTP/1.1 200 ").count
    }
    return count
  }

  /// The time until the next turn.
  private func takeTurn() { loop.advanceTime(by: .microseconds(10)) }

  @Test func `a client with many requests at once waits for others`() throws {
    let (many, one) = (try connect(), try connect())
    try many.writeInbound(ByteBuffer(string: String(repeating: Self.request, count: 100)))
    #expect(try answers(many) == TurnQueue.callLimit)
    try one.writeInbound(ByteBuffer(string: Self.request))
    #expect(try (answers(one), answers(many)) == (1, 0))
    takeTurn()
    #expect(try answers(many) == TurnQueue.callLimit)
    for _ in 0..<10 { takeTurn() }
    #expect(try answers(many) == 100 - 2 * TurnQueue.callLimit)
  }

  @Test func `a client can send as many calls at once as it can have streams`() throws {
    let client = try connect()
    try client.writeInbound(ByteBuffer(bytes: Self.streams(HTTP2Connection.streamLimit)))
    #expect(try frames(client).count { $0.kind == .headers } == HTTP2Connection.streamLimit)
    #expect(client.isActive)
    let other = try connect()
    try other.writeInbound(ByteBuffer(bytes: Self.streams(HTTP2Connection.streamLimit + 1)))
    #expect(try frames(other).contains { $0.kind == .goAway })
  }

  @Test func `the pieces of large bodies on streams are sent in turns`() throws {
    let clients = [try connect(), try connect()]
    let window = FrameClient.bytes(0x7FFF_0000)
    for client in clients {
      try client.writeInbound(
        ByteBuffer(
          bytes: Self.streams(1, path: "/large", settings: [0, 4] + window)
            + FrameClient.Frame(kind: .windowUpdate, payload: window).bytes))
    }
    _ = try clients.map { try streamBytes($0) }
    for client in clients + clients {
      takeTurn()
      #expect(try clients.map { try streamBytes($0) } == clients.map { $0 === client ? 16 << 10 : 0 })
    }
  }

  private static func streams(_ count: Int, path: String = "/a", settings: [UInt8] = []) -> [UInt8] {
    let block = FrameClient.block([(":method", "GET"), (":scheme", "http"), (":path", path), (":authority", "x")])
    let requests = (0..<count).flatMap { FrameClient.Frame.headers(2 * $0 + 1, block).bytes }
    return FrameClient.preface + FrameClient.Frame(kind: .settings, payload: settings).bytes + requests
  }

  /// The number of bytes of bodies that were sent on streams since the last call.
  private func streamBytes(_ channel: EmbeddedChannel) throws -> Int {
    try frames(channel).reduce(0) { $0 + ($1.kind == .data ? $1.payload.count : 0) }
  }

  private func frames(_ channel: EmbeddedChannel) throws -> [FrameClient.Frame] {
    var (bytes, frames) = ([UInt8](), [FrameClient.Frame]())
    while case .byteBuffer(let part)? = try channel.readOutbound(as: IOData.self) { bytes += part.readableBytesView }
    while let frame = try FrameClient.Frame(&bytes) { frames.append(frame) }
    return frames
  }

  @Test func `several such clients have their turns one after the other`() throws {
    let clients = try (0..<3).map { _ in try connect() }
    for client in clients {
      try client.writeInbound(ByteBuffer(string: String(repeating: Self.request, count: 100)))
      #expect(try answers(client) == TurnQueue.callLimit)
    }
    for client in clients + clients {
      takeTurn()
      #expect(try clients.map { try answers($0) } == clients.map { $0 === client ? TurnQueue.callLimit : 0 })
    }
  }

  @Test func `all requests are answered before the end of a client that has ended its side`() throws {
    let client = try connect()
    try client.writeInbound(ByteBuffer(string: String(repeating: Self.request, count: 100)))
    client.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(client.isActive)
    for _ in 0..<10 { takeTurn() }
    #expect(try answers(client) == 100)
    #expect(!client.isActive)
  }

  @Test func `a client that has waited for its turn is idle afterwards`() throws {
    let client = try connect()
    try client.writeInbound(ByteBuffer(string: String(repeating: Self.request, count: 20)))
    client.read()
    takeTurn()
    #expect(try answers(client) == 20)
    loop.advanceTime(by: .milliseconds(4_900))
    #expect(client.isActive)
    loop.advanceTime(by: .seconds(5))
    #expect(!client.isActive)
    #expect(try answers(client) == 0)
  }

  @Test func `a client that leaves while it waits has no other turn`() throws {
    let (leaving, other) = (try connect(), try connect())
    for client in [leaving, other] {
      try client.writeInbound(ByteBuffer(string: String(repeating: Self.request, count: 20)))
    }
    leaving.close(promise: nil)
    for _ in 0..<3 { takeTurn() }
    #expect(try answers(leaving) == TurnQueue.callLimit)
    #expect(try answers(other) == 20)
    #expect(log.count.load(ordering: .relaxed) == TurnQueue.callLimit + 20)
  }

  @Test func `the pause after a turn is a part of its time`() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let pause = try await loop.flatSubmit {
      let (turns, promise) = (TurnQueue(loop: loop), loop.makePromise(of: TimeAmount.self))
      var end = NIODeadline.now()
      turns.wait {
        // A slow turn.
        let start = NIODeadline.now()
        repeat { end = .now() } while end - start < .milliseconds(100)
      }
      turns.wait { promise.succeed(.now() - end) }
      return promise.futureResult
    }.get()
    #expect(pause >= .milliseconds(5))
    try await group.shutdownGracefully()
  }

  @Test func `the pieces of a large body are sent in turns`() throws {
    let clients = [try connect(), try connect()]
    for client in clients {
      try client.writeInbound(ByteBuffer(string: "GET /large HTTP/1.1\r\nHost: x\r\n\r\n"))
      #expect(try size(client) < 300_000)
    }
    loop.run()
    #expect(try clients.map { try size($0) } == [0, 0])
    for client in clients + clients {
      takeTurn()
      #expect(try clients.map { try size($0) } == clients.map { $0 === client ? 256 << 10 : 0 })
    }
  }

  /// The number of bytes that were sent since the last call.
  private func size(_ channel: EmbeddedChannel) throws -> Int {
    var size = 0
    while let bytes = try channel.readOutbound(as: ByteBuffer.self) { size += bytes.readableBytes }
    return size
  }
}
