import MockSpec
import MockSpecControl
import NIOCore

/// A call of the control API whose reply is being made. Not thread-safe: used only on the connection's event loop.
final class ControlWork {
  var task: Task<Void, Never>?
  /// Ends a stream whose client doesn't read.
  var writeTimeout: Scheduled<Void>?
  /// Whether the reply is a stream of events, which doesn't end by itself.
  var isStream = false

  func cancel() {
    task?.cancel()
    writeTimeout?.cancel()
  }
}

// The control API. Replies are made on other threads, since one can be as large as the project.
extension Answering {
  /// Answers a call of the control API.
  func answerControlCall(_ call: MockCall, _ head: CallHead, _ context: ChannelHandlerContext) {
    guard let control = loop.context.control else {
      return send(ServerReply(.noControl(head), to: head, nil), to: head, context)
    }
    let work = ControlWork()
    self.work = .control(work)
    let (eventLoop, sharesPort) = (context.eventLoop, loop.context.sharesPort)
    let bound = NIOLoopBound((self, context, work), eventLoop: eventLoop)
    work.task = Task.detached {
      func resume(_ body: @escaping @Sendable (Self, ChannelHandlerContext, ControlWork) -> Void) {
        eventLoop.execute {
          let (handler, context, work) = bound.value
          if handler.awaits(work) { body(handler, context, work) }
        }
      }
      switch control.outcome(of: call, sharesPort: sharesPort) {
      case .reply(let reply): resume { handler, context, _ in handler.finish(reply, head, context) }
      case .later(let later):
        let reply = await later()
        resume { handler, context, _ in handler.finish(reply, head, context) }
      case .stream(let reply, let events):
        resume { $0.begin(reply, $2, $1) }
        await events.deliver(on: eventLoop) { bytes, onSent in
          let (handler, context, work) = bound.value
          handler.send(bytes, work, context, onSent)
        }
        resume { handler, context, _ in
          handler.work = nil
          handler.endStream(context)
        }
      }
    }
  }

  /// Returns whether the client still waits for the reply to a call.
  private func awaits(_ work: ControlWork) -> Bool {
    if case .control(let current)? = self.work { current === work } else { false }
  }

  private func finish(_ reply: ControlReply, _ head: CallHead, _ context: ChannelHandlerContext) {
    work = nil
    send(ServerReply(reply, to: head), to: head, context)
    continueAfterWork(context)
  }

  // MARK: - Streams

  private func begin(_ reply: ControlReply, _ work: ControlWork, _ context: ChannelHandlerContext) {
    work.isStream = true
    // The client has left, or the server is stopping.
    if isFinishing { work.cancel() }
    beginStream(reply, context)
  }

  /// Sends bytes of a stream.
  ///
  /// - Parameter onSent: Called once, with `true` if more can be sent.
  private func send(
    _ bytes: [UInt8], _ work: ControlWork, _ context: ChannelHandlerContext, _ onSent: @escaping (Bool) -> Void
  ) {
    guard awaits(work) else { return onSent(false) }
    work.writeTimeout = context.eventLoop.assumeIsolated().scheduleTask(
      in: TimeAmount(loop.context.limits.writeTimeout)
    ) { [self] in
      cutStream(context)
    }
    let onEnd = { (isSent: Bool) in
      work.writeTimeout?.cancel()
      onSent(isSent)
    }
    stream(ByteBuffer(bytes: bytes), onSent: onEnd, context)
  }
}

extension ControlEvents {
  /// Sends the events until they end, or until no more can be sent.
  ///
  /// - Parameter send: Called on the event loop with the bytes of the next events. It calls its second argument once,
  ///   with `true` if more can be sent.
  fileprivate func deliver(
    on eventLoop: any EventLoop, _ send: @escaping @Sendable ([UInt8], @escaping (Bool) -> Void) -> Void
  ) async {
    while let bytes = await next() {
      let isSent = await withCheckedContinuation { continuation in
        eventLoop.execute { send(bytes) { continuation.resume(returning: $0) } }
      }
      guard isSent else { break }
    }
    end()
  }
}
