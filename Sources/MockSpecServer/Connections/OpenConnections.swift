import NIOCore

/// A connection that ends when the server stops.
protocol OpenConnection: AnyObject {
  /// Answers what has arrived, then closes the connection. An idle connection is closed at once.
  func finish()
  /// Closes the connection at once.
  func abort()
}

/// The open connections of one event loop. Not thread-safe: used only on that loop.
final class OpenConnections {
  private let loop: any EventLoop
  private var handlers: [ObjectIdentifier: any OpenConnection] = [:]
  private var drained: EventLoopPromise<Void>?

  init(loop: any EventLoop) {
    self.loop = loop
  }

  /// Adds a connection; it is finished at once if the server is stopping.
  func add(_ handler: any OpenConnection) {
    handlers[ObjectIdentifier(handler)] = handler
    if drained != nil { handler.finish() }
  }

  /// Removes a closed connection.
  func remove(_ handler: any OpenConnection) {
    handlers[ObjectIdentifier(handler)] = nil
    if handlers.isEmpty { drained?.succeed() }
  }

  /// Finishes all connections, and aborts those that remain after the grace period.
  ///
  /// - Returns: A future that succeeds when no connection is left.
  func drain(within grace: Duration) -> EventLoopFuture<Void> {
    let promise = loop.makePromise(of: Void.self)
    drained = promise
    for handler in Array(handlers.values) { handler.finish() }
    if handlers.isEmpty {
      promise.succeed()
    } else {
      let deadline = loop.assumeIsolated().scheduleTask(in: TimeAmount(grace)) { self.abort() }
      promise.futureResult.whenComplete { _ in deadline.cancel() }
    }
    return promise.futureResult
  }

  /// Closes all connections at once.
  func abort() {
    for handler in Array(handlers.values) { handler.abort() }
  }
}
