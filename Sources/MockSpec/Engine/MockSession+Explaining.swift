// Explanations of calls.
extension MockSession {
  /// Explains which request would answer a call and why, or why none would.
  ///
  /// No step of a sequence is consumed, and the call isn't stored in the journal.
  public func explain(_ call: MockCall) -> Explanation {
    let now = snapshot
    let explainer = Explainer(now.sets, isEnabled: now.isEnabled)
    let override: ResponseOverride
    switch ResponseOverride.read(call.ownFields, in: now.sets) {
    case .success(let found): override = found
    case .failure(let refusal): return explainer.rejected(call, refusal.message)
    }
    if now.sets.settings.passesThrough(call.host) { return explainer.hostPassesThrough(call) }
    var parsed = ParsedCall(call, knowsHost: now.sets.knowsHost(of: call))
    let answered = explainer.answered(&parsed) { set in
      choose(set, override, now, consumesStep: false).map { ($0.index, $0.reason, why(set, $0, override, now)) }
    }
    return answered ?? explainer.unmatched(&parsed)
  }

  private func why(_ set: ResponseSet, _ choice: Choice, _ override: ResponseOverride, _ now: Snapshot) -> String {
    switch choice.reason {
    case .header: "the call's 'Mockspec-Response' field names it"
    case .selection: "it is selected"
    case .scene where override.sceneIndex(for: set) != nil:
      "the scene of the call's 'Mockspec-Scene' field selects it"
    case .scene: "the scene '\(now.selections.scene ?? "")' selects it"
    case .sequence: choice.step.map { "answer \($0.number) of \($0.count) in its sequence" } ?? "its sequence"
    case .default:
      now.selections.responses[set.name].map { "the default, since the selected '\($0)' no longer exists" }
        ?? "the default"
    }
  }

  /// Explains a call to a server, which answers calls of its control API and preflights itself.
  package func explainOnServer(_ call: MockCall) -> Explanation {
    let sets = sets
    let explainer = Explainer(sets) { _ in true }
    if ControlPath.contains(call.path) {
      return explainer.answeredByServer(call) { "the server's control API answers \($0), if it is on" }
    }
    guard let preflight = sets.settings.server.cors.preflight(call), !answersOptions(call) else {
      return explain(call)
    }
    return explainer.answeredByServer(call) { line in
      switch preflight {
      case .granted(let origin): "the server grants the preflight \(line), since 'server.cors' allows \(origin)"
      case .denied(let origin):
        "the server denies the preflight \(line) with 403, since 'server.cors' doesn't allow \(origin)"
      }
    }
  }

  /// Explains a call that is refused with an error of its session.
  func explain(_ call: MockCall, _ error: SessionError) -> Explanation {
    Explainer(sets) { _ in true }.rejected(call, error.description)
  }
}
