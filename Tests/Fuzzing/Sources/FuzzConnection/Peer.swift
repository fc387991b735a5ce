import MockSpec
import NIOCore
import NIOEmbedded
import Synchronization

@testable import MockSpecServer

/// What happens to a connection, besides the bytes that its client sends.
enum Event: UInt8 {
  /// The bytes before and after arrive separately.
  case split = 0
  /// The client takes no more bytes.
  case block = 1
  case unblock = 2
  case millisecond = 3
  case second = 4
  case minute = 5
  /// The client ends its side.
  case end = 6
  /// The server stops.
  case finish = 7
  /// The server stops at once.
  case abort = 8
  /// The client closes the connection.
  case close = 14
  case error = 15
}

/// What a connection has received, sent and reported.
struct Conversation {
  var received: [UInt8] = []
  var sent: [UInt8] = []
  /// The number of requests that are reported.
  var reports = 0
  /// Whether the connection has ended for another reason than its requests.
  var isCut = false
}

/// The client, the socket and the clock of a connection.
final class Peer {
  /// The origins whose pages can call the server.
  static let origins = AllowedOrigins.only(["http://a"])
  /// Answers with a field that names the request, unless something else happens.
  static let engine: MockEngine = {
    let text = """
      {"mockspec": 1, "requests": {
        "A": {"match": "/a", "responses": {"R": {"headers": {"X-Page": "A"}, "text": "hello"}}},
        "B": {"match": "/b", "responses": {"R": {"headers": {"X-Page": "B"}, "text": "\(String(repeating: "b", count: 20_000))"}}},
        "C": {"match": "/c", "responses": {"R": {"headers": {"X-Page": "C"}, "text": "late", "delay": "1s"}}},
        "D": {"match": "/d", "responses": {"R": {"headers": {"X-Page": "D"}, "text": "hello", "fault": "truncatedBody"}}},
        "E": {"match": "/e", "responses": {"R": {"fault": "emptyResponse"}}},
        "F": {"match": "/f", "responses": {"R": {"fault": "connectionReset"}}},
        "G": {"match": "/g", "responses": {"R": {"headers": {"X-Page": "G"}, "text": "hello", "fault": "malformedChunk"}}},
        "H": {"match": "/h", "responses": {"R": {"fault": "hang"}}},
        "T": {"match": "/t", "responses": {"R": {"headers": {"X-Page": "T"}, "text": "0123456789", "throttle": {"chunk": 4, "every": "1s"}}}},
        "L": {"match": "/l", "responses": {"R": {"headers": {"X-Page": "L"}, "text": "\(String(repeating: "l", count: 1_100_000))"}}},
        "P": {"match": "/p", "responses": {"R": {"forward": "http://0x7f000001"}}}}}
      """
    return MockEngine(try! ResponseSets.load(text: text))
  }()

  private let log: Log
  private let loop = EmbeddedEventLoop()
  private let socket = Socket()
  private let channel: EmbeddedChannel
  private let handler: ConnectionHandler
  /// The bytes that the client has sent, and that haven't been read.
  private var unread: [[UInt8]] = []
  private var received: [UInt8] = []
  private var hasEnded = false
  private var isCut = false
  private var lastDelivery = NIODeadline.uptimeNanoseconds(0)
  private let idleTimeout: TimeAmount

  init() {
    let (engine, log) = (Self.engine, Log())
    self.log = log
    var context = ServerContext(OpenMocks(engine: engine), onCall: { log.add($0) })
    context.currentSecond = { 0 }
    idleTimeout = TimeAmount(context.limits.server.idleTimeout)
    handler = ConnectionHandler(loop: EventLoopState(context: context, loop: loop))
    channel = EmbeddedChannel(handlers: [socket, handler], loop: loop)
    channel.connect(to: try! SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    channel.read()
  }

  var conversation: Conversation {
    Conversation(received: received, sent: socket.sent, reports: log.count, isCut: isCut || log.hasTimeout)
  }

  /// Sends bytes of the client, which are read when the connection asks for them.
  func send(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty, !hasEnded else { return }
    unread.append(Array(bytes))
    pump()
  }

  func perform(_ event: Event) {
    switch event {
    case .split: break
    case .block: socket.isBlocked = true
    case .unblock: socket.unblock()
    case .millisecond: advance(by: .milliseconds(1))
    case .second: advance(by: .seconds(1))
    case .minute: advance(by: .minutes(1))
    case .end: end()
    case .finish:
      isCut = true
      handler.finish()
    case .abort:
      isCut = true
      handler.abort()
    case .close:
      isCut = true
      channel.close(promise: nil)
    case .error:
      isCut = true
      channel.pipeline.fireErrorCaught(IOError(errnoCode: 104, reason: "read"))
    }
    pump()
  }

  /// A client that takes nothing is reset after the time of an idle one, counted from a check after the bytes were sent.
  private func advance(by time: TimeAmount) {
    let since = socket.waitingSince
    loop.advanceTime(by: time)
    guard let since, loop.now - since >= idleTimeout else { return }
    isCut = true
    precondition(loop.now - since < 2 * idleTimeout || !channel.isActive, "a client that takes nothing isn't reset")
  }

  /// Waits for the end of the connection. The client takes what is sent, and does nothing else.
  func leaveAlone() {
    perform(.unblock)
    // The longest limits are those on the times of heads and idle connections. Each request can be delayed or throttled.
    for _ in 0..<(100 + 4 * received.count) where channel.isActive { perform(.second) }
    precondition(!channel.isActive, "the connection doesn't end")
  }

  /// Delivers bytes as long as the connection asks for them.
  private func pump() {
    loop.run()
    while channel.isActive, socket.wantsRead, !unread.isEmpty { deliver() }
  }

  private func deliver() {
    // An idle connection may be ending.
    if loop.now - lastDelivery >= idleTimeout { isCut = true }
    let bytes = unread.removeFirst()
    // Empty lines don't prolong its time.
    if bytes.contains(where: { $0 != 0x0D && $0 != 0x0A }) { lastDelivery = loop.now }
    received += bytes
    socket.wantsRead = false
    channel.pipeline.fireChannelRead(ByteBuffer(bytes: bytes))
    channel.pipeline.fireChannelReadComplete()
    if channel.isActive { channel.read() }
    loop.run()
  }

  /// Ends the client's side. NIO reads all bytes then, also those that the connection hasn't asked for.
  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    while channel.isActive, !unread.isEmpty { deliver() }
    guard channel.isActive else { return }
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
  }
}

/// Counts the requests that a connection reports.
private final class Log: Sendable {
  private struct State {
    var count = 0
    var hasTimeout = false
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.count } }
  /// Whether the client was too slow.
  var hasTimeout: Bool { state.withLock { $0.hasTimeout } }

  func add(_ call: ServedCall) {
    state.withLock { state in
      state.count += 1
      if call.status == 408 { state.hasTimeout = true }
    }
  }
}

/// The mocks of an engine, for the pages of some origins.
private struct OpenMocks: Deciding {
  let engine: MockEngine

  var version: Int { engine.version }
  var timeout: Duration { .seconds(15) }
  var passesCallsThrough: Bool { engine.passesCallsThrough }
  var allowedOrigins: AllowedOrigins { Peer.origins }
  var redaction: Redaction { engine.redaction }

  func decide(_ call: MockCall, version: Int?) -> (decision: Decision, repeatable: RepeatableCall?) {
    engine.decide(call, version: version)
  }

  func decideWithoutBody(_ call: MockCall) -> UploadDecision? { engine.decideWithoutBody(call) }
  func answersOptions(_ call: MockCall) -> Bool { engine.answersOptions(call) }
  func mayPassThrough(to origin: Origin) -> Bool { false }
  func sendCallbacks(with sender: any CallbackSender) {}
  func cancelCallbacks() {}
}
