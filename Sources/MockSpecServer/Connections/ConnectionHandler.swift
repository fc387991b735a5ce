import MockSpec
import MockSpecControl
import NIOCore
import NIOTLS

/// A connection of a client. Answers its calls in order, one at a time.
///
/// Nothing is read while a reply is pending or being sent, so that TCP slows down a client that sends faster than it is
/// answered. The bytes of the last read are kept until they can be scanned. The event loop reports the end of the
/// client's side even if nothing is read.
final class ConnectionHandler: Answering, ChannelDuplexHandler, RemovableChannelHandler, OpenConnection {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// A part of a call, of which some bytes may have arrived.
  enum ExpectedPart {
    case head, body
    /// What arrives is ignored.
    case nothing
  }

  let loop: EventLoopState
  var phase = ConnectionPhase.reading
  /// Whether the connection ends when everything that has arrived is answered.
  private(set) var isFinishing = false
  let output = ConnectionOutput()
  private(set) var isWritable = true
  /// The number of calls that have arrived, including refused ones.
  private var callCount = 0
  /// The number of calls that were answered in this turn, see `TurnQueue`.
  private var countInTurn = 0
  /// The address of the client, for the log; `nil` if there is none.
  private(set) var client: String?
  private var context: ChannelHandlerContext?
  var scanner: CallScanner
  private var assembly: CallAssembly
  private var timer: ConnectionTimer?
  private var needsRead = false
  /// Whether the client has ended its side of the connection.
  private(set) var hasInputEnded = false
  /// Why the connection ends before everything is sent, for the log.
  private(set) var leaver = "client left"
  /// The first bytes, if they can be the preface of HTTP/2.
  private var preface: HTTP2Preface?
  /// The bytes that are being read, if they are a head that is expected again.
  private var wholeHead: (key: ReplyCache.Key, bytes: ByteBuffer)?
  /// The target of `CONNECT`, if the connection is now TLS inside a tunnel.
  var tunnel: TunnelTarget?

  static var subject: String { "connection" }

  var work: PendingWork? {
    get { phase.work }
    set { phase = newValue.map { .answering($0) } ?? .reading }
  }
  /// What the client is expected to send.
  var expectedPart: ExpectedPart { phase.isOver ? .nothing : scanner.isInBody ? .body : .head }
  /// Whether everything that has arrived is answered.
  var isIdle: Bool { phase.isReading && isBetweenCalls }
  /// Whether no call has been received in part.
  var isBetweenCalls: Bool { scanner.isEmpty && preface?.isPartial != true }
  /// Whether the next call can be answered: no reply is pending, and more bytes can be sent.
  private var takesCalls: Bool { phase.isReading && isWritable }
  private var takesBytes: Bool {
    if case .tunnel(let tunnel)? = phase.work { return tunnel.takesBytes }
    if let upload = phase.work?.upload { return upload.takesMore }
    return takesCalls || phase.isOver
  }

  init(loop: EventLoopState) {
    self.loop = loop
    // A proxy speaks HTTP/1.1 with its clients, also inside of tunnels.
    preface = loop.context.proxy == nil ? HTTP2Preface() : nil
    scanner = CallScanner(limits: loop.context.limits.server)
    assembly = loop.context.makeAssembly()
    timer = ConnectionTimer(loop.context.limits, self)
  }

  /// Answers what has arrived, then closes the connection. An idle connection is closed at once.
  func finish() {
    // In other phases, the client is reading its last reply.
    guard let context, !phase.isOver else { return }
    isFinishing = true
    switch phase.work {
    case .hold(let timer)?:
      timer.cancel()
      reset(context)
    case .control(let work)?: work.cancel()
    case .relay?: phase.work?.stream?.cancel()
    case .body(let body, _, _)? where body.events != nil: stop(body.events, context)
    case .tunnel?: abort()
    // Nothing was left unread.
    case nil where isIdle && !needsRead: closeIdle(context)
    default: answerNextCalls(context)
    }
  }

  /// Closes the connection at once.
  func abort() {
    leaver = "server stopped"
    // After the end of TLS, a part of a reply without a length would look whole (RFC 9112 §9.8).
    let isInReply = phase.work?.reply != nil
    drop()
    if isInReply { context?.transport.close(promise: nil) } else { context?.closeAtOnce() }
  }

  /// Resets the connection of a client that receives nothing.
  func giveUp(after time: Duration) {
    leaver = "client received nothing for \(time)"
    drop()
    context?.reset()
  }

  /// Passes on that more is to be read, if nothing could be read meanwhile, to the handlers that continue to serve the
  /// connection.
  func passReadOn(_ context: ChannelHandlerContext) {
    guard needsRead else { return }
    needsRead = false
    context.read()
  }

  /// Ends the handler's use of a connection that other handlers continue to serve.
  func leave() {
    timer?.cancel()
    phase = .closed
    context = nil
    loop.connections.remove(self)
  }

  /// Cancels the pending work, and reports its call.
  private func drop() {
    let last = phase
    phase = .closed
    if case .lingering(let timer) = last { timer.cancel() }
    last.work?.cancel()
    if let decided = last.work?.decided { report(decided, note: "\(leaver) before the answer") }
    if let reply = last.work?.reply { report(reply, isWhole: false) }
  }

  // MARK: - Channel events

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    if loop.context.onCall != nil { client = context.remoteAddress?.ipAddress }
    timer?.start(context)
    loop.connections.add(self)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    drop()
    self.context = nil
    loop.connections.remove(self)
    // The handlers for HTTP/2 may follow already.
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .tunnel(let tunnel)? = phase.work, tunnel.hasStarted { return tunnel.send(unwrapInboundIn(data)) }
    timer?.endRead()
    countInTurn = 0
    let (bytes, count) = (unwrapInboundIn(data), callCount)
    receive(bytes, context)
    timer?.received(bytes.readableBytes, ofSameCall: count == callCount, context)
  }

  private func receive(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    guard !phase.isOver else { return }
    var bytes = bytes
    switch preface?.add(bytes) {
    case .partial?: return
    case .whole(let bytes)?: return becomeHTTP2(bytes, context)
    case .other(let other)?: (preface, bytes) = (nil, other)
    case nil: break
    }
    // Equal bytes in another tunnel are for another host.
    if tunnel == nil, takesCalls, !isFinishing, scanner.isAtStart {
      switch loop.cache.find(bytes, .http11, version: loop.context.mocks.version) {
      case .cached(let cached) where answer(cached, context):
        callCount += 1
        return
      case .repeated(let key): wholeHead = (key, bytes)
      case .cached, .new: break
      }
    }
    scanner.append(bytes)
    answerArrivals(context)
    wholeHead = nil
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    output.flush(context)
  }

  func read(context: ChannelHandlerContext) {
    if takesBytes { readOn(context) } else { needsRead = true }
  }

  private func readOn(_ context: ChannelHandlerContext) {
    timer?.beginRead(context)
    context.read()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    isWritable = context.channel.isWritable
    guard isWritable else { return }
    switch phase.work {
    case .body(let body, _, _)? where body.isOverdue: sendPiece(context)
    case .forward?, .relay?: work?.forwarded?.readOn()
    case .tunnel(let tunnel)?: tunnel.readOn()
    default: break
    }
    answerNextCalls(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let bytes = event as? EncryptedBytes { timer?.receivedEncrypted(bytes, context) }
    if case TLSUserEvent.handshakeCompleted(negotiatedProtocol: "h2"?) = event, tunnel == nil, !phase.isOver {
      return becomeHTTP2(nil, context)
    }
    guard case ChannelEvent.inputClosed = event else { return }
    if let bytes = preface?.end() { scanner.append(bytes) }
    hasInputEnded = true
    if case .tunnel(let tunnel)? = phase.work { return tunnel.clientEnded() }
    if case .lingering = phase { return context.close(promise: nil) }
    guard !phase.isOver else { return }
    // The client may still read its replies, even while the connection is held.
    isFinishing = true
    scanner.end()
    if case .control(let work)? = phase.work, work.isStream { work.cancel() }
    endEventsOfLeaver(context)
    if phase.work?.beginsWithStatusLine == true { output.sendLineStart(context) }
    answerNextCalls(context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let refusal as Refusal: refuse(refusal, context)
    case let refusal as HTTP2Refusal: refuse(refusal, context)
    default: context.close(promise: nil)
    }
  }

  /// Refuses what the client sends, and closes the connection.
  func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    guard !phase.isOver else { return }
    let head = work?.decided?.head
    if let work, work.upload != nil, !endUpload(work, because: refusal.reason, context) { return }
    answer(.refused(refusal, head), context)
    output.flush(context)
  }

  /// Stops the timer of a connection that is a tunnel from now on.
  func endTimer() { timer.take()?.cancel() }

  /// The version of the session when the call that is being answered was received, if its reply may be cached.
  var versionToRepeat: Int? { wholeHead?.key.version }

  /// Caches the reply to a call if its head is expected again, and nothing else was read.
  func keep(_ decided: DecidedCall, _ call: RepeatableCall) {
    guard let (key, bytes) = wholeHead, scanner.isEmpty, decided.head.framing == .none, decided.head.keepsConnection,
      decided.head.version == .http11
    else { return }
    loop.cache.add(
      key, bytes, call, decided, loop.metrics?.place(of: decided.decision), loop.renderer.currentDate())
  }

  // MARK: - Order

  /// Answers the calls that have arrived, until a reply is pending or other connections have their turn.
  private func answerArrivals(_ context: ChannelHandlerContext) {
    while takesCalls, let arrival = nextArrival(context) {
      callCount += 1
      countInTurn += 1
      answer(arrival, context)
      wholeHead = nil
      if countInTurn >= TurnQueue.callLimit, phase.isReading, !isBetweenCalls { waitForTurn(context) }
    }
    receiveUpload(context)
    sendContinueIfAwaited(context)
  }

  private func waitForTurn(_ context: ChannelHandlerContext) {
    phase = .answering(.turn)
    loop.turns.wait { [self] in
      guard case .turn? = phase.work else { return }
      phase = .reading
      countInTurn = 0
      answerNextCalls(context)
    }
  }

  /// Passes on the part of a body that has arrived, if the body is sent to another server.
  private func receiveUpload(_ context: ChannelHandlerContext) {
    while let upload = work?.upload {
      do throws(Refusal) {
        guard let part = try scanner.next() else { return }
        upload.receive(part)
      } catch {
        return refuse(error, context)
      }
    }
  }

  private func nextArrival(_ context: ChannelHandlerContext) -> CallAssembly.Arrival? {
    do throws(Refusal) {
      while let part = try scanner.next() {
        // A body that has arrived with its head is decided as a whole.
        if case .head(let head) = part, !scanner.holdsBody, beginUpload(head, context) {
          callCount += 1
          return nil
        }
        if let arrival = assembly.receive(part) { return arrival }
      }
      return nil
    } catch {
      return .refused(error, nil)
    }
  }

  func continueAfterWork(_ context: ChannelHandlerContext) { answerNextCalls(context) }

  /// Answers the next calls, then reads on.
  func answerNextCalls(_ context: ChannelHandlerContext) {
    answerArrivals(context)
    endIfFinished(context)
    output.flush(context)
    if needsRead, takesBytes {
      needsRead = false
      readOn(context)
    }
  }

  /// Sends `100 Continue` for the call that is being read, after the replies to earlier calls.
  private func sendContinueIfAwaited(_ context: ChannelHandlerContext) {
    guard assembly.awaitsContinue, takesCalls else { return }
    assembly.continueSent()
    output.writeContinue(context)
  }

  private func endIfFinished(_ context: ChannelHandlerContext) {
    guard isFinishing, isIdle else { return }
    write((ByteBuffer(), nil), isLast: true, context)
    output.flush(context)
  }
}
