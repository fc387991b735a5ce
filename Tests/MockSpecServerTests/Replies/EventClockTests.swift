import HTTPTypes
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// Streams of events, with a clock that the tests advance.
struct EventClockTests {
  private let loop = EmbeddedEventLoop()
  private let channel: EmbeddedChannel
  private let handler: ConnectionHandler
  private let engine: MockEngine
  private let log = Log()

  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
  }

  private static let spec = """
    mockspec: 1
    requests:
      A:
        match: GET /a
        responses: {R: {stream: {format: lines, every: 1s, events: [{data: one}, {data: two}, {data: three}]}}}
      First later: {match: GET /later, responses: {R: {stream: {format: lines, events: [{data: one, delay: 1s}]}}}}
      Open: {match: GET /open, responses: {R: {stream: {format: lines, events: [{data: one}], end: open}}}}
      Forever:
        match: GET /forever
        responses: {R: {stream: {format: lines, every: 1s, events: [{data: one}], times: forever}}}
      At once: {match: GET /once, responses: {R: {stream: {format: lines, events: [{data: one}, {data: two}]}}}}
      Fault:
        match: GET /{fault}
        responses:
          truncatedBody: {stream: {format: lines, every: 1s, events: [{data: one}, {fault: truncatedBody}]}}
          malformedChunk: {stream: {format: lines, every: 1s, events: [{data: one}, {fault: malformedChunk}]}}
          connectionReset: {stream: {format: lines, every: 1s, events: [{data: one}, {fault: connectionReset}]}}
          hang: {stream: {format: lines, every: 1s, events: [{data: one}, {fault: hang}]}}
      Text: {match: GET /text, responses: {R: {text: hello}}}

    """

  init() throws {
    engine = MockEngine(try ResponseSets.load(text: Self.spec))
    let context = ServerContext(engine, onCall: { [log] call in log.lines.withLock { $0.append(call.logLine) } })
    handler = ConnectionHandler(loop: EventLoopState(context: context, loop: loop))
    channel = EmbeddedChannel(handler: handler, loop: loop)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
  }

  private func send(_ lines: String..., version: String = "HTTP/1.1") throws {
    try channel.writeInbound(ByteBuffer(string: lines.map { "\($0) \(version)\r\nHost: x\r\n\r\n" }.joined()))
  }

  /// The writes since the last call.
  private func writes() throws -> [String] {
    var writes: [String] = []
    while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
      if bytes.readableBytes > 0 { writes.append(String(buffer: bytes)) }
    }
    return writes
  }

  private var sentEvents: SentEvents? { engine.session.calls.first?.sentEvents }

  @Test func `each event is one chunk and one write, after its pause`() throws {
    try send("GET /a")
    let first = try writes()
    #expect(first.count == 2 && first[0].contains("\r\nTransfer-Encoding: chunked\r\n"))
    #expect(!first[0].contains("Content-Length") && first[1] == "4\r\none\n\r\n")
    loop.advanceTime(by: .milliseconds(999))
    #expect(try writes() == [])
    loop.advanceTime(by: .milliseconds(1))
    #expect(try writes() == ["4\r\ntwo\n\r\n"])
    #expect(sentEvents == SentEvents(count: 2, end: nil))
    loop.advanceTime(by: .seconds(1))
    #expect(try writes() == ["6\r\nthree\n\r\n0\r\n\r\n"])
    #expect(sentEvents == SentEvents(count: 3, end: .whole))
    try send("GET /text")
    #expect(try writes().joined().hasSuffix("\r\n\r\nhello"))
  }

  @Test func `the head is sent before the pause of the first event`() throws {
    try send("GET /later")
    #expect(try writes().count == 1)
    loop.advanceTime(by: .seconds(1))
    #expect(try writes() == ["4\r\none\n\r\n0\r\n\r\n"])
  }

  @Test func `events without pauses are separate writes, and other calls wait for the end`() throws {
    try send("GET /once", "GET /text")
    loop.advanceTime(by: .milliseconds(10))
    let sent = try writes()
    #expect(sent[1...2] == ["4\r\none\n\r\n", "4\r\ntwo\n\r\n0\r\n\r\n"])
    #expect(sent.last?.hasSuffix("hello") == true)
  }

  @Test func `a client of HTTP/1.0 gets events without chunks, and the end is the close`() throws {
    try send("GET /a", version: "HTTP/1.0")
    loop.advanceTime(by: .seconds(1))
    loop.advanceTime(by: .seconds(1))
    let sent = try writes()
    #expect(sent[0].contains("\r\nConnection: close\r\n") && !sent[0].contains("chunked"))
    #expect(sent.dropFirst() == ["one\n", "two\n", "three\n"])
    #expect(!channel.isActive)
  }

  @Test func `HEAD gets the head alone`() throws {
    try send("HEAD /a", "GET /text")
    let sent = try writes().joined()
    #expect(!sent.contains("Transfer-Encoding") && !sent.contains("one") && sent.hasSuffix("hello"))
    #expect(sentEvents == nil)
  }

  @Test func `an open stream stays open until the server stops`() throws {
    try send("GET /open")
    loop.advanceTime(by: .hours(100))
    #expect(try writes().last == "4\r\none\n\r\n")
    handler.finish()
    #expect(try writes() == ["0\r\n\r\n"])
    #expect(!channel.isActive && sentEvents == SentEvents(count: 1, end: .stopped))
  }

  @Test func `a server that stops ends a stream before its next event`() throws {
    try send("GET /a")
    handler.finish()
    loop.advanceTime(by: .seconds(5))
    #expect(try writes().dropFirst() == ["4\r\none\n\r\n", "0\r\n\r\n"])
    #expect(!channel.isActive && sentEvents == SentEvents(count: 1, end: .stopped))
  }

  @Test func `a stream ends with its session`() throws {
    let bytes = ByteBuffer(string: "GET /forever HTTP/1.1\r\nHost: x\r\nMockspec-Session: s\r\n\r\n")
    try channel.writeInbound(bytes)
    _ = try writes()
    engine.endSession(try SessionID("s"))
    loop.run()
    loop.advanceTime(by: .seconds(5))
    #expect(try writes() == ["0\r\n\r\n"])
    #expect(channel.isActive)
  }

  @Test func `a client that leaves is noticed at once, and nothing more is sent`() throws {
    try send("GET /forever")
    loop.advanceTime(by: .seconds(1))
    channel.close(promise: nil)
    loop.advanceTime(by: .seconds(5))
    #expect(sentEvents == SentEvents(count: 2, end: .clientLeft))
    let line = try #require(log.lines.withLock { $0.first })
    #expect(line.hasPrefix("GET /forever → 200, client left in the middle of the answer (Forever: R), 8 bytes in "))
  }

  @Test(arguments: ["/open", "/forever"])
  func `a stream that doesn't end by itself ends when its client sends nothing more`(path: String) throws {
    try send("GET \(path)")
    _ = try writes()
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(try writes() == ["0\r\n\r\n"])
    #expect(!channel.isActive && sentEvents?.end == .clientLeft)
  }

  @Test func `one that ends by itself goes on`() throws {
    try send("GET /a")
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    loop.advanceTime(by: .seconds(1))
    loop.advanceTime(by: .seconds(1))
    #expect(try writes().last == "6\r\nthree\n\r\n0\r\n\r\n")
  }

  @Test func `an event waits until the client accepts more, and its pause begins then`() throws {
    try send("GET /a")
    _ = try writes()
    channel.isWritable = false
    channel.pipeline.fireChannelWritabilityChanged()
    loop.advanceTime(by: .seconds(5))
    #expect(try writes() == [])
    channel.isWritable = true
    channel.pipeline.fireChannelWritabilityChanged()
    #expect(try writes() == ["4\r\ntwo\n\r\n"])
    loop.advanceTime(by: .milliseconds(999))
    #expect(try writes() == [])
    loop.advanceTime(by: .milliseconds(1))
    #expect(try writes().count == 1)
  }

  @Test(arguments: [
    ("truncatedBody", 1, ""), ("malformedChunk", 1, "not a number\r\n"), ("connectionReset", 1, ""), ("hang", 16, ""),
  ])
  func `a fault breaks the connection after the last event`(fault: String, seconds: Int64, last: String) throws {
    try channel.writeInbound(
      ByteBuffer(string: "GET /x HTTP/1.1\r\nHost: x\r\nMockspec-Response: Fault=\(fault)\r\n\r\n"))
    #expect(try writes().last == "4\r\none\n\r\n")
    loop.advanceTime(by: .milliseconds(1000 * seconds - 1))
    #expect(try writes() == [] && channel.isActive)
    loop.advanceTime(by: .milliseconds(1))
    #expect(try writes() == (last.isEmpty ? [] : [last]) && !channel.isActive)
    #expect(sentEvents == SentEvents(count: 1, end: .fault))
    let line = try #require(log.lines.withLock { $0.first })
    #expect(line.hasPrefix("GET /x → 200, \(fault) after 4 bytes (Fault: \(fault)), 4 bytes in "))
  }
}
