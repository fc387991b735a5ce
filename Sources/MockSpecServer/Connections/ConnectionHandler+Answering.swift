import HTTPTypes
import MockSpec
import NIOCore

extension ConnectionHandler {
  func answer(_ arrival: CallAssembly.Arrival, _ context: ChannelHandlerContext) {
    switch arrival {
    case .refused(let refusal, let head):
      refuse(refusal, head, head.flatMap(access), context)
    case .refusedControl(let reply, let head):
      send(ServerReply(reply, to: head, endsConnection: true), to: head, context)
    case .call(let head, let body):
      if head.method == "CONNECT", let proxy = loop.context.proxy { return connect(head, by: proxy, context) }
      answer(head, body, version: versionToRepeat, keep: keep, context)
    }
  }

  func call(_ head: CallHead, _ body: ByteBuffer) throws(Refusal) -> MockCall {
    let call = try MockCall(head, body: body, scheme: loop.scheme)
    guard let proxy = loop.context.proxy else { return call }
    return try admitted(call, by: proxy)
  }

  /// Sends a cached reply again.
  ///
  /// - Returns: Whether the reply is still valid. If not, nothing is sent.
  func answer(_ cached: CachedReply, _ context: ChannelHandlerContext) -> Bool {
    guard cached.call.storeAgain() else {
      loop.cache.removeAll()
      return false
    }
    let start = loop.measuresCalls ? NIODeadline.now() : nil
    let bytes = cached.bytes(loop.renderer.currentDate())
    scanner.skipCall()
    write((bytes, nil), context)
    report(cached, since: start, bodySize: cached.decided.replySize)
    return true
  }

  /// Returns whether the reply to a call is the last one of the connection.
  func closes(after head: CallHead) -> Bool { !head.keepsConnection || (isFinishing && isIdle) }

  func connection(for head: CallHead) -> ReplyBytes.Connection? {
    closes(after: head) ? .close : head.version == .http10 ? .keepAlive : nil
  }

  func send(_ reply: ServerReply, to head: CallHead?, _ context: ChannelHandlerContext) {
    let connection = reply.endsConnection ? .close : head.flatMap { self.connection(for: $0) }
    write(loop.renderer.bytes(of: reply, connection: connection), isLast: connection == .close, context)
  }

  // MARK: - Replies

  static var pieceSizes: BodyPieces.Sizes { BodyInPieces.http11 }

  func send(_ reply: Reply, sendsBody: Bool, to decided: DecidedCall, _ context: ChannelHandlerContext) {
    if let socket = decided.decision.socket { return becomeWebSocket(socket, reply, to: decided, context) }
    let connection = connection(for: decided.head)
    let bytes = loop.renderer.bytes(
      of: reply, sendsBody: sendsBody, connection: connection, access: decided.access)
    send(
      bytes, isLast: connection == .close, to: decided, status: reply.status, bodySize: decided.replySize, context)
  }

  func send(_ pieces: BodyPieces, of reply: Reply, to decided: DecidedCall, _ context: ChannelHandlerContext) {
    var connection = connection(for: decided.head)
    guard pieces.events != nil else {
      let head = loop.renderer.bytes(of: reply, sendsBody: false, connection: connection, access: decided.access).0
      let body = BodyInPieces(pieces, end: connection == .close ? .close : .usual)
      return send(head, body, LongReply(decided, status: reply.status), context)
    }
    let framing = BodyFraming(to: decided.head)
    if framing == .connection { connection = .close }
    let head = loop.renderer.head(
      reply.status, reply.fields, length: nil, lines: framing.lines, connection: connection, access: decided.access)
    let body = BodyInPieces(pieces, framing, end: connection == .close ? .close : .usual)
    send(head, body, LongReply(decided, status: reply.status), context)
  }

  func send(_ part: Reply.Part, to decided: DecidedCall, _ context: ChannelHandlerContext) {
    let (head, tail) = FaultReply.bytes(around: part, lines: decided.access?.lines(for: part.fields) ?? "")
    let note = part.fault == .malformedChunk ? "closed after a malformed chunk" : "closed in the middle of the body"
    let body = BodyInPieces(part.body, tail: tail, end: .close)
    send(head, body, LongReply(decided, status: nil, note: note), context)
  }

  func sendNothing(to decided: DecidedCall, _ context: ChannelHandlerContext) {
    write((ByteBuffer(), nil), isLast: true, context)
    report(decided, note: "closed without an answer")
  }

  func send(_ error: ErrorReply, to decided: DecidedCall, _ context: ChannelHandlerContext) {
    let connection = connection(after: decided)
    let reply = ServerReply(error, to: decided.head, decided.access)
    let bytes = loop.renderer.bytes(of: reply, connection: connection)
    send(
      bytes, isLast: connection == .close, to: decided, status: error.status, note: error.note,
      bodySize: reply.sentSize, context)
  }

  private func send(
    _ bytes: (ByteBuffer, ByteBuffer?), isLast: Bool, to decided: DecidedCall, status: Int, note: String? = nil,
    bodySize: Int, _ context: ChannelHandlerContext
  ) {
    guard bytes.1 != nil else {
      write(bytes, isLast: isLast, context)
      return report(decided, status: status, note: note, bodySize: bodySize)
    }
    let reply = LongReply(decided, status: status, note: note)
    write(bytes, isLast: isLast, onSent: sent(bodySize, of: reply, isEnd: true), context)
    output.flush(context)
  }

  /// Sends the head at once and the body in pieces.
  private func send(
    _ head: ByteBuffer, _ body: BodyInPieces, _ reply: LongReply, _ context: ChannelHandlerContext
  ) {
    write((head, nil), context)
    work = .body(body, reply, nil)
    if let events = body.events { begin(events, context) }
    if body.startsAtOnce { return sendPiece(context) }
    output.flush(context)
    waitForPiece(context)
  }

  // MARK: - Forwarding

  func sendContinue(_ context: ChannelHandlerContext) { output.writeContinue(context) }

  func sendInformational(_ status: Int, _ fields: HTTPFields, _ context: ChannelHandlerContext) {
    write((loop.renderer.head(status, fields, length: nil, connection: nil), nil), context)
    output.flush(context)
  }

  func beginRelay(
    of decided: DecidedCall, _ status: Int, _ fields: HTTPFields, note: String?, from source: RelayedBody.Source,
    _ context: ChannelHandlerContext
  ) {
    let connection = connection(after: decided)
    let body = RelayedBody(source, to: decided.head, status, fields, closes: connection == .close)
    let head = loop.renderer.head(
      status, fields, length: body.length, lines: body.framing.lines,
      connection: body.closes ? .close : connection, access: decided.access)
    work = .relay(body, LongReply(decided, status: status, note: note))
    write((head, nil), context)
    output.flush(context)
  }

  func relay(
    _ piece: ByteBuffer, _ body: RelayedBody, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext
  ) {
    write(body.framing.bytes(piece), onSent: onSent, context)
    output.flush(context)
  }

  func endRelay(_ body: RelayedBody, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext) {
    write((body.framing.end, nil), isLast: body.closes, onSent: onSent, context)
  }

  /// Returns the `Connection` field of the reply to a call. If the reply begins before all of the call has arrived,
  /// it is the last one.
  private func connection(after decided: DecidedCall) -> ReplyBytes.Connection? {
    decided.upload?.hasEnded == false ? .close : connection(for: decided.head)
  }
}
