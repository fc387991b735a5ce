import Synchronization

/// A change of a session, for its observers.
package enum SessionChange: Sendable {
  /// A call was decided and stored.
  case called(Call)
  /// Selections or the scene changed, or requests were enabled or disabled.
  ///
  /// - request: The request; `nil` for several.
  /// - response: The response that was selected; `nil` if none was.
  case selected(request: String?, response: String?)
  /// The journal was cleared.
  case cleared
  /// The session was ended or evicted.
  case ended
  /// The requests changed: the project was reloaded, or requests were added or removed at run time.
  case replaced
}

/// The observers of a session. While there are none, a change costs an atomic read.
///
/// So does a call while all observers have enough: one that reads calls from the journal in batches is notified of the
/// first call of a batch only.
package final class SessionObservers: Sendable {
  package typealias ID = Int

  private struct Observer: Sendable {
    let getsEachCall: Bool
    let handler: @Sendable (SessionChange) -> Void
  }

  private let state = Mutex<(last: ID, observers: [ID: Observer])>((0, [:]))
  private let known = Atomic(0)
  private let knownForEachCall = Atomic(0)
  /// Whether all observers are notified of the next call.
  private let awaitsCall = Atomic(false)

  /// The number of observers.
  package var count: Int { known.load(ordering: .acquiring) }
  package var isEmpty: Bool { count == 0 }

  /// Calls a closure for each change from now on, on the thread that makes it, so it must not block.
  ///
  /// - Parameter getsEachCall: False if it is enough to be notified of a call after each `awaitCall()`.
  package func add(
    getsEachCall: Bool = true, _ handler: @escaping @Sendable (SessionChange) -> Void
  ) -> ID {
    state.withLock { state in
      state.last += 1
      state.observers[state.last] = Observer(getsEachCall: getsEachCall, handler: handler)
      count(state.observers)
      return state.last
    }
  }

  /// Notifies all observers of the next call. To miss none, call it before the journal is read.
  package func awaitCall() { awaitsCall.store(true, ordering: .releasing) }

  /// Removes an observer. It may still be running.
  package func remove(_ id: ID) {
    let observer = state.withLock { state in
      defer { count(state.observers) }
      return state.observers.removeValue(forKey: id)
    }
    withExtendedLifetime(observer) {}
  }

  private func count(_ observers: [ID: Observer]) {
    known.store(observers.count, ordering: .releasing)
    knownForEachCall.store(observers.values.count(where: \.getsEachCall), ordering: .releasing)
  }

  func send(_ change: SessionChange) {
    guard !isEmpty else { return }
    for observer in state.withLock({ Array($0.observers.values) }) { observer.handler(change) }
  }

  /// Notifies of a call that is stored in the journal.
  func send(_ call: Call) {
    guard !isEmpty, isCallWanted else { return }
    send(.called(call))
  }

  private var isCallWanted: Bool {
    if knownForEachCall.load(ordering: .acquiring) > 0 { return true }
    return awaitsCall.load(ordering: .acquiring) && awaitsCall.exchange(false, ordering: .acquiringAndReleasing)
  }
}
