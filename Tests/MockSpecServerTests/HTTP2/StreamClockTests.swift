import HTTPTypes
import MockSpec
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import MockSpecServer

/// The limits on streams and their connections, with a clock that the tests advance.
struct StreamClockTests {
  typealias Frame = FrameClient.Frame

  /// A connection with HTTP/2.
  private final class Connection {
    private final class Log: Sendable {
      let lines = Mutex<[String]>([])
    }

    let loop = EmbeddedEventLoop()
    private let channel: EmbeddedChannel
    private let log = Log()

    /// - Parameters:
    ///   - settings: The settings of the client.
    ///   - frames: The frames that arrive with them.
    ///   - change: Sets limits. There are none otherwise.
    init(settings: [UInt8] = [], frames: [Frame] = [], _ change: (inout ServerContext.Limits) -> Void = { _ in }) throws
    {
      let large = Reply(status: 200, fields: [:], body: [UInt8](repeating: 0, count: 3 << 20), isShared: true)
      var context = ServerContext(
        decide: { $0.path == "/large" ? .outcome(.reply(large)) : .echo($0) }, timeout: .seconds(15),
        onCall: { [log] call in log.lines.withLock { $0.append(call.description) } })
      context.limits = .patient
      change(&context.limits)
      channel = EmbeddedChannel(
        handler: ConnectionHandler(loop: EventLoopState(context: context, loop: loop)), loop: loop)
      channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
      try send(FrameClient.preface + ([Frame(kind: .settings, payload: settings)] + frames).flatMap(\.bytes))
      _ = try sent()
    }

    var isActive: Bool { channel.isActive }
    var lines: [String] { log.lines.withLock { $0 } }

    func send(_ bytes: [UInt8]) throws { try channel.writeInbound(ByteBuffer(bytes: bytes)) }

    func send(_ frames: Frame...) throws { try send(frames.flatMap(\.bytes)) }

    /// Returns the frames that were sent since the last call, without those of the windows.
    func sent() throws -> [Frame] {
      var (bytes, frames) = ([UInt8](), [Frame]())
      while case .byteBuffer(let part)? = try channel.readOutbound(as: IOData.self) { bytes += part.readableBytesView }
      while let frame = try Frame(&bytes) { if frame.kind != .windowUpdate { frames.append(frame) } }
      #expect(bytes.isEmpty)
      return frames
    }
  }

  private static func block(_ path: String = "/a", _ fields: [(String, String)] = []) -> [UInt8] {
    FrameClient.block([(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "x")] + fields)
  }

  @Test func `a client that takes an answer slowly isn't reset, until it stops, and other streams go on`() throws {
    let connection = try Connection(settings: [0, 4, 0, 0, 0, 0]) { $0.server.idleTimeout = .seconds(5) }
    try connection.send(.headers(1, Self.block("/large")))
    #expect(try connection.sent().map(\.kind) == [.headers])
    for _ in 0..<20 {
      connection.loop.advanceTime(by: .seconds(4))
      try connection.send(Frame(kind: .windowUpdate, stream: 1, payload: FrameClient.bytes(1_000)))
      let sent = try connection.sent()
      #expect(sent.allSatisfy { $0.kind == .data })
      #expect(sent.reduce(0) { $0 + $1.payload.count } == 1_000)
    }
    connection.loop.advanceTime(by: .seconds(4))
    #expect(try connection.sent().isEmpty)
    connection.loop.advanceTime(by: .seconds(5))
    #expect(try connection.sent() == [Frame(kind: .resetStream, stream: 1, payload: FrameClient.bytes(8))])
    #expect(
      connection.lines == ["POST /large → 200, client received nothing for 5.0 seconds in the middle of the answer"])
    try connection.send(.headers(3, Self.block()))
    #expect(try connection.sent().first?.stream == 3)
  }

  @Test func `an idle connection ends`() throws {
    let connection = try Connection { $0.server.idleTimeout = .seconds(5) }
    connection.loop.advanceTime(by: .milliseconds(4_999))
    #expect(try connection.sent().isEmpty && connection.isActive)
    connection.loop.advanceTime(by: .milliseconds(1_251))
    #expect(try connection.sent() == [Frame(kind: .goAway, payload: FrameClient.bytes(0) + FrameClient.bytes(0))])
    #expect(!connection.isActive)
  }

  @Test(arguments: [
    Frame.headers(1, block(), flags: 1).bytes, Array(Frame.headers(1, block()).bytes.dropLast()), [0, 0],
  ])
  func `a head that isn't whole doesn't keep its connection open`(bytes: [UInt8]) throws {
    let connection = try Connection { $0.server.idleTimeout = .seconds(5) }
    try connection.send(bytes)
    connection.loop.advanceTime(by: .milliseconds(4_999))
    #expect(try connection.sent().isEmpty)
    connection.loop.advanceTime(by: .milliseconds(1_251))
    #expect(try connection.sent().map(\.kind) == [.goAway])
    #expect(!connection.isActive)
  }

  @Test func `a body that comes too slowly is refused, and other streams go on`() throws {
    let connection = try Connection {
      $0.server.bodyRate = 1_000
      $0.bodyGrace = .seconds(5)
    }
    try connection.send(.headers(1, Self.block(), flags: 4), .headers(3, Self.block(), flags: 4))
    for _ in 0..<5 {
      connection.loop.advanceTime(by: .seconds(1))
      try connection.send(
        Frame(kind: .data, stream: 1, payload: [UInt8](repeating: 0, count: 500)),
        Frame(kind: .data, stream: 3, payload: [UInt8](repeating: 0, count: 1_500)))
    }
    connection.loop.advanceTime(by: .milliseconds(1_250))
    let sent = try connection.sent()
    #expect(sent.map(\.stream) == [1, 1, 1])
    #expect(sent[1].text == "the body was received at less than 1000 bytes per second\n")
    // The client is asked to stop.
    #expect(sent[2] == Frame(kind: .resetStream, stream: 1, payload: FrameClient.bytes(0)))
    try connection.send(Frame(kind: .data, flags: 1, stream: 3))
    #expect(try connection.sent().map(\.text).last == "/a")
  }

  @Test func `a client whose requests are refused now and then goes on, until there are too many at a time`() throws {
    let connection = try Connection()
    var stream = -1
    func refusals(_ count: Int) throws -> [FrameClient.Kind] {
      for _ in 0..<count {
        stream += 2
        try connection.send(.headers(stream, Self.block("/a", [("connection", "close")])))
      }
      return try connection.sent().map(\.kind)
    }
    for _ in 0..<3 {
      #expect(try !refusals(200).contains(.goAway))
      connection.loop.advanceTime(by: .seconds(31))
    }
    #expect(try refusals(201).contains(.goAway))
    #expect(connection.lines.count == 801)
  }
}
