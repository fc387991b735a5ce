import Synchronization

/// The calls that mocks make after the answer to one call. The adapter that answers says when.
package final class PendingCallbacks: Sendable {
  private let make: @Sendable (_ call: Int) -> Void
  private let state = Mutex((call: 0, hasBegun: false))

  /// - Parameter make: Makes the calls. Its argument is the number of the answered call in the journal.
  init(make: @escaping @Sendable (_ call: Int) -> Void) { self.make = make }

  /// The number of the answered call in the journal.
  var call: Int {
    get { state.withLock { $0.call } }
    set { state.withLock { $0.call = newValue } }
  }

  /// Makes the calls, since the reply has ended. Further calls of this method have no effect.
  package func begin() {
    let first = state.withLock { state -> Int? in
      defer { state.hasBegun = true }
      return state.hasBegun ? nil : state.call
    }
    if let first { make(first) }
  }
}
