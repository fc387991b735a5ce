import MockSpec
import NIOCore

// Replies whose body is a stream of events. An event is sent when the one before was sent, so a client that doesn't read holds
// one event.
extension Answering {
  /// Begins to send events.
  func begin(_ events: RunningEvents, _ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    events.begin {
      bound.eventLoop.execute {
        let (handler, context) = bound.value
        // Otherwise the client has left.
        if handler.work?.events === events { handler.endEvents(context) }
      }
    }
  }

  /// Ends a stream, since the server stops.
  func stop(_ events: RunningEvents?, _ context: ChannelHandlerContext) {
    events?.stop()
    endEvents(context)
  }

  /// Ends a stream whose client sends nothing more, if it doesn't end by itself: the client may have left.
  func endEventsOfLeaver(_ context: ChannelHandlerContext) {
    guard let events = work?.events, events.stream.isEndless else { return }
    events.end(.clientLeft)
    endEvents(context)
  }

  /// Reports that a fault breaks a stream off.
  func report(_ fault: Fault, of reply: LongReply) {
    reply.decided.decision.events?.end(.fault)
    report(reply, brokenOff: "\(fault) after \(reply.size) bytes")
  }
}
