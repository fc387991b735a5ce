/// A stored call whose reply equal calls get, too, until the session changes.
///
/// An adapter that recognizes an equal call by its bytes stores it again instead of deciding it.
package struct RepeatableCall: Sendable {
  private let call: StoredCall
  private let session: MockSession
  private let version: Int

  /// - Parameter version: The session's version before the decision.
  init(_ call: StoredCall, _ session: MockSession, version: Int) {
    (self.call, self.session, self.version) = (call, session, version)
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
