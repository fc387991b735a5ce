import MockSpec
import MockSpecControl
import NIOCore
import NIOHTTP2

// The control API. Answers are made on other threads, since one can be as large as the project.
extension StreamHandler {
  func steer(_ request: MockRequest, _ head: RequestHead, _ context: ChannelHandlerContext) {
    guard let control = loop.context.control else {
      return send(loop.renderer.streamAnswer(.noControl(head), to: head, access: nil), context)
    }
    let work = ControlWork()
    phase = .answering(.control(work))
    let eventLoop = context.eventLoop
    let bound = NIOLoopBound((self, context, work), eventLoop: eventLoop)
    let sendsBody = head.method != "HEAD"
    work.task = Task.detached {
      func resume(_ body: @escaping @Sendable (StreamHandler, ControlWork, ChannelHandlerContext) -> Void) {
        eventLoop.execute {
          let (handler, context, work) = bound.value
          // Otherwise the client has left.
          guard case .control(let current)? = handler.work, current === work else { return }
          body(handler, work, context)
        }
      }
      switch control.outcome(of: request) {
      case .answer(let answer): resume { $0.send($0.loop.renderer.streamAnswer(answer, sendsBody: sendsBody), $2) }
      case .later(let later):
        let answer = await later()
        resume { $0.send($0.loop.renderer.streamAnswer(answer, sendsBody: sendsBody), $2) }
      case .stream(let answer, let events):
        resume { $0.begin(answer, $1, $2) }
        await events.deliver(on: eventLoop) { bound.value.0.send($0, bound.value.2, bound.value.1, $1) }
        resume { handler, _, context in
          handler.write(ByteBuffer(), isEnd: true, context)
          context.flush()
        }
      }
    }
  }

  /// Sends the fields of an answer whose parts follow when they happen.
  private func begin(_ answer: ControlAnswer, _ work: ControlWork, _ context: ChannelHandlerContext) {
    work.isStream = true
    if connection.isFinishing { work.cancel() }
    write(loop.renderer.streamHead(answer.status, answer.fields, length: nil, access: nil), context)
    context.flush()
  }

  /// Sends a part of such an answer.
  ///
  /// - Parameter onSent: Called once, with whether the client takes more.
  private func send(
    _ bytes: [UInt8], _ work: ControlWork, _ context: ChannelHandlerContext, _ onSent: @escaping (Bool) -> Void
  ) {
    guard case .control(let current)? = self.work, current === work else { return onSent(false) }
    work.writeTimeout = context.eventLoop.assumeIsolated().scheduleTask(
      in: TimeAmount(loop.context.limits.writeTimeout)
    ) { [self] in
      reset(context, .cancel)
    }
    write(
      ByteBuffer(bytes: bytes),
      onSent: { isSent in
        work.writeTimeout?.cancel()
        onSent(isSent)
      }, context)
    context.flush()
  }
}
