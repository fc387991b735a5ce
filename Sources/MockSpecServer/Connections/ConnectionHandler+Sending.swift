import MockSpec
import NIOCore

extension ConnectionHandler {
  /// Writes bytes, which are sent with the next flush.
  ///
  /// - Parameter isLast: Whether the connection ends after these bytes. Further requests aren't answered.
  func write(_ bytes: (ByteBuffer, ByteBuffer?), isLast: Bool = false, _ context: ChannelHandlerContext) {
    write(bytes, ending: isLast ? { [self] in end($0) } : nil, context)
  }

  private func write(
    _ bytes: (ByteBuffer, ByteBuffer?), ending: ((ChannelHandlerContext) -> Void)?, _ context: ChannelHandlerContext
  ) {
    var sent: EventLoopPromise<Void>?
    if let ending {
      phase = .done
      let promise = context.eventLoop.makePromise(of: Void.self)
      promise.futureResult.assumeIsolated().whenComplete { _ in ending(context) }
      sent = promise
    }
    output.write(bytes, promise: sent, context)
  }

  /// Ends a connection whose last bytes are sent: our side of it, and the rest when the client has ended its side, too.
  ///
  /// Closing with unread bytes would reset the connection, and the client could lose the answer before it has read it
  /// (RFC 9112 §9.6).
  private func end(_ context: ChannelHandlerContext) {
    guard context.channel.isActive, !hasInputEnded else { return context.close(promise: nil) }
    context.close(mode: .output, promise: nil)
    let timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(loop.context.limits.linger)) {
      context.close(promise: nil)
    }
    pending = .linger(timer)
  }

  /// Sends the next piece of a body, or leaves it for when the socket accepts more bytes.
  func sendPiece(_ context: ChannelHandlerContext) {
    guard case .body(var body, _) = pending else { return }
    guard isWritable else {
      body.isOverdue = true
      pending = .body(body, nil)
      return
    }
    let piece = body.nextPiece(context.channel.allocator)
    body.isOverdue = false
    guard !body.isEmpty else {
      pending = .nothing
      return write((piece, nil), isLast: body.closes, context)
    }
    pending = .body(body, nil)
    write((piece, nil), context)
    output.flush(context)
    // The flush may have found that the client has left, or have filled the socket and changed `isWritable`.
    guard case .body(let body, _) = pending else { return }
    let timer = context.eventLoop.assumeIsolated().scheduleTask(in: body.interval) { [self] in
      sendPiece(context)
      answerOn(context)
    }
    pending = .body(body, timer)
  }

  /// Closes a connection that waits for a request, when the bytes are sent that were written.
  func closeIdle(_ context: ChannelHandlerContext) {
    write((ByteBuffer(), nil), ending: { $0.close(promise: nil) }, context)
    output.flush(context)
  }

  /// Closes the connection with RST when the bytes are sent that were written.
  func reset(_ context: ChannelHandlerContext) {
    write((ByteBuffer(), nil), ending: { $0.reset() }, context)
    output.flush(context)
  }
}
