import MockSpec
import NIOCore
import NIOHPACK
import NIOHTTP2

/// A connection of a client that speaks HTTP/2. Its calls are answered by `StreamHandler`s, all at once.
///
/// The pipeline:
///
/// ```
/// socket ─▶ TLS ─▶ HTTP2Monitor ─▶ BackPressureHandler ─▶ NIOHTTP2Handler ─▶ HTTP2Connection
///                                                               └─▶ StreamHandler, one for each stream
/// ```
///
/// NIO's handler follows the protocol and has the limits on frames. It differs from RFC 9113 where that harms no client:
///
/// - A client that opens one stream too many loses the connection, not only the stream (§5.1.2).
/// - `GOAWAY` frames with an error have the highest possible number as their last stream, or 0 after a flood (§6.8).
/// - Fields after the end of a call reset the stream with `PROTOCOL_ERROR`, not `STREAM_CLOSED` (§5.1).
/// - A frame without the length of its padding is a `PROTOCOL_ERROR`, not a `FRAME_SIZE_ERROR` (§4.2).
/// - Until the client has acknowledged the settings, a head of more than 16 KiB ends the connection.
/// - Fields of a reply must fit into one frame of 16 KiB.
///
/// Not thread-safe: used only on the connection's event loop.
final class HTTP2Connection: ChannelInboundHandler, OpenConnection {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  /// The maximum number of streams that a client has open.
  static let streamLimit = 100
  /// The maximum number of calls that are refused within the window before the connection ends, the same as NIO's limit
  /// for errors of streams.
  private static let refusalLimit = 200
  private static let refusalWindow = TimeAmount.seconds(30)

  let loop: EventLoopState
  /// The address of the client, for the log; `nil` if there is none.
  let client: String?
  /// The open streams by their numbers.
  private(set) var streams: [Int: StreamHandler] = [:]
  /// The highest number of a stream that was opened.
  private(set) var lastStream = 0
  /// The bytes of call bodies that the open streams hold.
  private var heldBytes = 0
  /// When the window began, and how many calls have been refused since then.
  private var refusals = (start: NIODeadline.uptimeNanoseconds(0), count: 0)
  /// Whether the connection ends when all streams have ended.
  private(set) var isFinishing = false
  /// Whether the last frame is written, or about to be. From then on, what the client sends is ignored.
  private(set) var isOver = false
  /// Why the connection has ended, for the log; `nil` if it is open, or if the client has closed it.
  private(set) var leaver: String?
  /// Since when there has been no stream; `nil` while there is one.
  private(set) var idleStart: NIODeadline?
  /// How often the client has allowed more to be sent on all streams.
  private(set) var allowances = 0
  /// Whether the client has ended its side of the connection.
  private var hasInputEnded = false
  private var linger: Scheduled<Void>?
  private var context: ChannelHandlerContext?
  private let monitor: HTTP2Monitor

  init(loop: EventLoopState, client: String?, monitor: HTTP2Monitor) {
    self.loop = loop
    self.client = client
    self.monitor = monitor
  }

  // MARK: - Streams

  func add(_ stream: StreamHandler) {
    streams[stream.number] = stream
    lastStream = max(lastStream, stream.number)
    idleStart = nil
  }

  /// Adds a number of bytes of a body that a stream holds, or subtracts it if it is negative.
  ///
  /// - Returns: Whether the total of all streams is within the limit.
  func hold(_ count: Int) -> Bool {
    heldBytes += count
    return heldBytes <= heldLimit
  }

  /// The maximum total size in bytes of the bodies of all streams.
  var heldLimit: Int { 4 * loop.context.limits.server.bodyBytes }

  /// Counts a call that is refused since it is malformed or too large, and ends the connection after too many. Over
  /// HTTP/1.1, the first one ends it.
  func countRefusal() {
    guard let now = context?.eventLoop.now else { return }
    if now - refusals.start > Self.refusalWindow { refusals = (now, 0) }
    refusals.count += 1
    if refusals.count > Self.refusalLimit { fail(.enhanceYourCalm) }
  }

  func remove(_ stream: StreamHandler) {
    streams[stream.number] = nil
    guard streams.isEmpty else { return }
    idleStart = context?.eventLoop.now
    if isFinishing { end() }
  }

  // MARK: - End

  /// Answers the calls that have arrived, then closes the connection. An idle connection whose client has received all
  /// replies is closed at once.
  func finish() { finish { $0.finish() } }

  /// - Parameter finishStream: Ends the work of a stream that can't be completed.
  private func finish(_ finishStream: (StreamHandler) -> Void) {
    guard let context, !isOver else { return }
    let isReceived = context.unreceivedBytes == 0
    if !isFinishing { goAway(.noError, context) }
    isFinishing = true
    for stream in Array(streams.values) { finishStream(stream) }
    guard streams.isEmpty, !isOver else { return }
    guard isReceived else { return end() }
    isOver = true
    context.close(promise: nil)
  }

  /// Closes the connection at once.
  func abort() {
    leaver = "server stopped"
    context?.closeAtOnce()
  }

  /// Resets the connection of a client that receives nothing.
  func giveUp(after time: Duration) {
    leaver = "client received nothing for \(time)"
    isOver = true
    context?.reset()
  }

  /// Ends the connection of a client that breaks the protocol or exceeds a limit.
  func fail(_ code: HTTP2ErrorCode) {
    guard let context, !isOver else { return }
    goAway(code, context)
    fail()
  }

  private func fail() {
    leaver = leaver ?? "server ended the connection"
    end()
  }

  private func goAway(_ code: HTTP2ErrorCode, _ context: ChannelHandlerContext) {
    let last = HTTP2StreamID(lastStream)
    let frame = HTTP2Frame(
      streamID: .rootStream, payload: .goAway(lastStreamID: last, errorCode: code, opaqueData: nil))
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }

  /// Ends the connection when all frames are sent. Our side ends first, and the rest when the client has ended its
  /// side. Closing with unread bytes would reset the connection, and the client could lose the last frames.
  func end() {
    guard let context, !isOver else { return }
    isOver = true
    monitor.whenSent { [self] in
      guard !hasInputEnded else { return context.close(promise: nil) }
      linger = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(loop.context.limits.linger)) {
        context.close(promise: nil)
      }
      context.close(mode: .output, promise: nil)
    }
  }

  // MARK: - Channel events

  func handlerAdded(context: ChannelHandlerContext) {
    // The handler before this one has sent its settings, and may have learned that the client has left.
    guard context.channel.isActive else {
      isOver = true
      return
    }
    self.context = context
    idleStart = context.eventLoop.now
    loop.connections.add(self)
  }

  func channelInactive(context: ChannelHandlerContext) {
    linger?.cancel()
    monitor.cancel()
    isOver = true
    self.context = nil
    loop.connections.remove(self)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data).payload {
    case .windowUpdate, .settings: allowances += 1
    default: break
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed = event else { return }
    hasInputEnded = true
    // Once our side has ended, too, nothing is left to do. Before that, the last frames are still being sent.
    if isOver { return linger == nil ? () : context.close(promise: nil) }
    // The client may still read its replies. Before bytes are sent, it can't be distinguished from one that has closed
    // its socket.
    finish { $0.clientEnded() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is any NIOHTTP2Error else { return context.close(promise: nil) }
    // Errors of streams are reported here, too. Those of the connection follow a GOAWAY, unless NIO can't send a second one.
    if monitor.hasFailed || error is NIOHTTP2Errors.RaisedGoawayLastStreamID { fail() }
  }
}
