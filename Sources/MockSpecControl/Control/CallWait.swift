import MockSpec
import Synchronization

/// Waits for a number of calls.
final class CallWait: Sendable {
  private struct State: Sendable {
    var waiter: CheckedContinuation<Void, Never>?
    var isOver = false
  }

  private let session: MockSession
  private let filter: CallFilter
  private let wanted: Int
  private let state = Mutex(State())

  init(_ session: MockSession, _ filter: CallFilter, count: Int) {
    self.session = session
    self.filter = filter
    wanted = count
  }

  /// Returns the calls that were made so far as soon as there are enough, when the time is over, or when the task is
  /// cancelled.
  func calls(within timeout: Duration) async -> (stored: [Call], count: Int) {
    let observer = session.observers.add { [self] change in
      if case .called(let call) = change, filter.includes(call) { recount() }
    }
    let alarm = AlarmClock.shared.set(.now + timeout) { [self] in end() }
    recount()
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
    return (session.calls.filter(filter.includes), count)
  }

  private func recount() { if count >= wanted { end() } }

  /// The number of calls, including those that are no longer stored if it is known.
  private var count: Int {
    switch (filter.request, filter.response, filter.unmatched) {
    case (let request?, nil, nil): (try? session.count(of: request)) ?? 0
    case (nil, nil, true?): session.unmatchedCount
    default: session.calls.count(where: filter.includes)
    }
  }

  private func end() {
    let waiter = state.withLock { state in
      state.isOver = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }
}
