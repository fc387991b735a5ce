/// A stored call whose reply equal calls get, too, until the session changes.
///
/// An adapter that recognizes an equal call by its bytes stores it again instead of deciding it.
package final class RepeatableCall: Sendable {
  // What each storing reads comes first, so that it shares a cache line.
  private let call: StoredCall
  private let session: MockSession
  private let version: Int
  package let decision: Decision

  /// - Parameter version: The session's version before the decision.
  init(_ call: StoredCall, _ decision: Decision, _ session: MockSession, version: Int) {
    (self.call, self.decision, self.session, self.version) = (call, decision, session, version)
  }

  /// Stores an equal call in the journal.
  ///
  /// - Returns: Whether it gets the same decision. Otherwise, nothing is stored.
  package func storeAgain() -> Bool {
    guard session.version == version else { return false }
    session.storeAgain(call)
    return true
  }
}
