/// A decision to send a call to another server that was made before the call's body arrived.
package struct UploadDecision: Sendable {
  /// The number of bytes at the beginning of the body that the journal needs.
  package static let keptBytes = Journal.Limits().body

  package let decision: Decision
  private let session: MockSession

  fileprivate init(_ decision: Decision, _ session: MockSession) { (self.decision, self.session) = (decision, session) }

  /// Stores the call in the journal.
  ///
  /// - Parameters:
  ///   - request: The call with at least the first `keptBytes` of its body.
  ///   - bodySize: The size of all of it.
  package func store(_ request: MockRequest, bodySize: Int) {
    _ = session.store(decision, on: request, bodySize: bodySize)
  }
}

extension MockEngine {
  /// Returns the decision on a call whose body hasn't arrived if the call is sent to another server whatever its body is.
  /// Nothing is stored, and no step of a sequence is consumed.
  ///
  /// - Returns: `nil` if another outcome is possible. Then decide the call when its body has arrived.
  package func decideWithoutBody(_ request: MockRequest) -> UploadDecision? {
    guard let control = try? ControlFields(request), let session = try? session(control.session) else { return nil }
    return session.decideWithoutBody(request, namesResponses: control.namesResponses)
      .map { UploadDecision($0, session) }
  }
}

extension MockSession {
  fileprivate func decideWithoutBody(_ request: MockRequest, namesResponses: Bool) -> Decision? {
    let now = snapshot
    let sets = now.sets
    // Otherwise, every call with a body would be matched twice.
    guard sets.reachesOthers,
      case .success(let override) = ResponseOverride.read(request, namesResponses, in: sets)
    else { return nil }
    let passThrough = Decision(outcome: .passThrough, snapshot: sets.number)
    if !request.isForServer, sets.settings.passesThrough(request.host) { return passThrough }
    var parsed = ParsedRequest(request, knowsHost: sets.knowsHost(of: request), hasBody: false)
    guard let (set, choice) = firstMatch(&parsed, override, now, consumesStep: false) else {
      return sets.settings.unmatched == .passthrough && !request.isForServer ? passThrough : nil
    }
    // Another call can take the step of a sequence before this one is stored.
    guard set.responses[choice.index].reachesOthers, !set.matcher.dependsOnBody, choice.reason != .sequence else {
      return nil
    }
    return decision(on: &parsed, set, choice, sets)
  }
}
