import HTTPTypes
import MockSpec
import NIOCore
import NIOEmbedded
import Testing

@testable import MockSpecServer

/// Streams with a clock that the test advances.
struct StreamClockTests {
  private let loop = EmbeddedEventLoop()
  private let channel: EmbeddedChannel

  init() throws {
    let body = Reply(status: 200, fields: [:], body: [UInt8](repeating: 0, count: 3 << 20), isShared: true)
    var context = ServerContext(decide: { _ in .outcome(.reply(body)) }, timeout: { .seconds(15) })
    context.limits = .patient
    context.limits.server.idleTimeout = .seconds(5)
    channel = EmbeddedChannel(
      handler: ConnectionHandler(loop: EventLoopState(context: context, loop: loop)), loop: loop)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
  }

  private func send(_ bytes: [UInt8]) throws { try channel.writeInbound(ByteBuffer(bytes: bytes)) }

  /// Returns the kinds of the frames on the stream that were sent since the last call, and the sizes of their payloads.
  private func frames() throws -> [(kind: FrameScanner.Frame.Kind?, size: Int)] {
    var (scanner, frames) = (FrameScanner(), [(kind: FrameScanner.Frame.Kind?, size: Int)]())
    while case .byteBuffer(var bytes)? = try channel.readOutbound(as: IOData.self) {
      while let frame = scanner.next(&bytes) { if frame.stream == 1 { frames.append((frame.kind, frame.length)) } }
    }
    return frames
  }

  @Test func `a client that takes an answer slowly isn't reset, until it stops`() throws {
    let block = FrameClient.block([(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "x")])
    try send(FrameClient.preface + FrameClient.Frame(kind: .settings, payload: [0, 4, 0, 0, 0, 0]).bytes)
    try send(FrameClient.Frame.headers(1, block).bytes)
    #expect(try frames().map(\.kind) == [.headers])
    for _ in 0..<20 {
      loop.advanceTime(by: .seconds(4))
      try send(FrameClient.Frame(kind: .windowUpdate, stream: 1, payload: FrameClient.bytes(1_000)).bytes)
      let sent = try frames()
      #expect(sent.allSatisfy { $0.kind == .data })
      #expect(sent.reduce(0) { $0 + $1.size } == 1_000)
    }
    loop.advanceTime(by: .seconds(4))
    #expect(try frames().isEmpty)
    loop.advanceTime(by: .seconds(5))
    #expect(try frames().map(\.kind) == [.resetStream])
    #expect(channel.isActive)
  }
}
