import Synchronization

/// A load whose outcome is being determined on other queues.
final class PendingLoad: Sendable {
  private struct State: Sendable {
    var result: DelayedOutcome?
    var cancel: (@Sendable () -> Void)?
  }

  /// Whether the body of the call has been counted as sent.
  let isBodySent: Bool
  private let state = Mutex(State())

  init(isBodySent: Bool) {
    self.isBodySent = isBodySent
  }

  /// How the load ends; `nil` until this is known.
  var result: DelayedOutcome? { state.withLock { $0.result } }

  /// Starts determining the outcome.
  ///
  /// - Parameter wake: Called at most once, on any thread, when the outcome is known. `mayWait` is whether that thread
  ///   may wait for the task's queue.
  func start(_ outcome: PendingOutcome, then wake: @escaping @Sendable (_ mayWait: Bool) -> Void) {
    let cancel = outcome.start { result, mayWait in
      self.state.withLock { $0.result = result }
      wake(mayWait)
    }
    state.withLock { $0.cancel = cancel }
  }

  /// Stops determining the outcome, which isn't needed any more.
  func abandon() { state.withLock { $0.cancel }?() }
}
