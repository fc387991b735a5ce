import MockSpec
import MockSpecControl
import NIOCore

/// A call of the control API whose answer is being made. Not thread-safe: used only on the connection's event loop.
final class ControlWork {
  var task: Task<Void, Never>?
  /// Closes a connection whose client doesn't read.
  var writeTimeout: Scheduled<Void>?
  /// Whether the answer ends only with the connection.
  var isStream = false

  func cancel() {
    task?.cancel()
    writeTimeout?.cancel()
  }
}

extension ControlEvents {
  /// Passes the events on until they end, or the client takes no more.
  ///
  /// - Parameter send: Called on the event loop with the bytes of the next events. It calls its second argument once, with
  ///   whether the client takes more.
  func deliver(
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

// The control API. Answers are made on other threads, since one can be as large as the project.
extension ConnectionHandler {
  func steer(_ request: MockRequest, _ head: RequestHead, _ context: ChannelHandlerContext) {
    guard let control = loop.context.control else {
      let bytes = loop.renderer.bytes(of: .noControl(head), to: head, connection: connection(for: head), access: nil)
      return write(bytes, isLast: closes(after: head), context)
    }
    let work = ControlWork()
    phase = .answering(.control(work))
    let bound = NIOLoopBound((self, context, work), eventLoop: context.eventLoop)
    let eventLoop = context.eventLoop
    work.task = Task.detached {
      func resume(_ body: @escaping @Sendable (ConnectionHandler, ChannelHandlerContext) -> Void) {
        eventLoop.execute {
          let (handler, context, work) = bound.value
          // Otherwise the client has left.
          guard case .control(let current)? = handler.phase.work, current === work else { return }
          body(handler, context)
        }
      }
      switch control.outcome(of: request) {
      case .answer(let answer): resume { $0.finish(answer, head, $1) }
      case .later(let later):
        let answer = await later()
        resume { $0.finish(answer, head, $1) }
      case .stream(let answer, let events):
        resume { $0.begin(answer, work: bound.value.2, $1) }
        await events.deliver(on: eventLoop) { bound.value.0.send($0, bound.value.2, bound.value.1, $1) }
        resume { $0.endStream($1) }
      }
    }
  }

  private func finish(_ answer: ControlAnswer, _ head: RequestHead, _ context: ChannelHandlerContext) {
    phase = .reading
    let bytes = loop.renderer.bytes(of: answer, sendsBody: head.method != "HEAD", connection: connection(for: head))
    write(bytes, isLast: closes(after: head), context)
    answerOn(context)
  }

  // MARK: - Streams

  /// Sends the head of a stream, which ends with the connection.
  private func begin(_ answer: ControlAnswer, work: ControlWork, _ context: ChannelHandlerContext) {
    work.isStream = true
    // The client has left, or the server is stopping.
    if isFinishing { work.cancel() }
    write((loop.renderer.head(of: answer), nil), context)
    output.flush(context)
  }

  /// Sends bytes of a stream.
  ///
  /// - Parameter onSent: Called once, with whether the client takes more.
  private func send(
    _ bytes: [UInt8], _ work: ControlWork, _ context: ChannelHandlerContext, _ onSent: @escaping (Bool) -> Void
  ) {
    guard case .control(let current)? = phase.work, current === work else { return onSent(false) }
    let promise = context.eventLoop.makePromise(of: Void.self)
    work.writeTimeout = context.eventLoop.assumeIsolated().scheduleTask(
      in: TimeAmount(loop.context.limits.writeTimeout)
    ) {
      context.close(promise: nil)
    }
    promise.futureResult.assumeIsolated().whenComplete { result in
      work.writeTimeout?.cancel()
      if case .success = result { onSent(true) } else { onSent(false) }
    }
    output.write((ByteBuffer(bytes: bytes), nil), promise: promise, context)
    output.flush(context)
  }

  private func endStream(_ context: ChannelHandlerContext) {
    phase = .reading
    write((ByteBuffer(), nil), isLast: true, context)
    output.flush(context)
  }
}
