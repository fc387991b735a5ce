import Synchronization

/// The values of a session that several processes could share: what users have chosen, and how far sequences are.
///
/// All of them refer to names, so that they outlive reloads. All methods can be called on any thread.
package protocol SessionStore: Sendable {
  /// What users have chosen.
  var selections: SavedSelections { get }

  /// Changes the values. If `body` throws, nothing changes.
  func update<Result: Sendable, Failure: Error>(
    _ body: (inout SessionValues) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Returns the number of answers that a sequence has given, and counts one more if it gives another one now.
  ///
  /// - Parameter takesStep: Returns whether there is an answer after a number of answers. No other call of this method comes
  ///   between the read and the count.
  func answers(of sequence: SequenceKey, takesStep: (Int) -> Bool) -> Int
}

/// The values of a session.
package struct SessionValues: Sendable {
  package var selections = SavedSelections()
  /// The number of answers that each sequence has given.
  package var answers: [SequenceKey: Int] = [:]

  package init() {}
}

/// The store of a session that no other process shares.
final class MemoryStore: SessionStore {
  private let values = Mutex(SessionValues())

  var selections: SavedSelections { values.withLock { $0.selections } }

  func update<Result: Sendable, Failure: Error>(
    _ body: (inout SessionValues) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try values.withLock { values throws(Failure) in
      var changed = values
      let result = try body(&changed)
      values = changed
      return result
    }
  }

  func answers(of sequence: SequenceKey, takesStep: (Int) -> Bool) -> Int {
    values.withLock { values in
      let answers = values.answers[sequence, default: 0]
      if takesStep(answers) { values.answers[sequence] = answers + 1 }
      return answers
    }
  }
}
