import MockSpec
import Synchronization

/// A closure that answers a load, under way.
final class ClosureLoad: Sendable {
  private struct State: Sendable {
    var ending: LoadEnding?
    var running: RunningClosure?
  }

  private let state = Mutex(State())

  /// How the load ends; `nil` until the closure has ended.
  var ending: LoadEnding? { state.withLock { $0.ending } }

  /// Starts the closure.
  ///
  /// - Parameters:
  ///   - finish: Makes the load's ending from the closure's outcome.
  ///   - wake: Called once, on any thread, when the closure has ended.
  func start(
    _ call: ClosureCall, finish: @escaping @Sendable (Decision.Outcome) -> LoadEnding,
    then wake: @escaping @Sendable () -> Void
  ) {
    let running = call.start { outcome in
      let ending = finish(outcome)
      self.state.withLock { $0.ending = ending }
      wake()
    }
    state.withLock { $0.running = running }
  }

  /// Cancels the closure, whose outcome isn't needed any more.
  func abandon() { state.withLock { $0.running }?.cancel() }
}
