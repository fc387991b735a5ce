import HTTPTypes
import MockSpec
import MockSpecControl
import NIOCore

/// A connection with HTTP/1.1 or a stream of HTTP/2, which answers calls. An extension has the code for both versions.
///
/// Not thread-safe: used only on the event loop.
protocol Answering: CallReporter, SendableMetatype {
  /// The work that the pending reply waits for; `nil` if that isn't known yet, or if no reply is pending.
  var work: PendingWork? { get set }
  /// Whether more bytes can be sent now.
  var isWritable: Bool { get }
  /// Whether the connection ends when everything that has arrived is answered.
  var isFinishing: Bool { get }

  /// Returns a call as the engine sees it.
  func call(_ head: CallHead, _ body: ByteBuffer) throws(Refusal) -> MockCall
  /// Sends a reply of the server itself to a call that isn't passed to the engine.
  ///
  /// - Parameter head: The head of the call; `nil` if it isn't known.
  func send(_ reply: ServerReply, to head: CallHead?, _ context: ChannelHandlerContext)
  /// Sends a reply at once.
  func send(_ reply: Reply, sendsBody: Bool, to decided: DecidedCall, _ context: ChannelHandlerContext)
  /// Sends the head of a reply, then its body in pieces.
  func send(_ pieces: BodyPieces, of reply: Reply, to decided: DecidedCall, _ context: ChannelHandlerContext)
  /// Sends a part of a reply, and breaks the reply off.
  func send(_ part: Reply.Part, to decided: DecidedCall, _ context: ChannelHandlerContext)
  /// Ends the connection or the stream without a reply.
  func sendNothing(to decided: DecidedCall, _ context: ChannelHandlerContext)
  /// Sends a reply of the server itself to a call that was decided.
  func send(_ error: ErrorReply, to decided: DecidedCall, _ context: ChannelHandlerContext)
  /// Continues the connection or the stream after the pending work.
  func continueAfterWork(_ context: ChannelHandlerContext)
  /// Sends the next piece of a body, which is due, and continues if it was the last one.
  func sendNextPiece(_ context: ChannelHandlerContext)
  /// Ends the stream of events that is being sent, before its next event.
  func endEvents(_ context: ChannelHandlerContext)
  /// Ends the connection or the stream without the rest of a reply.
  func reset(_ context: ChannelHandlerContext)

  /// Sends `100 Continue` (RFC 9110 §15.2.1).
  func sendContinue(_ context: ChannelHandlerContext)
  /// Sends an informational response (RFC 9110 §15.2).
  func sendInformational(_ status: Int, _ fields: HTTPFields, _ context: ChannelHandlerContext)
  /// Sends the head of a reply whose body follows as it arrives, and sets `work`, unless the head can't be sent.
  func beginRelay(
    of decided: DecidedCall, _ status: Int, _ fields: HTTPFields, note: String?, from source: RelayedBody.Source,
    _ context: ChannelHandlerContext)
  /// Sends a part of its body.
  func relay(
    _ piece: ByteBuffer, _ body: RelayedBody, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext)
  /// Accepts a WebSocket with the origin's fields, and passes on what both sides send, when the connection to the origin is
  /// ready. Called only if `opensForwardedSockets`.
  func beginSocket(
    of decided: DecidedCall, _ fields: HTTPFields, note: String, over origin: any Channel,
    _ isReady: EventLoopFuture<Void>, _ context: ChannelHandlerContext)
  /// Sends the end of its body.
  func endRelay(_ body: RelayedBody, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext)

  /// Sends the head of a stream of the control API.
  func beginStream(_ reply: ControlReply, _ context: ChannelHandlerContext)
  /// Sends a part of the stream.
  func stream(_ part: ByteBuffer, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext)
  /// Sends the end of the stream.
  func endStream(_ context: ChannelHandlerContext)
  /// Ends a stream whose client doesn't read.
  func cutStream(_ context: ChannelHandlerContext)

  /// Whether handshakes of WebSockets are passed on.
  static var opensForwardedSockets: Bool { get }
  /// The subject of a reset, for the log: `connection` or `stream`.
  static var subject: String { get }
  /// How bodies that aren't throttled are sent.
  static var pieceSizes: BodyPieces.Sizes { get }
}

extension Answering {
  /// Answers a call.
  ///
  /// - Parameters:
  ///   - version: The version of the mocks when the call was received, if the call is expected again; otherwise `nil`.
  ///   - keep: Called if an equal call gets the same reply.
  func answer(
    _ head: CallHead, _ body: ByteBuffer, version: Int?, keep: (DecidedCall, RepeatableCall) -> Void,
    _ context: ChannelHandlerContext
  ) {
    let access = access(of: head)
    let call: MockCall
    do throws(Refusal) {
      call = try self.call(head, body)
    } catch {
      return refuse(error, head, access, context)
    }
    if ControlPath.contains(call.path) { return answerControlCall(call, head, context) }
    if let access, let preflight = Preflight(head, access), !loop.context.mocks.answersOptions(call) {
      return answer(preflight, head, access, context)
    }
    let local = context.channel.localAddress
    performDelayed(loop.decide(call, head, access, local: local, version: version, keep: keep), context)
  }

  /// Begins to answer a call whose body is sent to another server as it arrives.
  ///
  /// - Returns: Whether the call is answered in this way. If not, answer it when all of it has arrived.
  func beginUpload(_ head: CallHead, _ context: ChannelHandlerContext) -> Bool {
    guard let call = try? call(head, ByteBuffer()),
      let decided = loop.decideUpload(call, head, access(of: head), local: context.channel.localAddress)
    else { return false }
    performDelayed(decided, context)
    return true
  }

  /// Answers a preflight, which isn't a call of a mock.
  private func answer(
    _ preflight: Preflight, _ head: CallHead, _ access: CrossOriginAccess, _ context: ChannelHandlerContext
  ) {
    let reply = ServerReply(preflight, to: head, access)
    send(reply, to: head, context)
    report(head, status: reply.status, note: "preflight", bodySize: reply.sentSize, access)
  }

  /// Refuses a call that isn't passed to the engine.
  func refuse(
    _ refusal: Refusal, _ head: CallHead?, _ access: CrossOriginAccess?, _ context: ChannelHandlerContext
  ) {
    let reply = ServerReply(refusal, to: head, access)
    send(reply, to: head, context)
    report(head, status: refusal.status, note: refusal.reason, bodySize: reply.sentSize, access)
  }

  func access(of head: CallHead) -> CrossOriginAccess? {
    CrossOriginAccess(head, loop.context.mocks.allowedOrigins)
  }

  private func perform(_ decided: DecidedCall, _ context: ChannelHandlerContext) {
    switch loop.plan(for: decided) {
    case .reply(let reply): send(reply, to: decided, context)
    case .fault(let fault, let reply): send(reply, brokenBy: fault, to: decided, context)
    case .error(let error):
      // The calls that may be forwarded can have changed meanwhile.
      decided.upload?.store()
      send(error, to: decided, context)
    case .hold(let duration):
      work = .hold(resume(after: duration, context) { $0.reset(context) })
      report(decided, note: "held without an answer")
    case .reset(let reason): reset(decided, because: reason, context)
    case .run(let closure): run(closure, for: decided, context)
    case .forward where decided.call.maxForwards == 0: answerInsteadOfOrigin(decided, context)
    case .forward(let origin): forward(decided, to: origin, context)
    }
  }

  private func send(
    _ reply: Reply, brokenBy fault: Fault? = nil, to decided: DecidedCall, _ context: ChannelHandlerContext
  ) {
    switch decided.decision.delivery(of: reply, brokenBy: fault, Self.pieceSizes) {
    case .whole(let sendsBody): send(reply, sendsBody: sendsBody, to: decided, context)
    case .pieces(let pieces): send(pieces, of: reply, to: decided, context)
    case .stream(let stream): send(stream, of: reply, to: decided, context)
    case .part(let part): send(part, to: decided, context)
    case .nothing: sendNothing(to: decided, context)
    }
  }

  func reset(_ decided: DecidedCall, because reason: String?, _ context: ChannelHandlerContext) {
    reset(context)
    report(decided, note: ["\(Self.subject) reset", reason].compactMap(\.self).joined(separator: ": "))
  }

  // MARK: - Waiting

  /// Performs a decision after its delay.
  private func performDelayed(_ decided: DecidedCall, _ context: ChannelHandlerContext) {
    guard decided.decision.delay > .zero else { return perform(decided, context) }
    let timer = resume(after: decided.decision.delay, context) { $0.perform(decided, context) }
    work = .delay(decided, timer)
  }

  /// Ends the pending work after some time.
  private func resume(
    after duration: Duration, _ context: ChannelHandlerContext, _ body: @escaping (Self) -> Void
  ) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(duration)) { [self] in
      // A timer still fires if it is due at the same time as the one that cancels it.
      guard work?.isTimed == true else { return }
      work = nil
      body(self)
      continueAfterWork(context)
    }
  }

  private func run(_ call: ClosureCall, for decided: DecidedCall, _ context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: loop)
    let closure = call.start { outcome, _ in
      loop.execute {
        let (handler, context) = bound.value
        // Otherwise the client has left.
        guard case .closure(var decided, _)? = handler.work else { return }
        handler.work = nil
        decided.decision.outcome = outcome
        handler.perform(decided, context)
        handler.continueAfterWork(context)
      }
    }
    work = .closure(decided, closure)
  }

  // MARK: - Forwarding

  /// Answers a call that may not be forwarded as its recipient (RFC 9110 §7.6.2).
  private func answerInsteadOfOrigin(_ decided: DecidedCall, _ context: ChannelHandlerContext) {
    decided.upload?.store()
    if decided.head.method == "TRACE" { return send(.noTrace(to: decided.head), to: decided, context) }
    // The methods that the origin allows aren't known.
    send(Reply(status: 204, fields: [:], body: [], isShared: false), to: decided, context)
  }

  private func forward(_ decided: DecidedCall, to origin: Origin, _ context: ChannelHandlerContext) {
    let forwarded = ForwardedCall(
      decided.call, decided.upload, to: origin, by: loop.context.pseudonym, own: loop.context.ownAddresses,
      tls: loop.context.clientTLS, loop: context.eventLoop,
      opensSocket: Self.opensForwardedSockets && decided.opensSocket)
    work = .forward(decided, forwarded)
    if decided.upload != nil, decided.head.expectsContinue { sendContinue(context) }
    decided.upload?.onDemand = { [self] in continueAfterWork(context) }
    let onEvent: (ForwardedReply.Event) -> Void = { [self] event in
      switch event {
      case .informational(let status, let fields):
        if decided.head.version != .http10 { sendInformational(status, fields, context) }
      case .head(let status, let fields):
        beginRelay(of: decided, status, fields, note: "forwarded to \(origin)", from: .origin(forwarded), context)
      case .body(let piece):
        guard case .relay(let body, let reply)? = work, piece.readableBytes > 0 else { return }
        relay(piece, body, onSent: sent(piece.readableBytes, of: reply, isEnd: false), context)
      case .end:
        guard case .relay(let body, let reply)? = work else { return }
        decided.upload?.store()
        work = nil
        endRelay(body, onSent: sent(0, of: reply, isEnd: true), context)
        continueAfterWork(context)
      case .switched(let fields, let channel, let isReady):
        beginSocket(of: decided, fields, note: "forwarded to \(origin)", over: channel, isReady, context)
      case .failure(let error):
        decided.upload?.store()
        if case .relay(_, let reply)? = work { return breakOff(reply, because: error.reason, context) }
        work = nil
        send(.notForwarded(error.reason, to: decided.head), to: decided, context)
        continueAfterWork(context)
      }
    }
    forwarded.start(
      from: context.channel.localAddress, timeout: loop.context.mocks.timeout, takesMore: { [self] in isWritable },
      onEvent: onEvent)
  }

  /// Ends a call whose body won't arrive completely.
  ///
  /// - Returns: Whether the client can be answered. Otherwise, it has got a part of the reply, and its connection or
  ///   stream was reset.
  func endUpload(_ work: PendingWork, because reason: String, _ context: ChannelHandlerContext) -> Bool {
    work.cancel()
    if let reply = work.reply {
      breakOff(reply, because: reason, context)
      return false
    }
    self.work = nil
    return true
  }

  func breakOff(_ reply: LongReply, because reason: String, _ context: ChannelHandlerContext) {
    work = nil
    report(reply, brokenOff: "\(Self.subject) reset: \(reason)")
    reset(context)
  }

  /// Returns the completion handler for a part of a reply's body. Its argument is whether the part was sent.
  func sent(_ size: Int, of reply: LongReply, isEnd: Bool) -> (Bool) -> Void {
    { [self] isSent in
      if isSent {
        reply.size += size
        if size > 0 { reply.decided.decision.events?.eventSent() }
      }
      if !isSent || isEnd { report(reply, isWhole: isSent) }
    }
  }
}
