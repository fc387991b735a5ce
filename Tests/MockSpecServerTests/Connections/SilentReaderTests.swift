import HTTPTypes
import MockSpec
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import MockSpecServer

/// Clients that don't read their answers.
@Suite(.timeLimit(.minutes(20)))
struct SilentReaderTests {
  /// More than the buffers of both sockets hold.
  private static let large = Reply(
    status: 200, fields: [:], body: Array(String(repeating: "x", count: 24 << 20).utf8), isShared: true)
  /// So long that a connection isn't idle before its request on a slow machine.
  private static let limits = ConnectionLimitTests.limits { $0.server.idleTimeout = .seconds(1) }

  /// Sends requests, reads nothing, and returns when the connection is reset.
  private static func ignore(_ live: LiveServer, requests: Int = 1) async throws {
    let client = try live.client()
    try await client.send(String(repeating: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", count: requests))
    // The server reads nothing, either, so that sending blocks until then.
    await #expect(throws: RawClient.Failure.self) {
      while true { try await client.send([UInt8](repeating: 0x41, count: 1 << 20)) }
    }
  }

  @Test(arguments: [
    ("in pieces", Decision.outcome(.reply(large))),
    ("throttled", Decision(outcome: .reply(large), throttle: Throttle(piece: 2_000_000, interval: .zero), snapshot: 1)),
    ("delayed", Decision(outcome: .reply(large), delay: .milliseconds(300), snapshot: 1)),
  ])
  func `a client that reads nothing of a large answer is reset`(name: String, decision: Decision) async throws {
    try await LiveServer(limits: Self.limits, decide: { _ in decision }).run { live in
      try await Self.ignore(live)
      let served = await live.nextServed()
      #expect(
        served?.description == "GET /a → 200, client received nothing for 1.0 seconds in the middle of the answer")
    }
  }

  @Test(arguments: [Fault.truncatedBody, .malformedChunk])
  func `so is one of a broken answer`(fault: Fault) async throws {
    try await LiveServer(limits: Self.limits, decide: { _ in .outcome(.fault(fault, Self.large)) }).run { live in
      try await Self.ignore(live)
      let description = await live.nextServed()?.description
      #expect(description?.hasSuffix(", client received nothing for 1.0 seconds in the middle of the answer") == true)
    }
  }

  @Test func `so is one of a forwarded response`() async throws {
    try await LiveServer(decide: { _ in .outcome(.reply(Self.large)) }).run { backend in
      let origin = ForwardTests.origin(backend)
      try await LiveServer(limits: Self.limits, decide: { _ in .outcome(.forward(origin)) }).run { live in
        try await Self.ignore(live)
        #expect(
          await live.nextServed()?.description == "GET /a → 200, forwarded to \(origin), "
            + "client received nothing for 1.0 seconds in the middle of the answer")
        // The connection to the origin ends, too.
        #expect(await backend.nextServed()?.note == "client left in the middle of the answer")
      }
    }
  }

  @Test func `so is one of many answers that are sent whole`() async throws {
    let body = String(repeating: "y", count: 500_000)
    try await LiveServer(limits: Self.limits, decide: { _ in .reply(body) }).run { live in
      try await Self.ignore(live, requests: 50)
      var last = await live.nextServed()
      while last?.note == nil { last = await live.nextServed() }
      #expect(last?.description == "GET /a → 200, client received nothing for 1.0 seconds in the middle of the answer")
    }
  }

  @Test func `so is one of many small answers`() async throws {
    // Small answers are reported when they are written.
    let body = String(repeating: "y", count: 10_000)
    try await LiveServer(limits: Self.limits, decide: { _ in .reply(body) }).run { live in
      try await Self.ignore(live, requests: 2_500)
    }
  }

  // MARK: - With a clock that the test advances

  /// A socket that accepts bytes only when the next ones are written.
  private final class LateSocket: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    var isStuck: Bool

    init(isStuck: Bool) { self.isStuck = isStuck }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if !isStuck { context.flush() }
      context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {}
  }

  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
  }

  /// Sends a request whose answer of ten bytes is sent in pieces of one, one every four seconds.
  private static func throttled(
    _ socket: LateSocket? = nil, limit: Duration = .seconds(5),
    _ body: (EmbeddedChannel, EmbeddedEventLoop, Log) throws -> Void
  ) throws {
    let (loop, log) = (EmbeddedEventLoop(), Log())
    let reply = Reply(status: 200, fields: [:], body: Array("0123456789".utf8), isShared: true)
    let decision = Decision(
      outcome: .reply(reply), throttle: Throttle(piece: 1, interval: .seconds(4)), snapshot: 1)
    var context = ServerContext(
      decide: { _ in decision }, timeout: .seconds(15),
      onCall: { call in log.lines.withLock { $0.append(call.description) } })
    context.limits = .patient
    context.limits.server.idleTimeout = limit
    let handler = ConnectionHandler(loop: EventLoopState(context: context, loop: loop))
    let channel = EmbeddedChannel(loop: loop)
    if let socket { try channel.pipeline.syncOperations.addHandler(socket) }
    try channel.pipeline.syncOperations.addHandler(handler)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    try channel.writeInbound(ByteBuffer(string: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"))
    try body(channel, loop, log)
  }

  @Test func `a client that receives nothing is reset after the limit, or twice as much`() throws {
    try Self.throttled(LateSocket(isStuck: true)) { channel, loop, log in
      loop.advanceTime(by: .milliseconds(4_999))
      #expect(channel.isActive)
      loop.advanceTime(by: .milliseconds(5_001))
      #expect(!channel.isActive)
      #expect(
        log.lines.withLock { $0 } == [
          "GET /a → 200, client received nothing for 5.0 seconds in the middle of the answer"
        ])
    }
  }

  @Test func `without a limit, it never is`() throws {
    try Self.throttled(LateSocket(isStuck: true), limit: .zero) { channel, loop, _ in
      loop.advanceTime(by: .hours(100))
      #expect(channel.isActive)
    }
  }

  @Test func `a client that receives late isn't, until it stops`() throws {
    try Self.throttled(LateSocket(isStuck: false)) { channel, loop, _ in
      // The last byte is written after 36 seconds.
      loop.advanceTime(by: .seconds(40))
      #expect(channel.isActive)
      var text = ""
      while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
      #expect(text.hasSuffix("\r\n\r\n012345678"))
      loop.advanceTime(by: .seconds(10))
      #expect(!channel.isActive)
    }
  }

  @Test func `the pauses of the server aren't those of the client`() throws {
    try Self.throttled { _, loop, log in
      loop.advanceTime(by: .seconds(36))
      #expect(log.lines.withLock { $0 } == ["GET /a → 200"])
    }
  }
}
