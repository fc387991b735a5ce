package import Dispatch
import Synchronization

/// Calls closures at given times, with a single Dispatch timer.
///
/// Most alarms are timeouts that are cancelled long before their time. Setting and cancelling one costs a lock and a few
/// comparisons; a separate timer would wake another thread twice.
package final class AlarmClock: Sendable {
  /// An alarm that was set.
  package struct Alarm: Sendable {
    fileprivate let number: Int
  }

  fileprivate struct Entry: Sendable {
    let due: ContinuousClock.Instant
    let number: Int
  }

  fileprivate struct State {
    /// A binary heap: no entry is due before its parent, which has the index `(index - 1) / 2`. Cancelled alarms stay until
    /// they are first, or until most entries are cancelled.
    var heap: [Entry] = []
    var actions: [Int: @Sendable () -> Void] = [:]
    var last = 0
    /// The time for which the timer is set.
    var armed: ContinuousClock.Instant?
  }

  /// The clock of the process.
  package static let shared = AlarmClock()

  private let state = Mutex(State())
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  init() {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "MockSpec.alarms", qos: .userInitiated))
    timer.setEventHandler { [weak self] in self?.ring() }
    timer.activate()
  }

  deinit { timer.cancel() }

  /// Sets an alarm.
  ///
  /// - Parameters:
  ///   - due: The time. If it is in the past, the action is called at once.
  ///   - action: Called once. It must not block, since all alarms share its queue.
  package func set(_ due: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void) -> Alarm {
    state.withLock { state in
      state.last += 1
      state.actions[state.last] = action
      state.insert(Entry(due: due, number: state.last))
      arm(&state)
      return Alarm(number: state.last)
    }
  }

  /// Cancels an alarm. Its action may be running already.
  package func cancel(_ alarm: Alarm) {
    // The action is released outside the lock.
    let action = state.withLock { state in
      let action = state.actions.removeValue(forKey: alarm.number)
      if state.heap.count > 64, state.heap.count > 2 * state.actions.count { state.forgetCancelled() }
      return action
    }
    withExtendedLifetime(action) {}
  }

  private func ring() {
    let actions = state.withLock { state in
      var actions: [@Sendable () -> Void] = []
      let now = ContinuousClock.now
      state.armed = nil
      while let first = state.heap.first, first.due <= now || state.actions[first.number] == nil {
        if let action = state.actions.removeValue(forKey: first.number) { actions.append(action) }
        state.removeFirst()
      }
      arm(&state)
      return actions
    }
    for action in actions { action() }
  }

  /// Sets the timer for the first entry, if it isn't set for an earlier time.
  private func arm(_ state: inout State) {
    guard let first = state.heap.first?.due, state.armed.map({ first < $0 }) ?? true else { return }
    state.armed = first
    timer.schedule(deadline: .now() + (first - .now).dispatchInterval, leeway: .nanoseconds(0))
  }
}

extension AlarmClock.State {
  fileprivate mutating func insert(_ entry: AlarmClock.Entry) {
    heap.append(entry)
    var index = heap.count - 1
    while index > 0, case let parent = (index - 1) / 2, heap[index].due < heap[parent].due {
      heap.swapAt(index, parent)
      index = parent
    }
  }

  fileprivate mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while case let child = 2 * index + 1, child < heap.count {
      let next = child + 1 < heap.count && heap[child + 1].due < heap[child].due ? child + 1 : child
      guard heap[next].due < heap[index].due else { return }
      heap.swapAt(index, next)
      index = next
    }
  }

  /// A sorted array is a heap.
  fileprivate mutating func forgetCancelled() {
    heap.removeAll { actions[$0.number] == nil }
    heap.sort { $0.due < $1.due }
  }
}

extension Duration {
  /// The interval, rounded up and at most a day. A timer that fires too early is set again.
  package var dispatchInterval: DispatchTimeInterval {
    let nanoseconds = min(max(self, .zero), .seconds(86_400)) / .nanoseconds(1)
    return .nanoseconds(Int(nanoseconds.rounded(.up)))
  }
}
