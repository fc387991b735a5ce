import HTTPTypes
import MockSpec
import MockSpecControl
import NIOCore

extension ConnectionHandler {
  func answer(_ arrival: RequestAssembly.Arrival, _ context: ChannelHandlerContext) {
    switch arrival {
    case .refused(let refusal, let head):
      refuse(refusal, head, head.flatMap(access), context)
    case .refusedControl(let answer, let head):
      let bytes = loop.renderer.bytes(of: answer, sendsBody: head.method != "HEAD", connection: .close)
      write(bytes, isLast: true, context)
    case .request(let head, let body):
      if head.method == "CONNECT", let proxy = loop.context.proxy { return connect(head, by: proxy, context) }
      let access = access(of: head)
      var request: MockRequest
      do {
        request = try MockRequest(head, body: body, scheme: loop.scheme)
        if let proxy = loop.context.proxy { request = try admitted(request, by: proxy) }
      } catch {
        return refuse(error, head, access, context)
      }
      if ControlPath.contains(request.path) { return steer(request, head, context) }
      if let access, let preflight = Preflight(head, access), !loop.context.answersOptions(request) {
        return answer(preflight, head, access, context)
      }
      let decided = loop.decide(
        request, head, access, local: context.channel.localAddress, version: versionToRepeat, keep: keep)
      if decided.decision.delay > .zero {
        delay(decided, context)
      } else {
        perform(decided, context)
      }
    }
  }

  /// Answers a request as before.
  ///
  /// - Returns: Whether the answer still holds. If not, nothing is done.
  func answer(_ known: KnownRequest, _ context: ChannelHandlerContext) -> Bool {
    guard known.call.storeAgain() else {
      loop.known.removeAll()
      return false
    }
    let start = loop.measuresCalls ? NIODeadline.now() : nil
    let bytes = known.answer(loop.renderer.currentDate())
    scanner.skipRequest()
    write((bytes, nil), context)
    report(known, since: start, bodySize: bytes.lengthAfterHead)
    return true
  }

  /// Returns whether the answer to a request is the last one of the connection.
  func closes(after head: RequestHead) -> Bool { !head.keepsConnection || (isFinishing && isIdle) }

  private func access(of head: RequestHead) -> CrossOriginAccess? {
    CrossOriginAccess(head, loop.context.allowedOrigins())
  }

  func connection(for head: RequestHead) -> RenderedAnswer.Connection? {
    closes(after: head) ? .close : head.version == .http10 ? .keepAlive : nil
  }

  /// Answers a preflight, which isn't a call of a mock.
  private func answer(
    _ preflight: Preflight, _ head: RequestHead, _ access: CrossOriginAccess, _ context: ChannelHandlerContext
  ) {
    let connection = connection(for: head)
    let (bytes, status): ((ByteBuffer, ByteBuffer?), Int)
    switch preflight {
    case .granted(let fields):
      (bytes, status) = (loop.renderer.bytes(ofPreflight: fields, connection: connection), 204)
    case .denied(let origin):
      let error = ErrorAnswer.originNotAllowed(origin, request: head)
      bytes = loop.renderer.bytes(of: error, to: head, connection: connection, access: access)
      status = error.status
    }
    write(bytes, isLast: connection == .close, context)
    report(head, status: status, note: "preflight", bodySize: Self.bodySize(of: bytes), access)
  }

  private func perform(_ request: DecidedRequest, _ context: ChannelHandlerContext) {
    let connection = connection(for: request.head)
    perform(loop.action(for: request, connection: connection), request, connection, context)
  }

  private func perform(
    _ action: WireAction, _ request: DecidedRequest, _ connection: RenderedAnswer.Connection?,
    _ context: ChannelHandlerContext
  ) {
    let isLast = connection == .close
    switch action {
    case .send(let bytes, let status, let note) where bytes.1 == nil:
      write(bytes, isLast: isLast, context)
      report(request, status: status, note: note, bodySize: Self.bodySize(of: bytes))
    case .send(let bytes, let status, let note):
      let answer = LongAnswer(request, status: status, note: note)
      write(bytes, isLast: isLast, onSent: sent(Self.bodySize(of: bytes), of: answer, isEnd: true), context)
      output.flush(context)
    case .sendInPieces(let head, let body, let status):
      write((head, nil), context)
      phase = .answering(.body(body, LongAnswer(request, status: status), nil))
      sendPiece(context)
    case .breakOff(let bytes, let note):
      write((bytes, nil), isLast: true, context)
      report(request, note: note)
    case .breakOffInPieces(let head, let body, let note):
      write((head, nil), context)
      phase = .answering(.body(body, LongAnswer(request, status: nil, note: note), nil))
      sendPiece(context)
    case .forward(let origin):
      forward(request, to: origin, connection, context)
    case .hold(let duration):
      hold(duration, context)
      report(request, note: "held without an answer")
    case .reset(let reason):
      reset(context)
      report(request, note: ["connection reset", reason].compactMap(\.self).joined(separator: ": "))
    case .run(let closure):
      run(closure, for: request, context)
    }
  }

  func refuse(
    _ refusal: Refusal, _ head: RequestHead?, _ access: CrossOriginAccess?, _ context: ChannelHandlerContext
  ) {
    let bytes = loop.renderer.bytes(of: refusal, to: head, access: access)
    write(bytes, isLast: true, context)
    report(head, status: refusal.status, note: refusal.reason, bodySize: Self.bodySize(of: bytes), access)
  }

  // MARK: - Waiting

  private func delay(_ request: DecidedRequest, _ context: ChannelHandlerContext) {
    let timer = resume(after: request.decision.delay, context) { $0.perform(request, context) }
    phase = .answering(.delay(request, timer))
  }

  private func hold(_ duration: Duration, _ context: ChannelHandlerContext) {
    phase = .answering(.hold(resume(after: duration, context) { $0.reset(context) }))
  }

  /// Ends the pending work after some time.
  private func resume(
    after duration: Duration, _ context: ChannelHandlerContext, _ body: @escaping (ConnectionHandler) -> Void
  ) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(duration)) { [self] in
      // A timer that is due at the same time as the one that cancels it fires nevertheless.
      guard phase.work?.isTimed == true else { return }
      phase = .reading
      body(self)
      answerOn(context)
    }
  }

  private func run(_ call: ClosureCall, for request: DecidedRequest, _ context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: loop)
    let closure = call.start { outcome, _ in
      loop.execute {
        let (handler, context) = bound.value
        handler.closureEnded(outcome, context)
      }
    }
    phase = .answering(.closure(request, closure))
  }

  private func closureEnded(_ outcome: Decision.Outcome, _ context: ChannelHandlerContext) {
    // Otherwise the client has left.
    guard case .closure(var request, _)? = phase.work else { return }
    phase = .reading
    request.decision.outcome = outcome
    perform(request, context)
    answerOn(context)
  }

  private func forward(
    _ request: DecidedRequest, to origin: Origin, _ connection: RenderedAnswer.Connection?,
    _ context: ChannelHandlerContext
  ) {
    let forwarded = ForwardedRequest(
      request.request, to: origin, by: loop.context.pseudonym, own: loop.context.ownAddresses,
      tls: loop.context.clientTLS, loop: context.eventLoop)
    phase = .answering(.forward(request, forwarded))
    let onEvent: (ForwardedResponse.Event) -> Void = { [self] event in
      switch event {
      case .head(let status, let fields):
        beginRelay(request, status, fields, connection, from: forwarded, origin, context)
      case .body(let piece):
        guard case .relay(let body, let answer)? = phase.work, piece.readableBytes > 0 else { return }
        write(body.bytes(piece), onSent: sent(piece.readableBytes, of: answer, isEnd: false), context)
        output.flush(context)
      case .end:
        guard case .relay(let body, let answer)? = phase.work else { return }
        phase = .reading
        write((body.end, nil), isLast: body.closes, onSent: sent(0, of: answer, isEnd: true), context)
        answerOn(context)
      case .failure(let error):
        if case .relay(_, let answer)? = phase.work {
          phase = .reading
          report(answer, brokenOff: "connection reset: \(error.reason)")
          return reset(context)
        }
        phase = .reading
        perform(loop.notForwarded(error.reason, request, connection), request, connection, context)
        answerOn(context)
      }
    }
    forwarded.start(
      from: context.channel.localAddress, timeout: loop.context.timeout(), takesMore: { [self] in isWritable },
      onEvent: onEvent)
  }

  /// Sends the head of a forwarded response.
  private func beginRelay(
    _ request: DecidedRequest, _ status: Int, _ fields: HTTPFields, _ connection: RenderedAnswer.Connection?,
    from forwarded: ForwardedRequest, _ origin: Origin, _ context: ChannelHandlerContext
  ) {
    let length = fields[.contentLength].flatMap { Int($0) }
    let body = RelayedBody(
      forwarded, to: request.head, isEmpty: request.head.method == "HEAD" || status == 204 || status == 304,
      hasLength: length != nil, closes: connection == .close)
    let head = loop.renderer.head(
      ofForwarded: status, fields, length: status == 204 || status == 304 ? nil : length, lines: body.lines,
      connection: body.closes ? .close : connection, access: request.access)
    phase = .answering(.relay(body, LongAnswer(request, status: status, note: "forwarded to \(origin)")))
    write((head, nil), context)
    output.flush(context)
  }

  /// Returns the size of the body of an answer.
  private static func bodySize(of answer: (ByteBuffer, ByteBuffer?)) -> Int {
    answer.0.lengthAfterHead + (answer.1?.readableBytes ?? 0)
  }
}

extension ByteBuffer {
  /// The number of bytes after the first empty line.
  fileprivate var lengthAfterHead: Int {
    let bytes = readableBytesView
    return bytes.firstRange(of: "\r\n\r\n".utf8).map { bytes.distance(from: $0.upperBound, to: bytes.endIndex) } ?? 0
  }
}
