import HTTPTypes
import MockSpec
import MockSpecControl
import NIOCore

/// What answers requests: a connection with HTTP/1.1, or a stream of HTTP/2. Here is what doesn't depend on the version.
///
/// Not thread-safe: used only on the event loop.
protocol Answering: CallReporter, SendableMetatype {
  /// What the answer waits for; `nil` if it isn't known yet, or if there is no pending answer.
  var work: PendingWork? { get set }
  /// Whether the client takes what is sent.
  var isWritable: Bool { get }
  /// Whether the connection ends when everything that has arrived is answered.
  var isFinishing: Bool { get }

  /// Returns a request as the engine sees it.
  func request(_ head: RequestHead, _ body: ByteBuffer) throws(Refusal) -> MockRequest
  /// Sends an answer of the server itself to a request that the engine doesn't get.
  ///
  /// - Parameter head: The head of the request; `nil` if it isn't known.
  func send(_ answer: ServerAnswer, to head: RequestHead?, _ context: ChannelHandlerContext)
  /// Sends a reply.
  func send(_ reply: Reply, to request: DecidedRequest, _ context: ChannelHandlerContext)
  /// Sends a part of a reply, if the fault allows one, and breaks the answer off.
  func send(_ reply: Reply, brokenBy fault: Fault, to request: DecidedRequest, _ context: ChannelHandlerContext)
  /// Sends an answer of the server itself to a request that was decided.
  func send(_ error: ErrorAnswer, to request: DecidedRequest, _ context: ChannelHandlerContext)
  /// Goes on with what has waited for the pending work.
  func goOn(_ context: ChannelHandlerContext)
  /// Ends the connection or the stream without the rest of an answer.
  func reset(_ context: ChannelHandlerContext)

  /// Sends `100 Continue` (RFC 9110 §15.2.1).
  func sendContinue(_ context: ChannelHandlerContext)
  /// Sends an informational response (RFC 9110 §15.2).
  func sendInformational(_ status: Int, _ fields: HTTPFields, _ context: ChannelHandlerContext)
  /// Sends the head of a forwarded response, and sets `work`, unless the head can't be sent.
  func beginRelay(
    of request: DecidedRequest, _ status: Int, _ fields: HTTPFields, note: String, from forwarded: ForwardedRequest,
    _ context: ChannelHandlerContext)
  /// Sends a part of its body.
  func relay(
    _ piece: ByteBuffer, _ body: RelayedBody, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext)
  /// Sends the end of its body.
  func endRelay(_ body: RelayedBody, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext)

  /// Sends the head of a stream of the control API.
  func beginStream(_ answer: ControlAnswer, _ context: ChannelHandlerContext)
  /// Sends a part of the stream.
  func stream(_ part: ByteBuffer, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext)
  /// Sends the end of the stream.
  func endStream(_ context: ChannelHandlerContext)
  /// Ends a stream whose client doesn't read.
  func cutStream(_ context: ChannelHandlerContext)

  /// The subject of a reset, for the log: `connection` or `stream`.
  static var subject: String { get }
}

extension Answering {
  /// Answers a request.
  ///
  /// - Parameters:
  ///   - version: The version of the mocks for which the request is expected again; `nil` if it isn't.
  ///   - keep: Called if an equal request gets the same answer.
  func answer(
    _ head: RequestHead, _ body: ByteBuffer, version: Int?, keep: (DecidedRequest, RepeatableCall) -> Void,
    _ context: ChannelHandlerContext
  ) {
    let access = access(of: head)
    let request: MockRequest
    do throws(Refusal) {
      request = try self.request(head, body)
    } catch {
      return refuse(error, head, access, context)
    }
    if ControlPath.contains(request.path) { return steer(request, head, context) }
    if let access, let preflight = Preflight(head, access), !loop.context.answersOptions(request) {
      return answer(preflight, head, access, context)
    }
    let local = context.channel.localAddress
    performDelayed(loop.decide(request, head, access, local: local, version: version, keep: keep), context)
  }

  /// Begins to answer a request whose body is sent to another server as it arrives.
  ///
  /// - Returns: Whether it is. Otherwise, answer the request when it has arrived.
  func beginUpload(_ head: RequestHead, _ context: ChannelHandlerContext) -> Bool {
    guard let request = try? request(head, ByteBuffer()),
      let decided = loop.decideUpload(request, head, access(of: head), local: context.channel.localAddress)
    else { return false }
    performDelayed(decided, context)
    return true
  }

  /// Answers a preflight, which isn't a call of a mock.
  private func answer(
    _ preflight: Preflight, _ head: RequestHead, _ access: CrossOriginAccess, _ context: ChannelHandlerContext
  ) {
    let answer = ServerAnswer(preflight, to: head, access)
    send(answer, to: head, context)
    report(head, status: answer.status, note: "preflight", bodySize: answer.sentSize, access)
  }

  /// Refuses a request that the engine doesn't get.
  func refuse(
    _ refusal: Refusal, _ head: RequestHead?, _ access: CrossOriginAccess?, _ context: ChannelHandlerContext
  ) {
    let answer = ServerAnswer(refusal, to: head, access)
    send(answer, to: head, context)
    report(head, status: refusal.status, note: refusal.reason, bodySize: answer.sentSize, access)
  }

  func access(of head: RequestHead) -> CrossOriginAccess? {
    CrossOriginAccess(head, loop.context.allowedOrigins())
  }

  private func perform(_ request: DecidedRequest, _ context: ChannelHandlerContext) {
    switch loop.plan(for: request) {
    case .reply(let reply): send(reply, to: request, context)
    case .fault(let fault, let reply): send(reply, brokenBy: fault, to: request, context)
    case .error(let error):
      // What may be forwarded can have changed meanwhile.
      request.upload?.store()
      send(error, to: request, context)
    case .hold(let duration):
      work = .hold(resume(after: duration, context) { $0.reset(context) })
      report(request, note: "held without an answer")
    case .reset(let reason): reset(request, because: reason, context)
    case .run(let closure): run(closure, for: request, context)
    case .forward where request.request.maxForwards == 0: answerInsteadOfOrigin(request, context)
    case .forward(let origin): forward(request, to: origin, context)
    }
  }

  func reset(_ request: DecidedRequest, because reason: String?, _ context: ChannelHandlerContext) {
    reset(context)
    report(request, note: ["\(Self.subject) reset", reason].compactMap(\.self).joined(separator: ": "))
  }

  // MARK: - Waiting

  /// Performs a decision after its delay.
  private func performDelayed(_ request: DecidedRequest, _ context: ChannelHandlerContext) {
    guard request.decision.delay > .zero else { return perform(request, context) }
    let timer = resume(after: request.decision.delay, context) { $0.perform(request, context) }
    work = .delay(request, timer)
  }

  /// Ends the pending work after some time.
  private func resume(
    after duration: Duration, _ context: ChannelHandlerContext, _ body: @escaping (Self) -> Void
  ) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(duration)) { [self] in
      // A timer that is due at the same time as the one that cancels it fires nevertheless.
      guard work?.isTimed == true else { return }
      work = nil
      body(self)
      goOn(context)
    }
  }

  private func run(_ call: ClosureCall, for request: DecidedRequest, _ context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: loop)
    let closure = call.start { outcome, _ in
      loop.execute {
        let (handler, context) = bound.value
        // Otherwise the client has left.
        guard case .closure(var request, _)? = handler.work else { return }
        handler.work = nil
        request.decision.outcome = outcome
        handler.perform(request, context)
        handler.goOn(context)
      }
    }
    work = .closure(request, closure)
  }

  // MARK: - Forwarding

  /// Answers a request that may not be forwarded as its recipient (RFC 9110 §7.6.2).
  private func answerInsteadOfOrigin(_ request: DecidedRequest, _ context: ChannelHandlerContext) {
    request.upload?.store()
    if request.head.method == "TRACE" { return send(.noTrace(request: request.head), to: request, context) }
    // What the origin allows isn't known.
    send(Reply(status: 204, fields: [:], body: [], isShared: false), to: request, context)
  }

  private func forward(_ request: DecidedRequest, to origin: Origin, _ context: ChannelHandlerContext) {
    let forwarded = ForwardedRequest(
      request.request, request.upload, to: origin, by: loop.context.pseudonym, own: loop.context.ownAddresses,
      tls: loop.context.clientTLS, loop: context.eventLoop)
    work = .forward(request, forwarded)
    if request.upload != nil, request.head.expectsContinue { sendContinue(context) }
    request.upload?.onDemand = { [self] in goOn(context) }
    let onEvent: (ForwardedResponse.Event) -> Void = { [self] event in
      switch event {
      case .informational(let status, let fields):
        if request.head.version != .http10 { sendInformational(status, fields, context) }
      case .head(let status, let fields):
        beginRelay(of: request, status, fields, note: "forwarded to \(origin)", from: forwarded, context)
      case .body(let piece):
        guard case .relay(let body, let answer)? = work, piece.readableBytes > 0 else { return }
        relay(piece, body, onSent: sent(piece.readableBytes, of: answer, isEnd: false), context)
      case .end:
        guard case .relay(let body, let answer)? = work else { return }
        request.upload?.store()
        work = nil
        endRelay(body, onSent: sent(0, of: answer, isEnd: true), context)
        goOn(context)
      case .failure(let error):
        request.upload?.store()
        if case .relay(_, let answer)? = work { return breakOff(answer, because: error.reason, context) }
        work = nil
        send(.notForwarded(error.reason, request: request.head), to: request, context)
        goOn(context)
      }
    }
    forwarded.start(
      from: context.channel.localAddress, timeout: loop.context.timeout(), takesMore: { [self] in isWritable },
      onEvent: onEvent)
  }

  /// Ends a request of whose body no more arrives.
  ///
  /// - Returns: Whether the client can be answered. Otherwise, it has got a part of the answer, and its connection or
  ///   stream was reset.
  func endUpload(_ work: PendingWork, because reason: String, _ context: ChannelHandlerContext) -> Bool {
    work.cancel()
    if let answer = work.answer {
      breakOff(answer, because: reason, context)
      return false
    }
    self.work = nil
    return true
  }

  private func breakOff(_ answer: LongAnswer, because reason: String, _ context: ChannelHandlerContext) {
    work = nil
    report(answer, brokenOff: "\(Self.subject) reset: \(reason)")
    reset(context)
  }

  /// Returns what to do when a part of an answer's body is sent, or can't be.
  func sent(_ size: Int, of answer: LongAnswer, isEnd: Bool) -> (Bool) -> Void {
    { [self] isSent in
      if isSent { answer.size += size }
      if !isSent || isEnd { report(answer, isWhole: isSent) }
    }
  }
}
