import HTTPTypes
import MockSpec

extension CallOverride {
  /// Decides a call, and stores it in the journal.
  ///
  /// - Parameter isConnected: Whether a server is asked about calls that no mock of the engine matches.
  /// - Returns: `nil` if no mock of the engine matches, and a server or another environment is asked next.
  func decide(
    _ call: MockCall, in engine: MockEngine, isConnected: Bool, isLast: Bool,
    ignoring othersHave: @escaping (CallChoice) -> Bool
  ) -> Decided? {
    guard let session = try? engine.session(of: call) else {
      return engine.decide(call, DecisionOptions())
    }
    // The mocks of a server aren't known. Other environments don't get this override's scene.
    func isIgnored(_ choice: CallChoice) -> Bool {
      if isConnected { return true }
      if case .scene = choice, scene != nil { return false }
      return othersHave(choice)
    }
    let options = DecisionOptions(othersHave: isIgnored)
    switch source {
    case .outcome(let outcome): return session.store(decision(outcome, in: session), on: call)
    case .response(let selection):
      let asked = asking(call, in: isConnected ? session : nil)
      // Before it is decided, so that no sequence advances.
      switch session.explain(asked).outcome {
      case .answered(let match) where match.request.requestName != selection.request:
        return session.store(rejection(match.request.requestName, selection), on: asked)
      case .passedThrough where !isConnected: return session.store(rejection(nil, selection), on: asked)
      case .answered, .passedThrough, .unmatched, .rejected, .answeredByServer:
        if isConnected { return session.decideIfMatched(asked, options).map(delayed) }
        return delayed(session.decide(asked, options))
      }
    case .mocks(let fallback):
      let asked = asking(call, in: isConnected ? session : nil)
      if let made = session.decideIfMatched(asked, options) { return delayed(made) }
      if isConnected { return nil }
      if !session.refuses(asked, ignoring: isIgnored), let outcome = fallback() {
        return session.store(decision(outcome, in: session), on: asked)
      }
      return isLast || !hasScene(in: session) ? session.decide(asked, options) : nil
    }
  }

  /// Returns the call that the mocks get, which has this override in its fields.
  ///
  /// - Parameter session: The session of an interceptor in connected mode; then only responses and scenes that it has
  ///   are added.
  private func asking(_ call: MockCall, in session: MockSession?) -> MockCall {
    var call = call
    if case .response(let selection) = source, session?.has(.response(selection)) ?? true {
      call.ownFields.append(HTTPField(name: .mockspecResponse, value: selection.text))
    }
    if let scene, session.map(hasScene) ?? true {
      call.ownFields[.mockspecScene] = PercentText.encode(scene.utf8, keeping: "-._~")
    }
    return call
  }

  /// Returns the call that a server gets, which has this override in its fields, except for a scene of the session.
  func asking(_ call: MockCall, besides session: MockSession) -> MockCall {
    var asked = asking(call, in: nil)
    if scene != nil, hasScene(in: session) { asked.ownFields[.mockspecScene] = nil }
    return asked
  }

  private func hasScene(in session: MockSession) -> Bool {
    scene.map { session.sets.scenes[$0] != nil } ?? true
  }

  /// Applies this override to the decision of a server.
  func change(_ decision: inout Decision, in session: MockSession) {
    switch (source, decision.outcome) {
    case (.mocks(let fallback), .unmatched), (.mocks(let fallback), .passThrough):
      if decision.requestName == nil, let outcome = fallback() { decision = self.decision(outcome, in: session) }
    case (.response(let selection), .passThrough) where decision.requestName == nil:
      decision = rejection(nil, selection)
    case (.response(let selection), _):
      if let name = decision.requestName, name != selection.request { decision = rejection(name, selection) }
    default: break
    }
    if let delay, decision.requestName != nil { decision.delay = delay }
  }

  private func delayed(_ made: Decided) -> Decided {
    var made = made
    if let delay, made.decision.requestName != nil { made.decision.delay = delay }
    return made
  }

  /// Returns the decision that isn't made by mocks.
  private func decision(_ outcome: Decision.Outcome, in session: MockSession) -> Decision {
    let usual = if case .passThrough = outcome { Duration.zero } else { session.settings.delay ?? .zero }
    return Decision(outcome: outcome, delay: delay ?? usual, snapshot: session.sets.number)
  }

  /// - Parameter request: The name of the request that matches the call; `nil` if none does.
  private func rejection(_ request: String?, _ selection: ResponseSelection) -> Decision {
    Decision(
      rejecting: (request.map { "request '\($0)' matches the call" }
        ?? "the call passes through to its real destination")
        + "; '\(selection.request)', whose response '\(selection.response)' was chosen, doesn't match it", status: 400)
  }
}
