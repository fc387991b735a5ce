import MockSpec
import MockSpecControl
import NIOCore

/// A connection of a client. Answers its requests in order, one at a time.
///
/// Nothing is read while an answer is pending or being sent, so that TCP slows down a client that sends faster than it is
/// answered. The bytes of one read wait to be scanned. The event loop reports the end of the client's side without reading.
final class ConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  enum Phase {
    case serving
    /// The connection is closed when everything that has arrived is answered.
    case finishing
    /// The last bytes are written or being sent; input is ignored.
    case done
  }

  /// A part of a request, of which some bytes may have arrived.
  enum ExpectedPart {
    case head, body
    /// What arrives is ignored.
    case nothing
  }

  let loop: EventLoopState
  var phase = Phase.serving
  var pending = PendingWork.nothing
  let output = ConnectionOutput()
  private(set) var isWritable = true
  /// The number of requests that have arrived, also of refused ones.
  private var requestCount = 0
  /// The address of the client, for the log; `nil` if there is none.
  private(set) var client: String?
  private var context: ChannelHandlerContext?
  private var scanner: RequestScanner
  private var assembly: RequestAssembly
  private var timer: ConnectionTimer?
  private var needsRead = false
  /// The bytes that are being read, if they are expected again.
  private var wholeHead: (key: KnownRequests.Key, bytes: ByteBuffer)?

  /// What the client is expected to send.
  var expectedPart: ExpectedPart { phase == .done ? .nothing : scanner.isInBody ? .body : .head }
  /// Whether everything that has arrived is answered.
  var isIdle: Bool { pending.isNothing && isBetweenRequests }
  /// Whether nothing of a request has been received that isn't whole.
  var isBetweenRequests: Bool { scanner.isEmpty }
  private var isBusy: Bool { !pending.isNothing || !isWritable }

  init(loop: EventLoopState) {
    self.loop = loop
    scanner = RequestScanner(limits: loop.context.limits.server)
    assembly = loop.context.makeAssembly()
    timer = ConnectionTimer(loop.context.limits, self)
  }

  /// Answers what has arrived, then closes the connection. An idle connection is closed at once.
  func finish() {
    guard let context else { return }
    switch (phase, pending) {
    case (.done, .linger): context.close(promise: nil)
    case (.done, _): break
    case (_, .hold): reset(context)
    case (_, .control(let work)):
      phase = .finishing
      work.cancel()
    default:
      phase = .finishing
      closeIfFinished(context)
    }
  }

  /// Closes the connection at once.
  func abort() {
    drop(note: "server stopped before the answer")
    context?.transport.close(promise: nil)
  }

  /// Cancels the pending work, and reports its request.
  private func drop(note: String) {
    let work = pending
    pending = .nothing
    work.cancel()
    if let request = work.request { report(request, note: note) }
  }

  // MARK: - Channel events

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    if loop.context.onRequest != nil { client = context.remoteAddress?.ipAddress }
    timer?.start(context)
    loop.connections.add(self)
  }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .done
    timer?.cancel()
    drop(note: "client left before the answer")
    self.context = nil
    loop.connections.remove(self)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    timer?.endRead()
    let (bytes, count) = (unwrapInboundIn(data), requestCount)
    receive(bytes, context)
    timer?.received(bytes.readableBytes, ofSameRequest: count == requestCount)
  }

  private func receive(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    guard phase != .done else { return }
    if phase == .serving, isIdle, !isBusy {
      switch loop.known.find(bytes) {
      case .known(let known) where answer(known, context):
        requestCount += 1
        return
      case .repeated(let key): wholeHead = (key, bytes)
      case .known, .new: break
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
    if isBusy, phase != .done { needsRead = true } else { readOn(context) }
  }

  private func readOn(_ context: ChannelHandlerContext) {
    timer?.beginRead()
    context.read()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    isWritable = context.channel.isWritable
    guard isWritable else { return }
    if case .body(let body, _) = pending, body.isOverdue { sendPiece(context) }
    if case .relay(let body) = pending { body.forwarded.readOn() }
    answerOn(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed = event else { return }
    guard phase != .done else { return finish() }
    // The client may still read its answers, even while the connection is held.
    phase = .finishing
    scanner.end()
    if case .control(let work) = pending, work.isStream { work.cancel() }
    if pending.beginsWithStatusLine { output.sendLineStart(context) }
    answerOn(context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let refusal = error as? Refusal else { return context.close(promise: nil) }
    refuse(refusal, context)
  }

  /// Refuses what the client sends, and closes the connection.
  func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    guard phase != .done else { return }
    answer(.refused(refusal, nil), context)
    output.flush(context)
  }

  /// Whether the head of the request that is being answered may be known from now on.
  var isExpectedAgain: Bool { wholeHead != nil }

  /// Keeps the answer to a request if its head was all that was read, and is expected again.
  func keep(_ request: DecidedRequest, _ call: RepeatableCall) {
    guard let (key, bytes) = wholeHead, scanner.isEmpty, request.head.framing == .none, request.head.keepsConnection,
      request.head.version == .http11
    else { return }
    loop.known.add(key, bytes, call, request, loop.metrics?.place(of: request.decision))
  }

  // MARK: - Order

  /// Answers the requests that have arrived until one has to be waited for.
  private func answerArrivals(_ context: ChannelHandlerContext) {
    while phase != .done, !isBusy, let arrival = nextArrival() {
      requestCount += 1
      answer(arrival, context)
      wholeHead = nil
    }
    sendContinueIfAwaited(context)
  }

  private func nextArrival() -> RequestAssembly.Arrival? {
    do throws(Refusal) {
      while let part = try scanner.next() {
        if let arrival = assembly.receive(part) { return arrival }
      }
      return nil
    } catch {
      return .refused(error, nil)
    }
  }

  /// Answers the next requests, then reads on.
  func answerOn(_ context: ChannelHandlerContext) {
    answerArrivals(context)
    closeIfFinished(context)
    output.flush(context)
    if needsRead, phase == .done || !isBusy {
      needsRead = false
      readOn(context)
    }
  }

  /// Sends `100 Continue` for the request that is being read, after the answers to earlier requests.
  private func sendContinueIfAwaited(_ context: ChannelHandlerContext) {
    guard assembly.awaitsContinue, phase != .done, !isBusy else { return }
    assembly.continueSent()
    output.writeContinue(context)
  }

  private func closeIfFinished(_ context: ChannelHandlerContext) {
    guard phase == .finishing, isIdle else { return }
    // Closes after the bytes that are still being sent.
    write((ByteBuffer(), nil), closing: { $0.close(promise: nil) }, context)
    output.flush(context)
  }
}
