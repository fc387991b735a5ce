import HTTPTypes
import MockSpec
import NIOCore

extension ConnectionHandler {
  func answer(_ arrival: RequestAssembly.Arrival, _ context: ChannelHandlerContext) {
    switch arrival {
    case .refused(let refusal, let head):
      refuse(refusal, head, head.flatMap(access), context)
    case .refusedControl(let answer, let head):
      send(ServerAnswer(answer, to: head, endsConnection: true), to: head, context)
    case .request(let head, let body):
      if head.method == "CONNECT", let proxy = loop.context.proxy { return connect(head, by: proxy, context) }
      answer(head, body, version: versionToRepeat, keep: keep, context)
    }
  }

  func request(_ head: RequestHead, _ body: ByteBuffer) throws(Refusal) -> MockRequest {
    let request = try MockRequest(head, body: body, scheme: loop.scheme)
    guard let proxy = loop.context.proxy else { return request }
    return try admitted(request, by: proxy)
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
    report(known, since: start, bodySize: known.decided.replySize)
    return true
  }

  /// Returns whether the answer to a request is the last one of the connection.
  func closes(after head: RequestHead) -> Bool { !head.keepsConnection || (isFinishing && isIdle) }

  func connection(for head: RequestHead) -> RenderedAnswer.Connection? {
    closes(after: head) ? .close : head.version == .http10 ? .keepAlive : nil
  }

  func send(_ answer: ServerAnswer, to head: RequestHead?, _ context: ChannelHandlerContext) {
    let connection = answer.endsConnection ? .close : head.flatMap { self.connection(for: $0) }
    write(loop.renderer.bytes(of: answer, connection: connection), isLast: connection == .close, context)
  }

  // MARK: - Replies

  func send(_ reply: Reply, to request: DecidedRequest, _ context: ChannelHandlerContext) {
    let connection = connection(for: request.head)
    let limit = min(request.decision.throttle?.piece ?? .max, BodyInPieces.limit)
    let isLarge = request.decision.sendsBody && reply.content.count > limit
    let bytes = loop.renderer.bytes(
      of: reply, sendsBody: request.decision.sendsBody && !isLarge, connection: connection, access: request.access)
    let isLast = connection == .close
    if isLarge {
      let body = BodyInPieces(reply.content, throttle: request.decision.throttle, closes: isLast)
      send(bytes.0, body, LongAnswer(request, status: reply.status), context)
    } else {
      send(bytes, isLast: isLast, to: request, status: reply.status, bodySize: request.replySize, context)
    }
  }

  func send(
    _ reply: Reply, brokenBy fault: Fault, to request: DecidedRequest, _ context: ChannelHandlerContext
  ) {
    // HTTP/1.0 has no chunks (RFC 9112 §6.1).
    let fault = fault == .malformedChunk && request.head.version == .http10 ? .truncatedBody : fault
    let note =
      switch fault {
      case .truncatedBody: "closed in the middle of the body"
      case .malformedChunk: "closed after a malformed chunk"
      case .connectionReset, .hang, .emptyResponse: "closed without an answer"
      }
    var bytes = ByteBuffer()
    if let part = reply.part(before: fault, sendsBody: request.decision.sendsBody) {
      let lines = request.access?.lines(for: reply.fields) ?? ""
      var (head, tail) = FaultAnswer.bytes(around: part, reply, lines: lines)
      if part.body.count > BodyInPieces.limit {
        let body = BodyInPieces(part.body, tail: tail, closes: true)
        return send(head, body, LongAnswer(request, status: nil, note: note), context)
      }
      head.writeBytes(part.body)
      head.writeBuffer(&tail)
      bytes = head
    }
    write((bytes, nil), isLast: true, context)
    report(request, note: note)
  }

  func send(_ error: ErrorAnswer, to request: DecidedRequest, _ context: ChannelHandlerContext) {
    let connection = connection(after: request)
    let answer = ServerAnswer(error, to: request.head, request.access)
    let bytes = loop.renderer.bytes(of: answer, connection: connection)
    send(
      bytes, isLast: connection == .close, to: request, status: error.status, note: error.note,
      bodySize: answer.sentSize, context)
  }

  private func send(
    _ bytes: (ByteBuffer, ByteBuffer?), isLast: Bool, to request: DecidedRequest, status: Int, note: String? = nil,
    bodySize: Int, _ context: ChannelHandlerContext
  ) {
    guard bytes.1 != nil else {
      write(bytes, isLast: isLast, context)
      return report(request, status: status, note: note, bodySize: bodySize)
    }
    let answer = LongAnswer(request, status: status, note: note)
    write(bytes, isLast: isLast, onSent: sent(bodySize, of: answer, isEnd: true), context)
    output.flush(context)
  }

  /// Sends the head at once and the body in pieces.
  private func send(
    _ head: ByteBuffer, _ body: BodyInPieces, _ answer: LongAnswer, _ context: ChannelHandlerContext
  ) {
    write((head, nil), context)
    work = .body(body, answer, nil)
    sendPiece(context)
  }

  // MARK: - Forwarding

  func sendContinue(_ context: ChannelHandlerContext) { output.writeContinue(context) }

  func sendInformational(_ status: Int, _ fields: HTTPFields, _ context: ChannelHandlerContext) {
    write((loop.renderer.head(status, fields, length: nil, connection: nil), nil), context)
    output.flush(context)
  }

  func beginRelay(
    of request: DecidedRequest, _ status: Int, _ fields: HTTPFields, note: String, from forwarded: ForwardedRequest,
    _ context: ChannelHandlerContext
  ) {
    let connection = connection(after: request)
    let body = RelayedBody(forwarded, to: request.head, status, fields, closes: connection == .close)
    let head = loop.renderer.head(
      status, fields, length: body.length, lines: body.lines,
      connection: body.closes ? .close : connection, access: request.access)
    work = .relay(body, LongAnswer(request, status: status, note: note))
    write((head, nil), context)
    output.flush(context)
  }

  func relay(
    _ piece: ByteBuffer, _ body: RelayedBody, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext
  ) {
    write(body.bytes(piece), onSent: onSent, context)
    output.flush(context)
  }

  func endRelay(_ body: RelayedBody, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext) {
    write((body.end, nil), isLast: body.closes, onSent: onSent, context)
  }

  /// Returns the `Connection` field of the answer to a request. If the answer begins before all of the request has arrived,
  /// it is the last one.
  private func connection(after request: DecidedRequest) -> RenderedAnswer.Connection? {
    request.upload?.hasEnded == false ? .close : connection(for: request.head)
  }
}
