internal import Dispatch
import Synchronization

/// A closure that was started.
package final class RunningClosure: Sendable {
  /// - Parameter mayWait: Whether the caller's thread may wait for a queue of the adapter.
  package typealias Completion = @Sendable (_ outcome: Decision.Outcome, _ mayWait: Bool) -> Void

  private struct State: Sendable {
    var completion: Completion?
    var task: Task<Void, Never>?
    var alarm: AlarmClock.Alarm?
  }

  private let state: Mutex<State>

  init(_ completion: @escaping Completion) {
    state = Mutex(State(completion: completion))
  }

  /// Starts the task and the alarm.
  ///
  /// The alarm isn't a task, since closures that block can occupy all threads of Swift concurrency.
  func start(timeout: Duration, _ body: @escaping @Sendable () async -> Decision.Outcome) {
    let alarm = AlarmClock.shared.set(.now + timeout) {
      // What follows can take long.
      DispatchQueue.global().async { self.end(.closureFailure(.timedOut(timeout))) }
    }
    let executor = ClosureExecutor.next()
    // With another priority, starting the task would wake more threads.
    let task = Task.detached(executorPreference: executor) {
      self.end(await body(), mayWait: executor != nil)
    }
    let isRunning = state.withLock { state in
      guard state.completion != nil else { return false }
      state.task = task
      state.alarm = alarm
      return true
    }
    // The alarm was quicker, or the closure has ended.
    if !isRunning {
      AlarmClock.shared.cancel(alarm)
      task.cancel()
    }
  }

  /// Cancels the closure's task; the outcome is a `CancellationError`.
  package func cancel() { end(.closureFailure(.thrown(CancellationError()))) }

  /// Completes with the first outcome. Later ones are ignored.
  private func end(_ outcome: Decision.Outcome, mayWait: Bool = false) {
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    if let alarm = last.alarm { AlarmClock.shared.cancel(alarm) }
    last.task?.cancel()
    last.completion?(outcome, mayWait)
  }
}
