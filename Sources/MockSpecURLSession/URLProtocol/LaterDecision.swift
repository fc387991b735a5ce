package import MockSpec

/// A decision on a call that isn't made at once, such as that of a server.
package enum LaterDecision: Sendable {
  /// - Parameters:
  ///   - timeout: The maximum time of a hang, of forwarding, and of silence when the call passes through.
  case decided(Decision, timeout: Duration)
  /// No mock matches, and another environment is asked next.
  case unmatched
  /// The call can't be decided, and fails with an error that has this message.
  case failed(MockSpecError.Code, String)
}
