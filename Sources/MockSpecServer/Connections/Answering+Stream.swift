import MockSpec
import NIOCore

// Replies whose body code makes while it is sent. The next piece is requested when the previous one was sent, so a client that
// doesn't read holds one piece.
extension Answering {
  func send(
    _ stream: PieceStream, of reply: Reply, to decided: DecidedCall, _ context: ChannelHandlerContext
  ) {
    let running = RunningStream()
    beginRelay(of: decided, reply.status, reply.fields.withoutFraming, note: nil, from: .code(running), context)
    guard work?.stream === running else { return }
    let loop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: loop)
    running.start(stream) { event in
      loop.execute {
        let (handler, context) = bound.value
        handler.receive(event, of: running, context)
      }
    }
  }

  private func receive(_ event: RunningStream.Event, of stream: RunningStream, _ context: ChannelHandlerContext) {
    // Otherwise the client has left.
    guard case .relay(let body, let reply)? = work, work?.stream === stream else { return }
    switch event {
    case .piece(let bytes):
      let report = sent(bytes.count, of: reply, isEnd: false)
      let onSent = { (isSent: Bool) in
        report(isSent)
        if isSent { stream.next() }
      }
      relay(ByteBuffer(bytes: bytes), body, onSent: onSent, context)
    case .end(nil):
      work = nil
      endRelay(body, onSent: sent(0, of: reply, isEnd: true), context)
      continueAfterWork(context)
    case .end(let error?): breakOff(reply, because: "the body's sequence threw \(error)", context)
    }
  }
}
