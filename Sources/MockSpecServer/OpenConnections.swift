import NIOCore

/// The connections of one event loop, so that a stop can let them finish.
final class OpenConnections {
  private let loop: any EventLoop
  private var handlers: [ObjectIdentifier: ConnectionHandler] = [:]
  private var drained: EventLoopPromise<Void>?

  init(loop: any EventLoop) {
    self.loop = loop
  }

  func add(_ handler: ConnectionHandler) {
    handlers[ObjectIdentifier(handler)] = handler
    // Accepted just before the listening socket was closed.
    if drained != nil { handler.finish() }
  }

  func remove(_ handler: ConnectionHandler) {
    handlers[ObjectIdentifier(handler)] = nil
    if handlers.isEmpty { drained?.succeed() }
  }

  /// Succeeds when no connection is left: idle ones close at once, those that still answer at the latest after `grace`.
  func drain(within grace: Duration) -> EventLoopFuture<Void> {
    let promise = loop.makePromise(of: Void.self)
    drained = promise
    for handler in Array(handlers.values) { handler.finish() }
    if handlers.isEmpty {
      promise.succeed()
    } else {
      let deadline = loop.assumeIsolated().scheduleTask(in: TimeAmount(grace)) {
        for handler in Array(self.handlers.values) { handler.abort() }
      }
      promise.futureResult.whenComplete { _ in deadline.cancel() }
    }
    return promise.futureResult
  }
}
