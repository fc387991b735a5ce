import HTTPTypes
import MockSpec
import MockSpecControl
import NIOCore
import NIOHPACK
import NIOHTTP2

extension StreamHandler {
  /// Answers a call.
  ///
  /// - Parameter key: The key of the call, with its bytes, if the call is expected again.
  func answer(
    _ head: CallHead, body: ByteBuffer, _ key: (ReplyCache.Key, ByteBuffer)?, _ context: ChannelHandlerContext
  ) {
    phase = .answering(nil)
    answer(
      head, body, version: key?.0.version,
      keep: { [loop] decided, call in
        guard let (key, bytes) = key, case .reply(let reply) = decided.decision.outcome,
          loop.renderer.streamReply(reply, sendsBody: false, access: decided.access).head.fitFrame
        else { return }
        loop.cache.add(
          key, bytes, call, decided, loop.metrics?.place(of: decided.decision), loop.renderer.currentDate())
      }, context)
  }

  func call(_ head: CallHead, _ body: ByteBuffer) throws(Refusal) -> MockCall {
    try MockCall(head, body: body, scheme: loop.scheme)
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
    let reply = loop.renderer.streamReply(cached)
    let size = reply.body?.readableBytes ?? 0
    guard size > 0, loop.context.onCall != nil else {
      send(reply, context)
      report(cached, since: start, bodySize: size)
      return true
    }
    var decided = cached.decided
    decided.start = start
    send(reply, onSent: sent(size, of: LongReply(decided, status: cached.status), isEnd: true), context)
    return true
  }

  func send(_ reply: ServerReply, to head: CallHead?, _ context: ChannelHandlerContext) {
    send(loop.renderer.streamReply(reply), context)
    // A 5xx isn't the fault of this call.
    if reply.endsConnection, reply.status < 500 { connection.countRefusal() }
  }

  // MARK: - Replies

  static var pieceSizes: BodyPieces.Sizes { BodyInPieces.http2 }

  func send(_ reply: Reply, sendsBody: Bool, to decided: DecidedCall, _ context: ChannelHandlerContext) {
    let streamReply = loop.renderer.streamReply(reply, sendsBody: sendsBody, access: decided.access)
    send(streamReply, to: decided, status: reply.status, context)
  }

  func send(_ pieces: BodyPieces, of reply: Reply, to decided: DecidedCall, _ context: ChannelHandlerContext) {
    let head = loop.renderer.streamReply(reply, sendsBody: false, access: decided.access).head
    send(head, BodyInPieces(pieces, end: .usual), LongReply(decided, status: reply.status), context)
  }

  func send(_ part: Reply.Part, to decided: DecidedCall, _ context: ChannelHandlerContext) {
    let length: Int? = if case .length(let count) = part.framing { count } else { nil }
    let head = loop.renderer.streamHead(part.status, part.fields, length: length, access: decided.access)
    // The part is the whole reply, so the client couldn't notice the break.
    if part.isWhole { return send(StreamReply(head: head), to: decided, status: part.status, context) }
    let body = BodyInPieces(part.body, end: .reset(part.fault == .malformedChunk ? .protocolError : .internalError))
    send(head, body, LongReply(decided, status: nil, note: "stream reset in the middle of the body"), context)
  }

  func sendNothing(to decided: DecidedCall, _ context: ChannelHandlerContext) {
    reset(decided, because: nil, context)
  }

  /// Sends the head at once and the body in pieces.
  private func send(
    _ head: HPACKHeaders, _ body: BodyInPieces, _ reply: LongReply, _ context: ChannelHandlerContext
  ) {
    guard head.fitFrame else { return refuse(toSendFieldsOf: reply.decided, context) }
    work = .body(body, reply, nil)
    write(head, context)
    if let events = body.events { begin(events, context) }
    if body.startsAtOnce { return sendNextPiece(context) }
    context.flush()
    waitForPiece(context)
  }

  func send(_ error: ErrorReply, to decided: DecidedCall, _ context: ChannelHandlerContext) {
    let reply = loop.renderer.streamReply(ServerReply(error, to: decided.head, decided.access))
    send(reply, to: decided, status: error.status, note: error.note, context)
  }

  private func send(
    _ reply: StreamReply, to decided: DecidedCall, status: Int, note: String? = nil,
    _ context: ChannelHandlerContext
  ) {
    guard reply.head.fitFrame else { return refuse(toSendFieldsOf: decided, context) }
    let size = reply.body?.readableBytes ?? 0
    // A small body can wait for its client's window, too, but only the log shows that.
    guard size > StreamReply.smallBody || size > 0 && loop.context.onCall != nil else {
      send(reply, context)
      return report(decided, status: status, note: note, bodySize: size)
    }
    let long = LongReply(decided, status: status, note: note)
    send(reply, onSent: sent(size, of: long, isEnd: true), context)
  }

  // MARK: - Forwarding

  func sendInformational(_ status: Int, _ fields: HTTPFields, _ context: ChannelHandlerContext) {
    let head = loop.renderer.streamHead(status, fields, length: nil, access: nil)
    guard head.fitFrame else { return }
    write(head, context)
    context.flush()
  }

  /// HTTP/2 has handshakes of its own (RFC 8441), which aren't offered.
  static var opensForwardedSockets: Bool { false }

  func beginSocket(
    of decided: DecidedCall, _ fields: HTTPFields, note: String, over origin: any Channel,
    _ isReady: EventLoopFuture<Void>, _ context: ChannelHandlerContext
  ) {
    preconditionFailure("no socket was asked for")
  }

  func beginRelay(
    of decided: DecidedCall, _ status: Int, _ fields: HTTPFields, note: String?, from source: RelayedBody.Source,
    _ context: ChannelHandlerContext
  ) {
    let body = RelayedBody(source, to: decided.head, status, fields, closes: false)
    let head = loop.renderer.streamHead(status, fields, length: body.length, access: decided.access)
    guard head.fitFrame else {
      if case .origin(let forwarded) = source { forwarded.cancel() }
      work = nil
      return refuse(toSendFieldsOf: decided, context)
    }
    work = .relay(body, LongReply(decided, status: status, note: note))
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

  private func refuse(toSendFieldsOf decided: DecidedCall, _ context: ChannelHandlerContext) {
    decided.upload?.store()
    reset(decided, because: "the fields of the answer are too large for HTTP/2", context)
  }
}
