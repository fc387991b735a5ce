import MockSpec
import NIOCore

extension ConnectionHandler {
  /// Writes bytes, which are sent with the next flush.
  ///
  /// - Parameters:
  ///   - isLast: Whether the connection ends after these bytes. Further calls aren't answered.
  ///   - onSent: Called with `true` when all bytes are sent, or with `false` if they can't be.
  func write(
    _ bytes: (ByteBuffer, ByteBuffer?), isLast: Bool = false, onSent: ((Bool) -> Void)? = nil,
    _ context: ChannelHandlerContext
  ) {
    write(bytes, ending: isLast ? .inStages : nil, onSent: onSent, context)
  }

  /// Closes a connection that waits for a call: at once, if its client has received all replies.
  func closeIdle(_ context: ChannelHandlerContext) {
    end(context.unreceivedBytes > 0 ? .inStages : .atOnce, context)
  }

  /// Closes the connection with RST when the client has received the bytes that were written.
  func reset(_ context: ChannelHandlerContext) { end(.withReset, context) }

  private func end(_ ending: Ending, _ context: ChannelHandlerContext) {
    write((ByteBuffer(), nil), ending: ending, onSent: nil, context)
    output.flush(context)
  }

  /// How a connection ends when its last bytes are sent.
  private enum Ending {
    /// Our side ends first, and the rest when the client has ended its side. Closing with unread bytes would reset the
    /// connection, and the client could lose the reply before it has read it (RFC 9112 §9.6).
    case inStages
    case atOnce
    /// With RST instead of FIN. RST drops bytes that the client's system hasn't received, so it is sent after them.
    case withReset
  }

  private func write(
    _ bytes: (ByteBuffer, ByteBuffer?), ending: Ending?, onSent: ((Bool) -> Void)?, _ context: ChannelHandlerContext
  ) {
    guard ending != nil || onSent != nil else { return output.write(bytes, promise: nil, context) }
    if ending != nil { phase = .ending }
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { [self] result in
      let isSent = if case .success = result { true } else { false }
      onSent?(isSent)
      if let ending, isSent { perform(ending, context) }
    }
    output.write(bytes, promise: promise, context)
  }

  private func perform(_ ending: Ending, _ context: ChannelHandlerContext) {
    switch ending {
    case .inStages where !hasInputEnded:
      let timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(loop.context.limits.linger)) {
        context.close(promise: nil)
      }
      phase = .lingering(timer)
      context.close(mode: .output, promise: nil)
    case .inStages, .atOnce: context.close(promise: nil)
    case .withReset: resetWhenReceived(checkingAgainIn: .milliseconds(1), context)
    }
  }

  /// Resets the connection when the client has received the replies to earlier calls. No event reports that, so it is
  /// checked repeatedly. If the client receives nothing, the connection's timer resets it.
  private func resetWhenReceived(checkingAgainIn pause: TimeAmount, _ context: ChannelHandlerContext) {
    guard context.unreceivedBytes > 0 else { return context.reset() }
    context.eventLoop.assumeIsolated().scheduleTask(in: pause) { [self] in
      // Otherwise the connection has ended.
      guard case .ending = phase else { return }
      resetWhenReceived(checkingAgainIn: min(2 * pause, .milliseconds(100)), context)
    }
  }

  /// Sends the next piece of a body. If the socket accepts no more bytes, the piece is sent later.
  func sendPiece(_ context: ChannelHandlerContext) {
    guard case .body(var body, let reply, _)? = phase.work else { return }
    guard isWritable, !body.isInFlight else {
      body.delayPiece()
      phase = .answering(.body(body, reply, nil))
      return
    }
    if let fault = body.fault { return breakOff(body, reply, by: fault, context) }
    let (piece, size) = body.nextPiece(context.channel.allocator)
    let isEnd = body.isEmpty
    phase = isEnd ? .reading : .answering(.body(body, reply, nil))
    write((piece, nil), isLast: isEnd && body.closes, onSent: sent(size, of: reply, isEnd: isEnd, context), context)
    guard !isEnd else { return }
    output.flush(context)
    // The flush may have found that the client has left, or have filled the socket and changed `isWritable`.
    waitForPiece(context)
  }

  func sendNextPiece(_ context: ChannelHandlerContext) {
    sendPiece(context)
    answerNextCalls(context)
  }

  func endEvents(_ context: ChannelHandlerContext) {
    guard case .body(let body, let reply, let timer)? = phase.work else { return }
    timer?.cancel()
    phase = .reading
    write((body.tail, nil), isLast: body.closes, onSent: sent(0, of: reply, isEnd: true), context)
    answerNextCalls(context)
  }

  /// Breaks a stream off after its last event.
  private func breakOff(
    _ body: BodyInPieces, _ reply: LongReply, by fault: Fault, _ context: ChannelHandlerContext
  ) {
    report(fault, of: reply)
    phase = .reading
    switch fault {
    case .truncatedBody: write((ByteBuffer(), nil), isLast: true, context)
    case .malformedChunk: write((body.malformedChunk, nil), isLast: true, context)
    case .connectionReset, .emptyResponse, .hang: reset(context)
    }
    output.flush(context)
  }
}
