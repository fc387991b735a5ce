import Synchronization

/// A change of a session, for its observers.
package enum SessionChange: Sendable {
  /// A call was decided and stored.
  case called(CallRecord)
  /// A closure has answered the call with this number, which was pending before.
  case finished(Int)
  /// Selections or the scene changed, or requests were enabled or disabled.
  ///
  /// - request: The request; `nil` for several.
  /// - response: The response that was selected; `nil` if none was.
  case selected(request: String?, response: String?)
  /// States were set, by a call or otherwise.
  case setStates
  /// Items of a collection were changed, by a call or otherwise.
  case setItems(of: String)
  /// The journal was cleared.
  case cleared
  /// The session was ended or evicted.
  case ended
  /// The requests changed: the project was reloaded, or requests were added or removed at run time.
  case replaced
  /// Something that is shown together with the session changed: the project has errors since a change and wasn't
  /// reloaded, or selections can't be saved.
  case reported
}

/// The observers of a session.
///
/// Without observers, a change costs one atomic read. An observer that reads calls from the journal in batches is notified
/// only of the first call after `awaitCall()`; until it calls that again, further calls cost only atomic reads.
package final class SessionObservers: Sendable {
  package typealias ID = Int

  private struct Observer: Sendable {
    let getsEachCall: Bool
    let handler: @Sendable (SessionChange) -> Void
  }

  private let state = Mutex<(last: ID, observers: [ID: Observer])>((0, [:]))
  private let observerCount = Atomic(0)
  /// The number of those that get each call.
  private let eachCallCount = Atomic(0)
  /// Whether `awaitCall()` was called since the last call that observers were notified of.
  private let awaitsCall = Atomic(false)

  /// The number of observers.
  package var count: Int { observerCount.load(ordering: .acquiring) }
  package var isEmpty: Bool { count == 0 }

  /// Calls a closure for each change from now on, on the thread that makes it, so it must not block.
  ///
  /// - Parameter getsEachCall: Whether the closure is called for each call. If not, it is called at least for the first
  ///   call after each `awaitCall()`.
  package func add(getsEachCall: Bool = true, _ handler: @escaping @Sendable (SessionChange) -> Void) -> ID {
    state.withLock { state in
      state.last += 1
      state.observers[state.last] = Observer(getsEachCall: getsEachCall, handler: handler)
      updateCounts(state.observers)
      return state.last
    }
  }

  /// Requests a notification of all observers at the next call. Call it before the journal is read, so that none is missed.
  package func awaitCall() { awaitsCall.store(true, ordering: .releasing) }

  /// Removes an observer. It may still be running.
  package func remove(_ id: ID) {
    let observer = state.withLock { state in
      defer { updateCounts(state.observers) }
      return state.observers.removeValue(forKey: id)
    }
    withExtendedLifetime(observer) {}
  }

  private func updateCounts(_ observers: [ID: Observer]) {
    observerCount.store(observers.count, ordering: .releasing)
    eachCallCount.store(observers.values.count(where: \.getsEachCall), ordering: .releasing)
  }

  package func send(_ change: SessionChange) {
    guard !isEmpty else { return }
    for observer in state.withLock({ Array($0.observers.values) }) { observer.handler(change) }
  }

  /// Notifies observers of a call that was stored in the journal.
  func send(_ record: () -> CallRecord) {
    guard !isEmpty, isCallWanted else { return }
    send(.called(record()))
  }

  private var isCallWanted: Bool {
    if eachCallCount.load(ordering: .acquiring) > 0 { return true }
    return awaitsCall.load(ordering: .acquiring) && awaitsCall.exchange(false, ordering: .acquiringAndReleasing)
  }
}
