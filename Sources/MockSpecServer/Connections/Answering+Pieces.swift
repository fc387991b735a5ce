import NIOCore

// Replies whose body is sent in pieces.
extension Answering {
  /// Waits until the next piece of a body is due.
  func waitForPiece(_ context: ChannelHandlerContext) {
    guard case .body(var body, let reply, nil)? = work, case let now = context.eventLoop.now,
      let due = body.nextDue(now)
    else { return }
    let sendNext = { [self] in
      // Otherwise the stream was ended meanwhile.
      guard case .body(_, let current, _)? = work, current === reply else { return }
      sendNextPiece(context)
    }
    work = .body(body, reply, nil)
    guard due > now else { return loop.turns.wait(for: sendNext) }
    let timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: due, sendNext)
    work = .body(body, reply, timer)
  }

  /// Returns the completion handler for a piece. It sends the next piece if that is overdue.
  func sent(
    _ size: Int, of reply: LongReply, isEnd: Bool, _ context: ChannelHandlerContext
  ) -> (Bool) -> Void {
    let report = sent(size, of: reply, isEnd: isEnd)
    return { [self] isSent in
      report(isSent)
      guard isSent, case .body(var body, let current, let timer)? = work, current === reply, body.isInFlight else {
        return
      }
      body.isInFlight = false
      work = .body(body, reply, timer)
      if body.isOverdue { sendNextPiece(context) }
    }
  }
}
