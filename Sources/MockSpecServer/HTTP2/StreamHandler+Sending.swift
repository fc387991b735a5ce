import MockSpec
import NIOCore
import NIOHPACK
import NIOHTTP2

extension StreamHandler {
  /// Sends a reply, which ends the stream.
  ///
  /// - Parameter onSent: Called with `true` when the body is sent, or with `false` if it can't be.
  func send(_ reply: StreamReply, onSent: ((Bool) -> Void)? = nil, _ context: ChannelHandlerContext) {
    write(reply.head, isEnd: reply.body == nil, context)
    if let body = reply.body {
      write(body, isEnd: true, onSent: onSent, context)
    } else {
      onSent?(true)
    }
    context.flush()
  }

  func sendContinue(_ context: ChannelHandlerContext) {
    write([":status": "100"], context)
    context.flush()
  }

  /// Writes the fields of a reply.
  func write(_ head: HPACKHeaders, isEnd: Bool = false, _ context: ChannelHandlerContext) {
    let promise = isEnd ? endReply(context) : nil
    context.write(wrapOutboundOut(.headers(.init(headers: head, endStream: isEnd))), promise: promise)
  }

  /// Writes a part of the body, which NIO divides into frames.
  func write(
    _ body: ByteBuffer, isEnd: Bool = false, onSent: ((Bool) -> Void)? = nil, _ context: ChannelHandlerContext
  ) {
    var promise = isEnd ? endReply(context) : nil
    if let onSent {
      let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
      sent.futureResult.assumeIsolated().whenComplete { result in
        if case .success = result { onSent(true) } else { onSent(false) }
      }
      promise = sent
    }
    context.write(wrapOutboundOut(.data(.init(data: .byteBuffer(body), endStream: isEnd))), promise: promise)
  }

  /// Ends the reply. A client that still sends its call is asked to stop when the reply is sent (RFC 9113 §8.1).
  ///
  /// - Returns: The promise of the last frame.
  private func endReply(_ context: ChannelHandlerContext) -> EventLoopPromise<Void>? {
    phase = .ending
    guard !hasInputEnded else { return nil }
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenSuccess { [self] in
      if !hasInputEnded { reset(context, .noError) }
    }
    return promise
  }

  /// Sends the next piece of a body. If no more can be sent now, the piece is sent later.
  func sendNextPiece(_ context: ChannelHandlerContext) {
    guard case .body(var body, let reply, _)? = work else { return }
    guard isWritable, !body.isInFlight else {
      body.delayPiece()
      phase = .answering(.body(body, reply, nil))
      return
    }
    if let fault = body.fault {
      report(fault, of: reply)
      return reset(context, fault == .malformedChunk ? .protocolError : .internalError)
    }
    let (piece, size) = body.nextPiece(context.channel.allocator)
    let isEnd = body.isEmpty
    phase = .answering(.body(body, reply, nil))
    let onSent = sent(size, of: reply, isEnd: isEnd, context)
    if isEnd, case .reset(let code) = body.end {
      // A reset would overtake bytes that wait for the client's window.
      write(
        piece,
        onSent: { [self] isSent in
          guard isSent, case .body? = work else { return }
          phase = .answering(nil)
          onSent(true)
          reset(context, code)
        }, context)
    } else {
      write(piece, isEnd: isEnd, onSent: onSent, context)
    }
    context.flush()
    // The flush may have ended the stream.
    if !isEnd { waitForPiece(context) }
  }

  func endEvents(_ context: ChannelHandlerContext) {
    guard case .body(_, let reply, let timer)? = work else { return }
    timer?.cancel()
    write(ByteBuffer(), isEnd: true, onSent: sent(0, of: reply, isEnd: true), context)
    context.flush()
  }
}
