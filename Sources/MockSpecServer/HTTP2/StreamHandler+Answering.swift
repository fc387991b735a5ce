import HTTPTypes
import MockSpec
import MockSpecControl
import NIOCore
import NIOHPACK

extension StreamHandler {
  /// Answers a request.
  ///
  /// - Parameter key: Set if the request is expected again, with its bytes.
  func answer(
    _ head: RequestHead, body: ByteBuffer, _ key: (KnownRequests.Key, ByteBuffer)?, _ context: ChannelHandlerContext
  ) {
    phase = .answering(nil)
    let access = access(of: head)
    let request: MockRequest
    do {
      request = try MockRequest(head, body: body, scheme: loop.scheme)
    } catch {
      return refuse(error, head, access, context)
    }
    if ControlPath.contains(request.path) { return steer(request, head, context) }
    if let access, let preflight = Preflight(head, access), !loop.context.answersOptions(request) {
      return answer(preflight, head, access, context)
    }
    let local = context.channel.localAddress
    let decided = loop.decide(request, head, access, local: local, version: key?.0.version) { [loop] decided, call in
      guard let (key, bytes) = key, case .reply(let reply) = decided.decision.outcome,
        loop.renderer.streamAnswer(reply, sendsBody: false, access: access).head.fitFrame
      else { return }
      loop.known.add(
        key, bytes, call, decided, loop.metrics?.place(of: decided.decision), loop.renderer.currentDate())
    }
    if decided.decision.delay > .zero {
      delay(decided, context)
    } else {
      perform(decided, context)
    }
  }

  /// Answers a request as before.
  ///
  /// - Returns: Whether the answer still holds. If not, nothing is done.
  func answer(_ known: KnownRequest, _ context: ChannelHandlerContext) -> Bool {
    guard case .reply(let reply) = known.decided.decision.outcome, known.call.storeAgain() else {
      loop.known.removeAll()
      return false
    }
    let start = loop.measuresCalls ? NIODeadline.now() : nil
    let answer = loop.renderer.streamAnswer(
      reply, sendsBody: known.decided.decision.sendsBody, access: known.decided.access)
    let size = answer.body?.readableBytes ?? 0
    guard size > 0, loop.context.onRequest != nil else {
      send(answer, context)
      report(known, since: start, bodySize: size)
      return true
    }
    var decided = known.decided
    decided.start = start
    send(answer, onSent: sent(size, of: LongAnswer(decided, status: known.status), isEnd: true), context)
    return true
  }

  func access(of head: RequestHead) -> CrossOriginAccess? {
    CrossOriginAccess(head, loop.context.allowedOrigins())
  }

  /// Answers a preflight, which isn't a call of a mock.
  private func answer(
    _ preflight: Preflight, _ head: RequestHead, _ access: CrossOriginAccess, _ context: ChannelHandlerContext
  ) {
    let (answer, status): (StreamAnswer, Int)
    switch preflight {
    case .granted(let fields): (answer, status) = (loop.renderer.streamAnswer(preflight: fields), 204)
    case .denied(let origin):
      let error = ErrorAnswer.originNotAllowed(origin, request: head)
      (answer, status) = (loop.renderer.streamAnswer(error, to: head, access: access), error.status)
    }
    send(answer, context)
    report(head, status: status, note: "preflight", bodySize: answer.body?.readableBytes ?? 0, access)
  }

  private func perform(_ request: DecidedRequest, _ context: ChannelHandlerContext) {
    perform(loop.streamAction(for: request), request, context)
  }

  private func perform(_ action: StreamAction, _ request: DecidedRequest, _ context: ChannelHandlerContext) {
    if let head = action.head, !head.fitFrame { return refuse(toSendFieldsOf: request, context) }
    switch action {
    case .send(let answer, let status, let note):
      let size = answer.body?.readableBytes ?? 0
      // A small body can wait for its client's window, too, but only the log shows that.
      guard size > StreamAnswer.smallBody || size > 0 && loop.context.onRequest != nil else {
        send(answer, context)
        return report(request, status: status, note: note, bodySize: size)
      }
      let long = LongAnswer(request, status: status, note: note)
      send(answer, onSent: sent(size, of: long, isEnd: true), context)
    case .sendInPieces(let head, let body, let status):
      phase = .answering(.body(body, LongAnswer(request, status: status), nil))
      write(head, context)
      sendPiece(context)
    case .breakOff(let head, let body, let code):
      write(head, context)
      breakOff(body, code, request, context)
    case .forward(let origin):
      forward(request, to: origin, context)
    case .hold(let duration):
      phase = .answering(.hold(resume(after: duration, context) { $0.reset(context) }))
      report(request, note: "held without an answer")
    case .reset(let reason):
      reset(context)
      report(request, note: ["stream reset", reason].compactMap(\.self).joined(separator: ": "))
    case .run(let closure):
      run(closure, for: request, context)
    }
  }

  func refuse(
    _ refusal: Refusal, _ head: RequestHead?, _ access: CrossOriginAccess?, _ context: ChannelHandlerContext
  ) {
    let answer = loop.renderer.streamAnswer(refusal, to: head, access: access)
    send(answer, context)
    report(head, status: refusal.status, note: refusal.reason, bodySize: answer.body?.readableBytes ?? 0, access)
  }

  // MARK: - Waiting

  private func delay(_ request: DecidedRequest, _ context: ChannelHandlerContext) {
    let timer = resume(after: request.decision.delay, context) { $0.perform(request, context) }
    phase = .answering(.delay(request, timer))
  }

  /// Ends the pending work after some time.
  private func resume(
    after duration: Duration, _ context: ChannelHandlerContext, _ body: @escaping (StreamHandler) -> Void
  ) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(duration)) { [self] in
      // A timer that is due at the same time as the one that cancels it fires nevertheless.
      guard work?.isTimed == true else { return }
      phase = .answering(nil)
      body(self)
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
        handler.phase = .answering(nil)
        request.decision.outcome = outcome
        handler.perform(request, context)
      }
    }
    phase = .answering(.closure(request, closure))
  }

  // MARK: - Forwarding

  private func forward(_ request: DecidedRequest, to origin: Origin, _ context: ChannelHandlerContext) {
    let forwarded = ForwardedRequest(
      request.request, to: origin, by: loop.context.pseudonym, own: loop.context.ownAddresses,
      tls: loop.context.clientTLS, loop: context.eventLoop)
    phase = .answering(.forward(request, forwarded))
    let onEvent: (ForwardedResponse.Event) -> Void = { [self] event in
      switch event {
      case .head(let status, let fields): relay(request, status, fields, from: forwarded, origin, context)
      case .body(let piece):
        guard case .relay(_, let answer)? = work, piece.readableBytes > 0 else { return }
        write(piece, onSent: sent(piece.readableBytes, of: answer, isEnd: false), context)
        context.flush()
      case .end:
        guard case .relay(_, let answer)? = work else { return }
        write(ByteBuffer(), isEnd: true, onSent: sent(0, of: answer, isEnd: true), context)
        context.flush()
      case .failure(let error):
        if case .relay(_, let answer)? = work {
          phase = .answering(nil)
          report(answer, brokenOff: "stream reset: \(error.reason)")
          return reset(context)
        }
        phase = .answering(nil)
        perform(loop.notForwardedOnStream(error.reason, request), request, context)
      }
    }
    forwarded.start(
      from: context.channel.localAddress, timeout: loop.context.timeout(), takesMore: { [self] in isWritable },
      onEvent: onEvent)
  }

  /// Sends the fields of a forwarded response.
  private func relay(
    _ request: DecidedRequest, _ status: Int, _ fields: HTTPFields, from forwarded: ForwardedRequest,
    _ origin: Origin, _ context: ChannelHandlerContext
  ) {
    let isEmpty = request.head.method == "HEAD" || status == 204 || status == 304
    let length = status == 204 || status == 304 ? nil : fields[.contentLength].flatMap { Int($0) }
    let head = loop.renderer.streamHead(status, fields, length: length, access: request.access)
    guard head.fitFrame else {
      forwarded.cancel()
      phase = .answering(nil)
      return refuse(toSendFieldsOf: request, context)
    }
    let body = RelayedBody(forwarded, to: request.head, isEmpty: isEmpty, hasLength: length != nil, closes: false)
    phase = .answering(.relay(body, LongAnswer(request, status: status, note: "forwarded to \(origin)")))
    write(head, context)
    context.flush()
  }

  private func refuse(toSendFieldsOf request: DecidedRequest, _ context: ChannelHandlerContext) {
    reset(context)
    report(request, note: "stream reset: the fields of the answer are too large for HTTP/2")
  }
}
