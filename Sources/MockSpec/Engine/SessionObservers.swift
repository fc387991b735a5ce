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
package final class SessionObservers: Sendable {
  package typealias ID = Int

  private let state = Mutex<(last: ID, handlers: [ID: @Sendable (SessionChange) -> Void])>((0, [:]))
  private let known = Atomic(0)

  /// The number of observers.
  package var count: Int { known.load(ordering: .acquiring) }
  package var isEmpty: Bool { count == 0 }

  /// Calls a closure for each change from now on, on the thread that makes it, so it must not block.
  package func add(_ handler: @escaping @Sendable (SessionChange) -> Void) -> ID {
    state.withLock { state in
      state.last += 1
      state.handlers[state.last] = handler
      known.store(state.handlers.count, ordering: .releasing)
      return state.last
    }
  }

  /// Removes an observer. It may still be running.
  package func remove(_ id: ID) {
    let handler = state.withLock { state in
      defer { known.store(state.handlers.count, ordering: .releasing) }
      return state.handlers.removeValue(forKey: id)
    }
    withExtendedLifetime(handler) {}
  }

  func send(_ change: @autoclosure () -> SessionChange) {
    guard !isEmpty else { return }
    let change = change()
    for handler in state.withLock({ Array($0.handlers.values) }) { handler(change) }
  }
}
