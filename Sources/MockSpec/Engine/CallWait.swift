import Synchronization

/// Waits for a number of calls in a session. It is used once.
package final class CallWait: Sendable {
  private struct State: Sendable {
    /// The number of calls so far; `nil` until the earlier ones are counted.
    var count: Int?
    /// The numbers of calls that arrived before that.
    var early: [Int] = []
    var waiter: CheckedContinuation<Void, Never>?
    var isOver = false
  }

  private let session: MockSession
  private let filter: CallFilter
  private let wanted: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - session: The session whose calls are counted, including those that were made already.
  ///   - filter: The calls that count.
  ///   - count: The number of calls to wait for.
  package init(_ session: MockSession, _ filter: CallFilter, count: Int) {
    self.session = session
    self.filter = filter
    wanted = count
  }

  /// Returns the stored calls and the number of all as soon as there are enough, when the time is over, when the task is
  /// cancelled, when the session ends, or after ``end()``.
  package func calls(within timeout: Duration) async -> (stored: [CallRecord], count: Int) {
    let observer = session.observers.add { [self] change in
      switch change {
      case .called(let call): if filter.includes(call) { add(call.number) }
      case .ended: end()
      case .finished, .selected, .cleared, .setStates, .setItems, .replaced, .reported: break
      }
    }
    let alarm = AlarmClock.shared.set(.now + timeout) { [self] in end() }
    begin()
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isOver = state.withLock { state in
          if !state.isOver { state.waiter = waiter }
          return state.isOver
        }
        if isOver { waiter.resume() }
      }
    } onCancel: {
      end()
    }
    session.observers.remove(observer)
    AlarmClock.shared.cancel(alarm)
    return (session.calls.filter(filter.includes), state.withLock { $0.count ?? 0 })
  }

  /// Counts the calls of before.
  private func begin() {
    let (calls, _, next) = session.calls(after: 0)
    let stored = calls.count(where: filter.includes)
    let total: Int? =
      switch (filter.request, filter.response, filter.unmatched, filter.trace) {
      case (let request?, nil, nil, nil): try? session.count(of: request)
      case (nil, nil, true?, nil): session.unmatchedCount
      case (nil, nil, nil, nil): session.callCount
      default: nil
      }
    let isEnough = state.withLock { state in
      // Without the later calls, `total` can have some of them.
      let count = max(stored + state.early.count { $0 >= next }, total ?? 0)
      state.count = count
      return count >= wanted
    }
    if isEnough { end() }
  }

  private func add(_ number: Int) {
    let isEnough = state.withLock { state in
      guard let count = state.count else {
        state.early.append(number)
        return false
      }
      state.count = count + 1
      return count + 1 >= wanted
    }
    if isEnough { end() }
  }

  /// Ends the wait, also one that hasn't started.
  package func end() {
    let waiter = state.withLock { state in
      state.isOver = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }
}
