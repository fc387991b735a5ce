import Synchronization

/// The values of a session that several processes could share: what users have chosen, and what calls have changed.
///
/// All of them refer to names, so that they outlive reloads. All methods can be called on any thread.
package protocol SessionStore: Sendable {
  /// The present values.
  var values: SessionValues { get }

  /// Changes the values. If `body` throws, nothing changes.
  func update<Result: Sendable, Failure: Error>(
    _ body: (inout SessionValues) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Makes the changes of one call: a step of a sequence, states that a response sets, and items. What `body` reads and changes is
  /// one step, with no other change in between.
  func step<Result: Sendable>(_ body: (inout SessionValues) -> Result) -> Result
}

extension SessionStore {
  /// Returns what a step would return now, without its changes.
  func preview<Result>(_ body: (inout SessionValues) -> Result) -> Result {
    var values = values
    return body(&values)
  }
}

/// The values of a session.
package struct SessionValues: Sendable {
  package var selections = SavedSelections()
  /// The number of answers that each sequence has given.
  package var answers: [SequenceKey: Int] = [:]
  /// The values of the states that were set since the start or the last reset.
  package var states: [String: String] = [:]
  /// What calls have changed in collections.
  var items: [ItemKey: ItemChanges] = [:]

  package init() {}
}

/// The store of a session that no other process shares.
final class MemoryStore: SessionStore {
  private let current = Mutex(SessionValues())

  var values: SessionValues { current.withLock { $0 } }

  func update<Result: Sendable, Failure: Error>(
    _ body: (inout SessionValues) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try current.withLock { values throws(Failure) in
      var changed = values
      let result = try body(&changed)
      values = changed
      return result
    }
  }

  func step<Result: Sendable>(_ body: (inout SessionValues) -> Result) -> Result {
    current.withLock { body(&$0) }
  }
}
