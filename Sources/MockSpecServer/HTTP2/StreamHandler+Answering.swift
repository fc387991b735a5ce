import HTTPTypes
import MockSpec
import MockSpecControl
import NIOCore
import NIOHPACK
import NIOHTTP2

extension StreamHandler {
  /// Answers a request.
  ///
  /// - Parameter key: Set if the request is expected again, with its bytes.
  func answer(
    _ head: RequestHead, body: ByteBuffer, _ key: (KnownRequests.Key, ByteBuffer)?, _ context: ChannelHandlerContext
  ) {
    phase = .answering(nil)
    answer(
      head, body, version: key?.0.version,
      keep: { [loop] decided, call in
        guard let (key, bytes) = key, case .reply(let reply) = decided.decision.outcome,
          loop.renderer.streamAnswer(reply, sendsBody: false, access: decided.access).head.fitFrame
        else { return }
        loop.known.add(
          key, bytes, call, decided, loop.metrics?.place(of: decided.decision), loop.renderer.currentDate())
      }, context)
  }

  func request(_ head: RequestHead, _ body: ByteBuffer) throws(Refusal) -> MockRequest {
    try MockRequest(head, body: body, scheme: loop.scheme)
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
    let answer = loop.renderer.streamAnswer(known)
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

  func send(_ answer: ServerAnswer, to head: RequestHead?, _ context: ChannelHandlerContext) {
    send(loop.renderer.streamAnswer(answer), context)
    // Not for those that are no fault of this request.
    if answer.endsConnection, answer.status < 500 { connection.countRefusal() }
  }

  // MARK: - Replies

  func send(_ reply: Reply, to request: DecidedRequest, _ context: ChannelHandlerContext) {
    let limit = min(request.decision.throttle?.piece ?? .max, BodyInPieces.limit)
    let sendsBody = request.decision.sendsBody
    let answer = loop.renderer.streamAnswer(reply, sendsBody: sendsBody, access: request.access)
    guard sendsBody, reply.content.count > limit else {
      return send(answer, to: request, status: reply.status, context)
    }
    guard answer.head.fitFrame else { return refuse(toSendFieldsOf: request, context) }
    let throttle = request.decision.throttle ?? EventLoopState.streamPieces
    let body = BodyInPieces(reply.content, throttle: throttle, closes: false)
    work = .body(body, LongAnswer(request, status: reply.status), nil)
    write(answer.head, context)
    sendPiece(context)
  }

  func send(
    _ reply: Reply, brokenBy fault: Fault, to request: DecidedRequest, _ context: ChannelHandlerContext
  ) {
    guard let part = reply.part(before: fault, sendsBody: request.decision.sendsBody) else {
      return reset(request, because: nil, context)
    }
    let length: Int? = if case .length(let count) = part.framing { count } else { nil }
    let head = loop.renderer.streamHead(reply.status, part.fields, length: length, access: request.access)
    // A break can't be seen.
    if part.isWhole { return send(StreamAnswer(head: head), to: request, status: reply.status, context) }
    guard head.fitFrame else { return refuse(toSendFieldsOf: request, context) }
    write(head, context)
    let body = BodyInPieces(part.body, throttle: EventLoopState.streamPieces, closes: true)
    breakOff(body, fault == .malformedChunk ? .protocolError : .internalError, request, context)
  }

  func send(_ error: ErrorAnswer, to request: DecidedRequest, _ context: ChannelHandlerContext) {
    let answer = loop.renderer.streamAnswer(ServerAnswer(error, to: request.head, request.access))
    send(answer, to: request, status: error.status, note: error.note, context)
  }

  private func send(
    _ answer: StreamAnswer, to request: DecidedRequest, status: Int, note: String? = nil,
    _ context: ChannelHandlerContext
  ) {
    guard answer.head.fitFrame else { return refuse(toSendFieldsOf: request, context) }
    let size = answer.body?.readableBytes ?? 0
    // A small body can wait for its client's window, too, but only the log shows that.
    guard size > StreamAnswer.smallBody || size > 0 && loop.context.onRequest != nil else {
      send(answer, context)
      return report(request, status: status, note: note, bodySize: size)
    }
    let long = LongAnswer(request, status: status, note: note)
    send(answer, onSent: sent(size, of: long, isEnd: true), context)
  }

  // MARK: - Forwarding

  func sendInformational(_ status: Int, _ fields: HTTPFields, _ context: ChannelHandlerContext) {
    let head = loop.renderer.streamHead(status, fields, length: nil, access: nil)
    guard head.fitFrame else { return }
    write(head, context)
    context.flush()
  }

  func beginRelay(
    of request: DecidedRequest, _ status: Int, _ fields: HTTPFields, note: String, from forwarded: ForwardedRequest,
    _ context: ChannelHandlerContext
  ) {
    let body = RelayedBody(forwarded, to: request.head, status, fields, closes: false)
    let head = loop.renderer.streamHead(status, fields, length: body.length, access: request.access)
    guard head.fitFrame else {
      forwarded.cancel()
      work = nil
      return refuse(toSendFieldsOf: request, context)
    }
    work = .relay(body, LongAnswer(request, status: status, note: note))
    write(head, context)
    context.flush()
  }

  func relay(
    _ piece: ByteBuffer, _ body: RelayedBody, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext
  ) {
    write(piece, onSent: onSent, context)
    context.flush()
  }

  func endRelay(_ body: RelayedBody, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext) {
    write(ByteBuffer(), isEnd: true, onSent: onSent, context)
    context.flush()
  }

  private func refuse(toSendFieldsOf request: DecidedRequest, _ context: ChannelHandlerContext) {
    request.upload?.store()
    reset(request, because: "the fields of the answer are too large for HTTP/2", context)
  }
}
