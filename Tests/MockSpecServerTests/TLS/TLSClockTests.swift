import MockSpec
import NIOCore
import NIOEmbedded
import NIOTLS
import Synchronization
import TestSupport
import Testing

@testable import MockSpecServer

/// The time that clients have below a record of TLS, with a clock that the tests advance.
struct TLSClockTests {
  private let loop = EmbeddedEventLoop()
  private let channel: EmbeddedChannel
  private let lines = Lines()

  init() throws {
    var context = ServerContext(
      decide: { .echo($0) }, timeout: .seconds(15), onCall: { [lines] in lines.append($0.description) })
    context.tls = ToyTLS()
    let state = EventLoopState(context: context, loop: loop)
    channel = EmbeddedChannel(loop: loop)
    try channel.pipeline.syncOperations.addHandlers([
      TLSDetection(ToyTLS(), loop: state, refusal: nil), ConnectionHandler(loop: state),
    ])
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    channel.read()
  }

  private func send(_ text: String) throws {
    try channel.writeInbound(ByteBuffer(string: text))
    channel.read()
  }

  /// Sends a text, if there is one, each 10 seconds until the connection ends.
  ///
  /// - Returns: The number of seconds until then; `nil` if it doesn't end within 10 minutes.
  private func secondsWhileSending(_ text: String?) throws -> Int? {
    for seconds in 1...600 {
      loop.advanceTime(by: .seconds(1))
      if !channel.isActive { return seconds }
      if let text, seconds % 10 == 0 { try send(text) }
    }
    return nil
  }

  private func sent() throws -> String {
    var text = ""
    while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
    return text
  }

  private func finishHandshake() throws { try send("\u{16}!") }

  @Test func `bytes of a handshake that isn't finished don't prolong its time`() throws {
    loop.advanceTime(by: .seconds(1))
    try send("\u{16}")
    #expect(try secondsWhileSending("a") == 59)
    #expect(lines.all == ["TLS handshake → the client hasn't finished it within 60.0 seconds"])
    #expect(try sent() == "")
  }

  @Test(arguments: ["G", "GET /a HTTP/1.1\r\n|H"])
  func `bytes of a record that isn't whole don't prolong the time of a head`(start: String) throws {
    try finishHandshake()
    loop.advanceTime(by: .seconds(10))
    try send(start)
    #expect(try secondsWhileSending("x") == 60)
    #expect(try sent().hasPrefix("HTTP/1.1 408 "))
  }

  @Test(arguments: ["\r\n|", "\r|\n|"])
  func `records without a request don't prolong the time of an idle connection`(record: String) throws {
    try finishHandshake()
    #expect(try secondsWhileSending(record) == 75)
    #expect(try sent() == "")
  }

  @Test func `bytes of a body count when they arrive, not only with the end of their record`() throws {
    try finishHandshake()
    try send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n|")
    // 1,200 bytes a second, of 500.
    #expect(try secondsWhileSending(String(repeating: "x", count: 12_000)) == nil)
  }

  @Test func `a record without content, such as a change of keys, doesn't shorten the time of an idle connection`()
    throws
  {
    try send("\u{16}\u{3}\u{3}\0\u{1}!")
    try send("\u{17}\u{3}\u{3}\0\u{1}k")
    #expect(try secondsWhileSending(nil) == 75)
  }

  @Test func `a request in several parts of a record is answered, and then the connection is idle`() throws {
    try finishHandshake()
    for part in ["GET /a HT", "TP/1.1\r\nHost: x\r\n\r\n", "|"] {
      loop.advanceTime(by: .seconds(20))
      try send(part)
    }
    #expect(try sent().hasSuffix("\r\n\r\n/a"))
    #expect(try secondsWhileSending(nil) == 75)
    #expect(try sent() == "")
  }
}

private final class Lines: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func append(_ text: String) { texts.withLock { $0.append(text) } }
}

/// A protocol that has the order of TLS, but encrypts nothing: `!` ends the handshake, and `|` each record.
private struct ToyTLS: ServerTLS {
  func makeHandlers() -> [any ChannelHandler] { [Records()] }

  private final class Records: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var isHandshaking = true
    private var record = ""

    func channelInactive(context: ChannelHandlerContext) {
      if isHandshaking { context.fireErrorCaught(TLSError("the connection was closed during the handshake")) }
      context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      for character in String(buffer: unwrapInboundIn(data)).unicodeScalars {
        switch character {
        case "!" where isHandshaking:
          isHandshaking = false
          record = ""
          context.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
        case "|":
          if !record.isEmpty { context.fireChannelRead(wrapInboundOut(ByteBuffer(string: record))) }
          record = ""
        default: record.unicodeScalars.append(character)
        }
      }
    }
  }
}
