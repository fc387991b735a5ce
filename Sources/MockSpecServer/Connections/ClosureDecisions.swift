package import MockSpec

/// Decisions that a closure makes without a project.
package struct ClosureDecisions: Deciding {
  private let make: @Sendable (MockCall) -> Decision
  package var timeout: Duration
  package var passesCallsThrough = false
  package var allowedOrigins = AllowedOrigins.none
  package var redaction = Redaction()
  /// Decides a call before its body arrives.
  package var makeWithoutBody: @Sendable (MockCall) -> UploadDecision? = { _ in nil }
  /// Returns whether a call with the method `OPTIONS` is answered by a request that names it.
  package var optionsAreAnswered: @Sendable (MockCall) -> Bool = { _ in false }
  /// Whether calls can pass through to any origin.
  package var passesToAllOrigins = false

  package init(timeout: Duration, _ make: @escaping @Sendable (MockCall) -> Decision) {
    self.timeout = timeout
    self.make = make
  }

  /// Equal calls can get different decisions, so none is repeated.
  package var version: Int { 0 }

  package func decide(_ call: MockCall, version: Int?) -> (decision: Decision, repeatable: RepeatableCall?) {
    (make(call), nil)
  }

  package func decideWithoutBody(_ call: MockCall) -> UploadDecision? { makeWithoutBody(call) }
  package func sendCallbacks(with sender: any CallbackSender) {}
  package func cancelCallbacks() {}
  package func answersOptions(_ call: MockCall) -> Bool { optionsAreAnswered(call) }
  package func mayPassThrough(to origin: Origin) -> Bool { passesToAllOrigins }
}
