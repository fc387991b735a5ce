import MockSpec
import MockSpecControl
import NIOCore
import NIOHPACK
import NIOHTTP2

/// A stream of an HTTP/2 connection: one call and its reply.
final class StreamHandler: ChannelDuplexHandler, Answering {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  /// The phases of a stream:
  ///
  /// ```
  /// receiving ─▶ answering ─▶ ending ─▶ closed
  ///     └───────────────────▶┘
  /// ```
  enum Phase {
    /// Waits for the call, or for the rest of it.
    case receiving
    /// Waits for something before the reply is complete; `nil` until that is known.
    case answering(PendingWork?)
    /// The last frame of the reply is written. It may wait for the client's window.
    case ending
    case closed
  }

  let loop: EventLoopState
  let connection: HTTP2Connection
  var phase = Phase.receiving
  private(set) var isWritable = true
  /// How often the client has allowed more to be sent on this stream.
  private(set) var allowances = 0
  private(set) var number = 0
  private var assembly: CallAssembly
  private var hasHead = false
  /// Whether the client has sent all of its call.
  private(set) var hasInputEnded = false
  /// Since when the client can send the body, and how much has arrived since then; `nil` if it has sent all of it.
  private var bodyReceipt: (start: NIODeadline, bytes: Int)?
  /// The number of bytes of the body that count toward the connection's limit.
  private var heldBytes = 0
  private var context: ChannelHandlerContext?
  private var needsRead = false
  private var isResetByClient = false
  /// Why the stream has ended before everything was sent, for the log; `nil` if it is open, or if the client has reset
  /// it.
  private var endReason: String?

  var client: String? { connection.client }
  var leaver: String { connection.leaver ?? endReason ?? "client reset the stream" }
  static var subject: String { "stream" }
  var work: PendingWork? {
    get { if case .answering(let work) = phase { work } else { nil } }
    set { phase = .answering(newValue) }
  }
  var isReceiving: Bool { if case .receiving = phase { true } else { false } }
  /// The body that the client is sending: since when it can, and how much has arrived since then; `nil` if there is none.
  var receivedBody: (start: NIODeadline, bytes: Int)? {
    (isReceiving || work?.upload != nil) && !needsRead ? bodyReceipt : nil
  }
  var isClosed: Bool { if case .closed = phase { true } else { false } }
  /// Whether a part of the reply is written that the client hasn't allowed to be sent.
  var isBlocked: Bool {
    // What the client allows isn't read meanwhile.
    if needsRead { return false }
    return if case .ending = phase { true } else { !isWritable }
  }

  init(connection: HTTP2Connection) {
    self.connection = connection
    loop = connection.loop
    assembly = loop.context.makeAssembly()
  }

  // MARK: - Channel events

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    number = (try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)).map { Int($0) } ?? 0
    connection.add(self)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if endReason == nil, context.channel.parent?.isActive == false { endReason = "client left" }
    drop()
    self.context = nil
    release()
    connection.remove(self)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .headers(let block) where !hasHead:
      hasHead = true
      begin(block.headers, isEnd: block.endStream, context)
    case .headers(let block):
      if block.endStream { hasInputEnded = true }
      if let refusal = HeaderSection.refusal(ofTrailers: block.headers) { return refuse(refusal) }
      // Trailers are dropped, as RFC 9110 §6.5.1 allows.
      if block.endStream { endCall(context) }
    case .data(let data):
      guard case .byteBuffer(let bytes) = data.data else { return }
      bodyReceipt?.bytes += bytes.readableBytes
      receive(.body(bytes), context)
      if isReceiving { hold(bytes.readableBytes) }
      if data.endStream { endCall(context) }
    case .windowUpdate: allowances += 1
    case .rstStream: isResetByClient = true
    default: break
    }
  }

  func read(context: ChannelHandlerContext) {
    // The client's window isn't enlarged meanwhile.
    if work?.upload?.takesMore == false { needsRead = true } else { context.read() }
  }

  func continueAfterWork(_ context: ChannelHandlerContext) {
    guard needsRead, work?.upload?.takesMore != false else { return }
    needsRead = false
    // The client couldn't send.
    if bodyReceipt != nil { bodyReceipt = (context.eventLoop.now, 0) }
    context.read()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    isWritable = context.channel.isWritable
    guard isWritable else { return }
    switch work {
    case .body(let body, _, _)? where body.isOverdue: sendNextPiece(context)
    case .forward?, .relay?: work?.forwarded?.readOn()
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // NIO resets the stream if the client breaks the protocol. The channel becomes inactive next.
    if error is NIOHTTP2Errors.StreamClosed, !isResetByClient { endReason = endReason ?? "server reset the stream" }
  }

  // MARK: - Call

  private func begin(_ headers: HPACKHeaders, isEnd: Bool, _ context: ChannelHandlerContext) {
    if isEnd { hasInputEnded = true }
    let section = HeaderSection(headers)
    var key: ReplyCache.Key?
    if isEnd, section.isComplete {
      switch loop.cache.find(section.bytes, .http2, version: loop.context.mocks.version) {
      case .cached(let cached) where answer(cached, context): return
      case .repeated(let found): key = found
      case .cached, .new: break
      }
    }
    if !isEnd { bodyReceipt = (context.eventLoop.now, 0) }
    do throws(Refusal) {
      let head = try section.head(isEnd: isEnd, within: loop.context.limits.server)
      // `CONNECT` is refused at once, since its client waits for a reply before it sends more (RFC 9113 §8.5).
      if isEnd || head.method == "CONNECT" {
        return answer(head, body: ByteBuffer(), key.map { ($0, section.bytes) }, context)
      }
      if beginUpload(head, context) { return }
      receive(.head(head), context)
      if assembly.awaitsContinue {
        assembly.continueSent()
        sendContinue(context)
      }
    } catch {
      refuse(error, nil, nil, context)
    }
  }

  private func endCall(_ context: ChannelHandlerContext) {
    hasInputEnded = true
    bodyReceipt = nil
    receive(.end, context)
  }

  private func receive(_ part: CallScanner.Part, _ context: ChannelHandlerContext) {
    if let upload = work?.upload { return upload.receive(part) }
    guard isReceiving, let arrival = assembly.receive(part) else { return }
    switch arrival {
    case .call(let head, let body): answer(head, body: body, nil, context)
    case .refused(let refusal, let head): refuse(refusal, head, head.flatMap(access), context)
    case .refusedControl(let reply, let head):
      send(ServerReply(reply, to: head), to: head, context)
    }
  }

  /// Counts a part of the body, and refuses the call if the bodies of all streams are too large together.
  private func hold(_ count: Int) {
    heldBytes += count
    if connection.hold(count) { return }
    let reason = "the bodies that the connection sends at the same time are larger than \(connection.heldLimit) bytes"
    refuse(Refusal(status: 503, reason))
  }

  private func release() {
    _ = connection.hold(-heldBytes)
    heldBytes = 0
  }

  // MARK: - End

  /// Ends the stream when the connection drains, if it is held without a reply, or if its call is one of the control
  /// API.
  func finish() {
    guard let context else { return }
    switch work {
    case .hold(let timer)?:
      timer.cancel()
      reset(context)
    case .control(let work)?: work.cancel()
    case .relay?: work?.stream?.cancel()
    case .body(let body, _, _)? where body.events != nil: stop(body.events, context)
    default: break
    }
  }

  /// Ends work that can't be completed when the client sends nothing more on its connection: a stream of events, which
  /// doesn't end by itself, and a call of which only a part was sent to another server.
  func clientEnded() {
    if let context, work?.upload != nil {
      // All of the body may have arrived.
      context.read()
      if work?.upload != nil { reset(context, .cancel) }
      return
    }
    if case .control(let work)? = work, work.isStream { work.cancel() }
    if let context { endEventsOfLeaver(context) }
  }

  /// Refuses a call whose body is being received.
  func refuse(_ refusal: Refusal) {
    guard let context else { return }
    let head: CallHead?
    if let work, work.upload != nil {
      guard endUpload(work, because: refusal.reason, context) else { return }
      head = work.decided?.head
    } else if isReceiving {
      head = assembly.head
    } else {
      return
    }
    assembly = loop.context.makeAssembly()
    release()
    refuse(refusal, head, head.flatMap(access), context)
  }

  /// Resets a stream whose client receives nothing.
  func giveUp(after time: Duration) {
    guard let context else { return }
    endReason = "client received nothing for \(time)"
    reset(context, .cancel)
  }

  /// Cancels the pending work, and reports its call.
  private func drop() {
    let work = work
    phase = .closed
    work?.cancel()
    if let decided = work?.decided { report(decided, note: "\(leaver) before the answer") }
    if let reply = work?.reply { report(reply, isWhole: false) }
  }

  func reset(_ context: ChannelHandlerContext) { reset(context, .internalError) }

  /// Resets the stream.
  func reset(_ context: ChannelHandlerContext, _ code: HTTP2ErrorCode) {
    if case .closed = phase { return }
    drop()
    context.writeAndFlush(wrapOutboundOut(.rstStream(code)), promise: nil)
  }
}
