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

  func send(_ reply: Reply, to decided: DecidedCall, _ context: ChannelHandlerContext) {
    let connection = connection(for: decided.head)
    let limit = min(decided.decision.throttle?.piece ?? .max, BodyInPieces.limit)
    let isLarge = decided.decision.sendsBody && reply.content.count > limit
    let bytes = loop.renderer.bytes(
      of: reply, sendsBody: decided.decision.sendsBody && !isLarge, connection: connection, access: decided.access)
    let isLast = connection == .close
    if isLarge {
      let body = BodyInPieces(reply.content, throttle: decided.decision.throttle, closes: isLast)
      send(bytes.0, body, LongReply(decided, status: reply.status), context)
    } else {
      send(bytes, isLast: isLast, to: decided, status: reply.status, bodySize: decided.replySize, context)
    }
  }

  func send(
    _ reply: Reply, brokenBy fault: Fault, to decided: DecidedCall, _ context: ChannelHandlerContext
  ) {
    // HTTP/1.0 has no chunks (RFC 9112 §6.1).
    let fault = fault == .malformedChunk && decided.head.version == .http10 ? .truncatedBody : fault
    let note =
      switch fault {
      case .truncatedBody: "closed in the middle of the body"
      case .malformedChunk: "closed after a malformed chunk"
      case .connectionReset, .hang, .emptyResponse: "closed without an answer"
      }
    var bytes = ByteBuffer()
    if let part = reply.part(before: fault, sendsBody: decided.decision.sendsBody) {
      let lines = decided.access?.lines(for: reply.fields) ?? ""
      var (head, tail) = FaultReply.bytes(around: part, reply, lines: lines)
      if part.body.count > BodyInPieces.limit {
        let body = BodyInPieces(part.body, tail: tail, closes: true)
        return send(head, body, LongReply(decided, status: nil, note: note), context)
      }
      head.writeBytes(part.body)
      head.writeBuffer(&tail)
      bytes = head
    }
    write((bytes, nil), isLast: true, context)
    report(decided, note: note)
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
    sendPiece(context)
  }

  // MARK: - Forwarding

  func sendContinue(_ context: ChannelHandlerContext) { output.writeContinue(context) }

  func sendInformational(_ status: Int, _ fields: HTTPFields, _ context: ChannelHandlerContext) {
    write((loop.renderer.head(status, fields, length: nil, connection: nil), nil), context)
    output.flush(context)
  }

  func beginRelay(
    of decided: DecidedCall, _ status: Int, _ fields: HTTPFields, note: String, from forwarded: ForwardedCall,
    _ context: ChannelHandlerContext
  ) {
    let connection = connection(after: decided)
    let body = RelayedBody(forwarded, to: decided.head, status, fields, closes: connection == .close)
    let head = loop.renderer.head(
      status, fields, length: body.length, lines: body.lines,
      connection: body.closes ? .close : connection, access: decided.access)
    work = .relay(body, LongReply(decided, status: status, note: note))
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

  /// Returns the `Connection` field of the reply to a call. If the reply begins before all of the call has arrived,
  /// it is the last one.
  private func connection(after decided: DecidedCall) -> ReplyBytes.Connection? {
    decided.upload?.hasEnded == false ? .close : connection(for: decided.head)
  }
}
