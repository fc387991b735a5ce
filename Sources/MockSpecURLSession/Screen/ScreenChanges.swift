import MockSpec

/// Signals that a session has changed, for one screen. Signals that aren't read yet are merged into one.
final class ScreenChanges: Sendable {
  let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let observers: SessionObservers
  private let id: SessionObservers.ID

  init(_ observers: SessionObservers) {
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    (self.signals, self.continuation, self.observers) = (signals, continuation, observers)
    id = observers.add(getsEachCall: false) { _ in continuation.yield() }
    observers.awaitCall()
  }

  /// Asks for an update.
  func signal() { continuation.yield() }

  deinit {
    observers.remove(id)
    continuation.finish()
  }
}
