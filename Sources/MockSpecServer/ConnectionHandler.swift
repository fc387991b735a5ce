import MockSpec
import NIOCore
import NIOHTTP1

/// One client's connection: answers its requests in order, one at a time.
///
/// While an answer is delayed, held back or still being sent, at once or in pieces, nothing is read, so that a client
/// which sends faster than it is answered is slowed down by TCP; what one read brought is queued. The end of the client's
/// side is noticed all the same, since the event loop reports it without reading.
final class ConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum Phase {
    case serving
    /// Closes once everything that has arrived is answered.
    case finishing
    /// The last bytes are written or on their way; whatever still arrives is dropped.
    case done
  }

  private let loop: LoopState
  private var context: ChannelHandlerContext?
  private var phase = Phase.serving
  private var assembly: RequestAssembly
  private var backlog = CircularBuffer<RequestAssembly.Arrival>()
  private var isWaiting = false
  /// What is answered after the wait; `nil` while holding a connection that gets no answer.
  private var delayed: Exchange?
  /// What is waited for, where that isn't time.
  private var closure: RunningClosure?
  /// A body that is being sent in pieces.
  private var slowBody: SlowBody?
  /// A request that another server is answering.
  private var upstream: Upstream?
  /// Of what is waited for, of the next piece or, once done, of the linger.
  private var timer: Scheduled<Void>?
  private var isWritable = true
  private var owesRead = false
  private var owesFlush = false

  private var isBusy: Bool { isWaiting || slowBody != nil || upstream != nil || !isWritable }
  private var isIdle: Bool { backlog.isEmpty && !isWaiting && slowBody == nil && upstream == nil && assembly.isEmpty }

  init(loop: LoopState) {
    self.loop = loop
    assembly = RequestAssembly(bodyLimit: loop.context.limits.body)
  }

  /// Answers what has arrived, then closes; an idle connection closes at once.
  func finish() {
    guard let context else { return }
    if phase == .done {
      if timer != nil { context.close(promise: nil) }
    } else if isWaiting, delayed == nil {
      reset(context)
    } else {
      phase = .finishing
      closeIfFinished(context)
    }
  }

  func abort() {
    if let exchange = delayed.take() { report(exchange, note: "server stopped before the answer") }
    slowBody = nil
    context?.close(promise: nil)
  }

  // MARK: Channel events

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    loop.connections.add(self)
  }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .done
    timer?.cancel()
    closure?.cancel()
    isWaiting = false
    slowBody = nil
    upstream.take()?.cancel()
    if let exchange = delayed.take() { report(exchange, note: "client left before the answer") }
    self.context = nil
    loop.connections.remove(self)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase != .done else { return }
    if let arrival = assembly.receive(unwrapInboundIn(data)) {
      arrive(arrival, context)
    } else {
      sendContinueIfAwaited(context)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    flush(context)
  }

  func read(context: ChannelHandlerContext) {
    if isBusy, phase != .done { owesRead = true } else { context.read() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    isWritable = context.channel.isWritable
    guard isWritable else { return }
    if slowBody?.isOverdue == true { sendPiece(context) }
    answerBacklog(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed = event else { return }
    // A client that has gone altogether looks the same; while nothing is sent, only the wait would tell them apart.
    if isWaiting { context.close(promise: nil) } else { finish() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let refusal = Refusal(decoding: error) {
      guard phase != .done else { return }
      assembly = RequestAssembly(bodyLimit: loop.context.limits.body)
      arrive(.refused(refusal), context)
      flush(context)
    } else if case ByteToMessageDecoderError.dataReceivedInErrorState = error {
      // More of what was refused.
    } else {
      context.close(promise: nil)
    }
  }

  // MARK: Order

  private func arrive(_ arrival: RequestAssembly.Arrival, _ context: ChannelHandlerContext) {
    if isBusy || !backlog.isEmpty { backlog.append(arrival) } else { answer(arrival, context) }
  }

  private func answerBacklog(_ context: ChannelHandlerContext) {
    while phase != .done, !isBusy, let arrival = backlog.popFirst() { answer(arrival, context) }
    sendContinueIfAwaited(context)
    closeIfFinished(context)
    flush(context)
    if owesRead, phase == .done || !isBusy {
      owesRead = false
      context.read()
    }
  }

  /// `100 Continue` belongs to the request that is being read, so it waits for the answers before it.
  private func sendContinueIfAwaited(_ context: ChannelHandlerContext) {
    guard assembly.awaitsContinue, phase != .done, !isBusy, backlog.isEmpty else { return }
    assembly.continueSent()
    context.write(wrapOutboundOut(ByteBuffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
    owesFlush = true
  }

  // MARK: Answering

  private func answer(_ arrival: RequestAssembly.Arrival, _ context: ChannelHandlerContext) {
    switch arrival {
    case .refused(let refusal):
      refuse(refusal, nil, context)
    case .request(let head, let body):
      let request: MockRequest
      do {
        request = try MockRequest(head, body: body)
      } catch {
        return refuse(error, head, context)
      }
      let exchange = Exchange(head: head, request: request, decision: loop.context.decide(request))
      if exchange.decision.delay > .zero {
        wait(exchange.decision.delay, toAnswer: exchange, context)
      } else {
        perform(exchange, context)
      }
    }
  }

  private func perform(_ exchange: Exchange, _ context: ChannelHandlerContext) {
    let closes = !exchange.head.keepsConnection || (phase == .finishing && isIdle)
    let connection: RenderedAnswer.Connection? =
      closes ? .close : exchange.head.version == .http1_0 ? .keepAlive : nil
    perform(loop.action(for: exchange, connection: connection), exchange, connection, context)
  }

  private func perform(
    _ action: WireAction, _ exchange: Exchange, _ connection: RenderedAnswer.Connection?,
    _ context: ChannelHandlerContext
  ) {
    let closes = connection == .close
    switch action {
    case .send(let bytes, let status, let note):
      write(bytes, closing: closes ? { $0.close(promise: nil) } : nil, context)
      report(exchange, status: status, note: note)
    case .sendSlowly(let head, let body, let throttle, let status):
      write((head, nil), closing: nil, context)
      slowBody = SlowBody(rest: body, throttle: throttle, closes: closes)
      report(exchange, status: status)
      sendPiece(context)
    case .breakOff(let bytes, let note):
      write((bytes, nil), closing: { $0.close(promise: nil) }, context)
      report(exchange, note: note)
    case .forward(let origin):
      forward(exchange, to: origin, connection, context)
    case .hold(let duration):
      wait(duration, toAnswer: nil, context)
      report(exchange, note: "held without an answer")
    case .reset(let reason):
      reset(context)
      report(exchange, note: ["connection reset", reason].compactMap(\.self).joined(separator: ": "))
    case .run(let closure):
      run(closure, toAnswer: exchange, context)
    }
  }

  private func forward(
    _ exchange: Exchange, to origin: Origin, _ connection: RenderedAnswer.Connection?, _ context: ChannelHandlerContext
  ) {
    let upstream = Upstream(exchange.request, to: origin, by: loop.context.pseudonym, loop: context.eventLoop)
    self.upstream = upstream
    upstream.start(from: context.channel.localAddress, timeout: loop.context.timeout()) { [self] result in
      // Otherwise the client has left.
      guard self.upstream === upstream else { return }
      self.upstream = nil
      switch result {
      case .success(let reply):
        let bytes = loop.bytes(of: reply, for: exchange, connection: connection)
        perform(
          .send(bytes, status: reply.status, note: "forwarded to \(origin)"), exchange, connection, context)
      case .failure(let error):
        perform(loop.notForwarded(error.reason, exchange, connection), exchange, connection, context)
      }
      answerBacklog(context)
    }
  }

  private func run(_ call: ClosureCall, toAnswer exchange: Exchange, _ context: ChannelHandlerContext) {
    isWaiting = true
    delayed = exchange
    let loop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: loop)
    closure = call.start { outcome in
      loop.execute {
        let (handler, context) = bound.value
        handler.closureEnded(outcome, context)
      }
    }
  }

  private func closureEnded(_ outcome: Decision.Outcome, _ context: ChannelHandlerContext) {
    closure = nil
    guard var exchange = delayed.take() else { return }
    isWaiting = false
    exchange.decision.outcome = outcome
    perform(exchange, context)
    answerBacklog(context)
  }

  private func wait(_ duration: Duration, toAnswer exchange: Exchange?, _ context: ChannelHandlerContext) {
    isWaiting = true
    delayed = exchange
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(duration)) { [self] in
      isWaiting = false
      timer = nil
      if let exchange = delayed.take() { perform(exchange, context) } else { reset(context) }
      answerBacklog(context)
    }
  }

  /// While the socket takes no more, the next piece waits for it however long its time has come.
  private func sendPiece(_ context: ChannelHandlerContext) {
    guard var body = slowBody else { return }
    guard isWritable else {
      slowBody?.isOverdue = true
      return
    }
    let piece = body.nextPiece()
    body.isOverdue = false
    guard body.rest.readableBytes > 0 else {
      slowBody = nil
      return write((piece, nil), closing: body.closes ? { $0.close(promise: nil) } : nil, context)
    }
    slowBody = body
    write((piece, nil), closing: nil, context)
    flush(context)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(body.throttle.interval)) { [self] in
      timer = nil
      sendPiece(context)
      answerBacklog(context)
    }
  }

  private func refuse(_ refusal: Refusal, _ head: HTTPRequestHead?, _ context: ChannelHandlerContext) {
    write(
      loop.bytes(of: refusal),
      closing: { [self] context in
        context.close(mode: .output, promise: nil)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(loop.context.limits.linger)) {
          context.close(promise: nil)
        }
      }, context)
    report(head, status: refusal.status, note: refusal.reason)
  }

  /// - Parameter closing: Called when everything has been sent; nothing is answered any more.
  private func write(
    _ bytes: (ByteBuffer, ByteBuffer?), closing: ((ChannelHandlerContext) -> Void)?, _ context: ChannelHandlerContext
  ) {
    owesFlush = true
    var sent: EventLoopPromise<Void>?
    if let closing {
      phase = .done
      let promise = context.eventLoop.makePromise(of: Void.self)
      promise.futureResult.assumeIsolated().whenComplete { _ in closing(context) }
      sent = promise
    }
    if let body = bytes.1 {
      context.write(wrapOutboundOut(bytes.0), promise: nil)
      context.write(wrapOutboundOut(body), promise: sent)
    } else {
      context.write(wrapOutboundOut(bytes.0), promise: sent)
    }
  }

  private func flush(_ context: ChannelHandlerContext) {
    guard owesFlush else { return }
    owesFlush = false
    context.flush()
  }

  private func closeIfFinished(_ context: ChannelHandlerContext) {
    guard phase == .finishing, isIdle else { return }
    // After what is still being sent.
    write((ByteBuffer(), nil), closing: { $0.close(promise: nil) }, context)
    flush(context)
  }

  private func reset(_ context: ChannelHandlerContext) {
    phase = .done
    context.flush()
    context.reset()
  }

  private func report(_ exchange: Exchange, status: Int? = nil, note: String? = nil) {
    report(exchange.head, status: status, note: note, decision: exchange.decision)
  }

  private func report(_ head: HTTPRequestHead?, status: Int?, note: String?, decision: Decision? = nil) {
    guard let onRequest = loop.context.onRequest else { return }
    onRequest(
      ServedRequest(head, status: status, note: note, decision: decision, redaction: loop.context.redaction()))
  }
}
