import Synchronization

/// A change of a session, for those who watch it.
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
  /// The requests changed: the project was reloaded, or requests were added or removed at run time.
  case replaced
}

/// Those who watch a session. While there are none, telling them costs an atomic read.
package final class SessionObservers: Sendable {
  package typealias ID = Int

  private let state = Mutex<(last: ID, handlers: [ID: @Sendable (SessionChange) -> Void])>((0, [:]))
  private let count = Atomic(0)

  /// Calls a closure for each change from now on, on the thread that makes it, so it must not block.
  package func add(_ handler: @escaping @Sendable (SessionChange) -> Void) -> ID {
    state.withLock { state in
      state.last += 1
      state.handlers[state.last] = handler
      count.store(state.handlers.count, ordering: .releasing)
      return state.last
    }
  }

  /// Removes an observer. It may still be running.
  package func remove(_ id: ID) {
    let handler = state.withLock { state in
      defer { count.store(state.handlers.count, ordering: .releasing) }
      return state.handlers.removeValue(forKey: id)
    }
    withExtendedLifetime(handler) {}
  }

  func send(_ change: @autoclosure () -> SessionChange) {
    guard count.load(ordering: .acquiring) > 0 else { return }
    let change = change()
    for handler in state.withLock({ Array($0.handlers.values) }) { handler(change) }
  }
}
