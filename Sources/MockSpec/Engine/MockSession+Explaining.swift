import HTTPTypes
import MockSpecDiagnostics

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
    if !call.isForServer, now.sets.settings.passesThrough(call.host) { return explainer.hostPassesThrough(call) }
    var parsed = ParsedCall(call, knowsHost: now.sets.knowsHost(of: call), clock: environment.now)
    let values = store.values
    let states = states(override, now, values)
    parsed.states = states
    let answered = explainer.answered(&parsed) { set, parsed in
      choice(of: set, override, now, values, states).map { choice in
        (response(of: set, choice, to: &parsed, values), choice.reason, why(set, choice, override, now, states))
      }
    }
    return answered ?? explainer.unmatched(&parsed)
  }

  /// Explains a stored call. If only the beginning of its body is stored, a note says so.
  package func explain(_ record: CallRecord) -> Explanation {
    let explanation = explain(record.call)
    guard let cut = record.call.storedBody.cut else { return explanation }
    var notes = ["conditions on the body aren't decided: only \(cut) are stored"]
    if let name = record.requestName, explanation.answer?.request.requestName != name {
      notes.append("'\(name)' answered it when it was made")
    }
    return explanation.adding(notes)
  }

  /// Returns the response of a choice: that of a collection's operation if the choice does one, which isn't stored.
  private func response(
    of set: ResponseSet, _ choice: ResponseChoice, to parsed: inout ParsedCall, _ values: SessionValues
  ) -> Response {
    let response = set.responses[choice.index]
    guard let action = response.action, let call = set.itemCall(&parsed) else { return response }
    var changes = values.items.changes(of: action.key)
    let answer = action.collection.perform(action.operation, call, &changes) { _ in true }
    return set.response(for: answer.outcome)
  }

  private func why(
    _ set: ResponseSet, _ choice: ResponseChoice, _ override: ResponseOverride, _ now: Snapshot, _ states: StateValues
  ) -> String {
    switch choice.reason {
    case .header: "the call's 'Mockspec-Response' field names it"
    case .selection: "it is selected"
    case .scene where override.sceneIndex(for: set) != nil:
      "the scene of the call's 'Mockspec-Scene' field selects it"
    case .scene: "the scene '\(now.selections.scene ?? "")' selects it"
    case .sequence: choice.step.map { "answer \($0.number) of \($0.count) in its sequence" } ?? "its sequence"
    case .state:
      set.responses[choice.index].when.map { condition in
        "the state '\(condition.state.excerpt)' is '\(Excerpt.of(states[condition.state.value] ?? ""))'"
      }.joined(separator: " and ")
    case .default:
      now.selections.responses[set.name].map { "the default, since the selected '\($0)' no longer exists" }
        ?? "the default"
    }
  }

  /// Explains a call to a server, which answers calls of its control API and preflights itself.
  ///
  /// A URL of this machine, such as the one that a server prints, is explained as a server receives it. So is a URL of a host
  /// that no request names, if the app of that URL gets no answer. A note says so.
  package func explainOnServer(_ call: MockCall) -> Explanation {
    guard call.target == .url else { return explainReceived(call) }
    let sets = sets
    let received = call.receivedByServer
    let isNamed = sets.knowsHost(of: received)
    if !received.isForServer, isNamed { return explainReceived(call) }
    let inApp = explainReceived(call)
    let onServer = explainReceived(received)
    if case .answeredByServer = onServer.outcome { return onServer }
    if !received.isForServer, let request = inApp.answeringRequest, request == onServer.answeringRequest {
      return inApp
    }
    return onServer.adding(
      note: Self.noteOnServer(isNamed ? nil : call.host, inApp: inApp.answeringRequest, onServer.answeringRequest))
  }

  private static func noteOnServer(_ unnamedHost: String?, inApp: String?, _ onServer: String?) -> String {
    let compared =
      unnamedHost.map { "scheme, host and port aren't compared, since no request names the host '\(Excerpt.of($0))'" }
      ?? "scheme and port aren't compared"
    let difference = inApp.map { "'\(Excerpt.of($0))' answers it" } ?? "no request matches it"
    return "explained as a server receives it: \(compared)" + (inApp == onServer ? "" : "; in an app, \(difference)")
  }

  private func explainReceived(_ call: MockCall) -> Explanation {
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

extension MockCall {
  /// The call as a server receives it: with a path and a `Host` field.
  fileprivate var receivedByServer: MockCall {
    guard let host else { return self }
    var call = self
    call.target = .originForm
    call.isForServer = ThisMachine.isNamed(host)
    if call.fields[.host] == nil { call.ownFields[.host] = host + (port.map { ":\($0)" } ?? "") }
    return call
  }
}

extension Explanation {
  /// The name of the request that answers the call; `nil` if none does.
  fileprivate var answeringRequest: String? {
    if case .answered(let match) = outcome { match.request.requestName } else { nil }
  }

  fileprivate func adding(note: String) -> Explanation {
    Explanation(
      call: call, outcome: outcome, candidates: candidates, moreCandidates: moreCandidates, notes: notes + [note],
      suggestedSpec: suggestedSpec)
  }
}
