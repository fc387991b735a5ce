import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// When answers that take several writes are reported, and with what size.
@Suite(.timeLimit(.minutes(20)))
struct ReplyReportTests {
  /// More than the buffers of both sockets hold.
  private static let large = String(repeating: "x", count: 24 << 20)

  /// Reads the beginning of an answer, more than a piece of it, leaves, and returns what is reported.
  private static func leave(_ live: LiveServer) async throws -> ServedCall? {
    var client: RawClient? = try live.client()
    try await client?.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
    _ = try await client?.bytes(4_000_000)
    client = nil
    return await live.nextServed()
  }

  @Test(arguments: [Throttle?.none, Throttle(piece: 2_000_000, interval: .zero)])
  func `a client that leaves in the middle of a body is reported, with what was sent`(throttle: Throttle?) async throws
  {
    let reply = Reply(status: 200, fields: [:], body: Array(Self.large.utf8), isShared: true)
    let decision = Decision(outcome: .reply(reply), throttle: throttle, snapshot: 1)
    try await LiveServer(decide: { _ in decision }).run { live in
      let served = try await Self.leave(live)
      #expect(served?.description == "GET /a → 200, client left in the middle of the answer")
      let size = try #require(served?.bodySize)
      #expect(size > 0 && size < Self.large.utf8.count)
    }
  }

  @Test func `so is one that leaves in the middle of a body in one piece`() async throws {
    // Several answers, since the first ones fit into the buffers of the sockets.
    let body = String(repeating: "x", count: 1_000_000)
    try await LiveServer(decide: { _ in .reply(body) }).run { live in
      var client: RawClient? = try live.client()
      try await client?.send(String(repeating: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", count: 30))
      _ = try await client?.bytes(100_000)
      client = nil
      var last = await live.nextServed()
      while last?.note == nil {
        #expect(last?.bodySize == body.utf8.count)
        last = await live.nextServed()
      }
      #expect(last?.description == "GET /a → 200, client left in the middle of the answer")
      #expect(last?.bodySize == nil)
    }
  }

  @Test func `so is one that leaves in the middle of a forwarded response`() async throws {
    try await LiveServer(decide: { _ in .reply(Self.large) }).run { backend in
      let origin = ForwardTests.origin(backend)
      try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
        let served = try await Self.leave(live)
        #expect(served?.description == "GET /a → 200, forwarded to \(origin), client left in the middle of the answer")
        let size = try #require(served?.bodySize)
        #expect(size > 0 && size < Self.large.utf8.count)
      }
    }
  }

  @Test func `a forwarded response is reported with its size`() async throws {
    try await LiveServer(decide: { _ in .reply(Self.large) }).run { backend in
      let origin = ForwardTests.origin(backend)
      try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
        let answer = try await live.client().get("/a")
        #expect(answer.body.utf8.count == Self.large.utf8.count)
        let served = await live.nextServed()
        #expect(served?.description == "GET /a → 200, forwarded to \(origin)")
        #expect(served?.bodySize == Self.large.utf8.count)
      }
    }
  }

  @Test func `a forwarded response that breaks off is reported with the cause`() async throws {
    let socket = try TCPSocket.listening()
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: try socket.port)
    Thread.detachNewThread {
      guard let connection = try? socket.accept(), (try? connection.receive()) != nil else { return }
      try? connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel".utf8))
      connection.shutdown(.output)
      while let bytes = try? connection.receive(), !bytes.isEmpty {}
    }
    try await LiveServer(decide: { _ in .outcome(.forward(origin)) }).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.rest().end == .reset)
      let served = await live.nextServed()
      #expect(
        served?.description == "GET /a → 200, forwarded to \(origin), connection reset: "
          + "the connection was closed before the end of the response")
      #expect(served?.bodySize == 3)
    }
  }

  @Test func `a server that doesn't wait for the rest of an answer reports that`() async throws {
    try await LiveServer(limits: .grace(.milliseconds(50)), decide: { _ in .reply(Self.large) }).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await client.bytes(100_000)
      await live.server.stop()
      #expect(await live.nextServed()?.description == "GET /a → 200, server stopped in the middle of the answer")
    }
  }

  // MARK: - With a clock that the test advances

  private final class Log: Sendable {
    let served = Mutex<[ServedCall]>([])
    var lines: [String] { served.withLock { $0.map(\.description) } }
    var sizes: [Int?] { served.withLock { $0.map(\.bodySize) } }
  }

  /// Sends a request whose answer of ten bytes is sent in pieces of four, one a second.
  private static func throttled(
    _ outcome: @escaping @Sendable (Reply) -> Decision.Outcome = { .reply($0) },
    _ body: (EmbeddedChannel, EmbeddedEventLoop, Log) throws -> Void
  ) throws {
    let (loop, log) = (EmbeddedEventLoop(), Log())
    let reply = Reply(status: 200, fields: [:], body: Array("0123456789".utf8), isShared: true)
    let decision = Decision(
      outcome: outcome(reply), throttle: Throttle(piece: 4, interval: .seconds(1)), snapshot: 1)
    let context = ServerContext(
      decide: { _ in decision }, timeout: .seconds(15),
      onCall: { call in log.served.withLock { $0.append(call) } })
    let channel = EmbeddedChannel(
      handler: ConnectionHandler(loop: EventLoopState(context: context, loop: loop)), loop: loop)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    try channel.writeInbound(ByteBuffer(string: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"))
    try body(channel, loop, log)
  }

  @Test func `a throttled answer is reported when its last piece is sent`() throws {
    try Self.throttled { channel, loop, log in
      loop.advanceTime(by: .milliseconds(1_999))
      #expect(log.lines == [])
      loop.advanceTime(by: .milliseconds(1))
      #expect(log.lines == ["GET /a → 200"])
      #expect(log.sizes == [10])
      channel.close(promise: nil)
      #expect(log.lines.count == 1)
    }
  }

  @Test func `a client that leaves between two pieces is reported at once`() throws {
    try Self.throttled { channel, loop, log in
      loop.advanceTime(by: .seconds(1))
      channel.close(promise: nil)
      #expect(log.lines == ["GET /a → 200, client left in the middle of the answer"])
      #expect(log.sizes == [8])
      loop.advanceTime(by: .seconds(9))
      #expect(log.lines.count == 1)
    }
  }
}
