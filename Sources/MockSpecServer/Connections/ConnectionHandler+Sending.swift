import MockSpec
import NIOCore

extension ConnectionHandler {
  /// Writes bytes, which are sent with the next flush.
  ///
  /// - Parameter closing: Called when all bytes are sent. Further requests aren't answered.
  func write(
    _ bytes: (ByteBuffer, ByteBuffer?), closing: ((ChannelHandlerContext) -> Void)?, _ context: ChannelHandlerContext
  ) {
    var sent: EventLoopPromise<Void>?
    if let closing {
      phase = .done
      let promise = context.eventLoop.makePromise(of: Void.self)
      promise.futureResult.assumeIsolated().whenComplete { _ in closing(context) }
      sent = promise
    }
    output.write(bytes, promise: sent, context)
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
      return write((piece, nil), closing: body.closes ? { $0.close(promise: nil) } : nil, context)
    }
    pending = .body(body, nil)
    write((piece, nil), closing: nil, context)
    output.flush(context)
    // The flush may have found that the client has left, or have filled the socket and changed `isWritable`.
    guard case .body(let body, _) = pending else { return }
    let timer = context.eventLoop.assumeIsolated().scheduleTask(in: body.interval) { [self] in
      sendPiece(context)
      answerOn(context)
    }
    pending = .body(body, timer)
  }

  /// Closes the connection with RST, after the bytes that are written.
  func reset(_ context: ChannelHandlerContext) {
    phase = .done
    context.flush()
    context.reset()
  }
}
