internal import Dispatch
import Synchronization

/// A closure under way.
package final class ClosureRun: Sendable {
  private struct State: Sendable {
    var completion: (@Sendable (ClosureReply.Ending) -> Void)?
    var task: Task<Void, Never>?
    var stopAlarm: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>

  init(_ completion: @escaping @Sendable (ClosureReply.Ending) -> Void) {
    state = Mutex(State(completion: completion))
  }

  /// The alarm is none of Swift's concurrency: closures that block could leave no thread to wake it on.
  func start(timeout: Duration, _ body: @escaping @Sendable () async -> ClosureReply.Ending) {
    nonisolated(unsafe) let alarm = DispatchSource.makeTimerSource(queue: .global())
    alarm.setEventHandler { self.end(.timedOut(timeout)) }
    alarm.schedule(deadline: .now() + .nanoseconds(Int(min(timeout / .nanoseconds(1), 1e18))))
    alarm.activate()
    // A client waits for it.
    let task = Task.detached(priority: .userInitiated) { self.end(await body()) }
    let isRunning = state.withLock { state in
      guard state.completion != nil else { return false }
      state.task = task
      state.stopAlarm = { alarm.cancel() }
      return true
    }
    if !isRunning { alarm.cancel() }
  }

  /// Nobody waits any more: the closure's task is cancelled.
  package func cancel() { end(.thrown(CancellationError())) }

  private func end(_ ending: ClosureReply.Ending) {
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    last.stopAlarm?()
    last.task?.cancel()
    last.completion?(ending)
  }
}
