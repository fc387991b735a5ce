/// A decision to send a call to another server that was made before the call's body arrived.
package struct UploadDecision: Sendable {
  /// The number of bytes at the beginning of the body that the journal needs.
  package static let keptBytes = Reply.storedLimit

  package let decision: Decision
  private let session: MockSession

  fileprivate init(_ decision: Decision, _ session: MockSession) { (self.decision, self.session) = (decision, session) }

  /// Stores the call in the journal.
  ///
  /// - Parameters:
  ///   - call: The call with at least the first `keptBytes` of its body.
  ///   - bodySize: The size of all of it.
  package func store(_ call: MockCall, bodySize: Int) {
    _ = session.store(decision, on: call, bodySize: bodySize)
  }
}

extension MockEngine {
  /// Returns the decision on a call whose body hasn't arrived if the call is sent to another server whatever its body is.
  /// Nothing is stored, and no step of a sequence is consumed.
  ///
  /// - Returns: `nil` if another outcome is possible. Then decide the call when its body has arrived.
  package func decideWithoutBody(_ call: MockCall) -> UploadDecision? {
    guard let control = try? ControlFields(call), let session = try? session(control.session) else { return nil }
    return session.decideWithoutBody(call, namesResponses: control.namesResponses)
      .map { UploadDecision($0, session) }
  }
}

extension MockSession {
  fileprivate func decideWithoutBody(_ call: MockCall, namesResponses: Bool) -> Decision? {
    let now = snapshot
    let sets = now.sets
    // Otherwise, every call with a body would be matched twice.
    guard sets.reachesOthers,
      case .success(let override) = ResponseOverride.read(call, namesResponses, in: sets)
    else { return nil }
    let passThrough = Decision(outcome: .passThrough, snapshot: sets.number)
    if !call.isForServer, sets.settings.passesThrough(call.host) { return passThrough }
    var parsed = ParsedCall(call, knowsHost: sets.knowsHost(of: call), hasBody: false, clock: environment.now)
    guard let match = firstMatch(&parsed, override, now, takesStep: false) else {
      return sets.settings.unmatched == .passthrough && !call.isForServer ? passThrough : nil
    }
    // Another call can take the step of a sequence or change a state before this one is stored.
    guard match.set.responses[match.choice.index].reachesOthers, !match.set.matcher.dependsOnBody,
      match.choice.reason != .sequence, !match.dependsOnStates
    else { return nil }
    return decision(on: &parsed, match, sets)
  }
}
