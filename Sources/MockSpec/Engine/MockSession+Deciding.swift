import Synchronization

// Decisions on calls.
extension MockSession {
  /// Returns the decision on a call, and stores the call in the journal. If a sequence chooses the response, its next
  /// step is consumed.
  public func decide(_ request: MockRequest) -> Decision { decide(request, namesResponses: true) }

  func decide(_ request: MockRequest, namesResponses: Bool) -> Decision {
    decided(request, namesResponses) { _ in false }.decision
  }

  /// Does the same as `decide`, and returns the stored call, too.
  ///
  /// - Parameters:
  ///   - namesResponses: Whether the call can have the fields `Mockspec-Response` and `Mockspec-Scene`.
  ///   - isElsewhere: Returns whether another of several sessions that are asked in turn has a choice of those fields.
  ///     Then it is ignored if it isn't valid here.
  package func decideAndStore(
    _ request: MockRequest, namesResponses: Bool = true,
    ignoring isElsewhere: (CallChoice) -> Bool = { _ in false }
  ) -> (decision: Decision, call: Call) {
    let (decision, entry) = decided(request, namesResponses, ignoring: isElsewhere)
    return (decision, entry.call)
  }

  private func decided(
    _ request: MockRequest, _ namesResponses: Bool, ignoring isElsewhere: (CallChoice) -> Bool
  ) -> (decision: Decision, entry: Journal.Stored) {
    let now = snapshot
    var parsed = ParsedRequest(request, knowsHost: now.sets.knowsHost(of: request))
    var decision = match(&parsed, now, namesResponses, ignoring: isElsewhere) ?? unmatched(&parsed, now)
    let entry = store(&decision, request, now)
    return (decision, entry)
  }

  /// Does the same as `decide`. If equal calls get the same reply until the session changes, returns the call, too, so that
  /// they needn't be decided.
  ///
  /// - Parameter version: The session's version before anything was read of it for this call.
  package func decideRepeatably(
    _ request: MockRequest, namesResponses: Bool = true, version: Int
  ) -> (decision: Decision, repeatable: RepeatableCall?) {
    let now = snapshot
    var parsed = ParsedRequest(request, knowsHost: now.sets.knowsHost(of: request))
    var decision = match(&parsed, now, namesResponses) { _ in false } ?? unmatched(&parsed, now)
    let entry = store(&decision, request, now)
    guard parsed.isRepeatable, case .reply = decision.outcome, decision.delay == .zero else { return (decision, nil) }
    return (decision, RepeatableCall(entry.stored, self, version: version))
  }

  /// Stores another call that is equal to a stored one.
  func storeAgain(_ call: StoredCall) {
    let (number, time) = journal.appendAgain(call)
    observers.send { call.numbered(number, at: time) }
  }

  /// Does the same for one of several sessions that are asked in turn, except for the last one.
  ///
  /// - Returns: `nil` if no request matches, or if the call's `Mockspec-Response` or `Mockspec-Scene` field isn't valid in any
  ///   session. Then nothing is stored, and the next session decides.
  package func decideIfMatched(
    _ request: MockRequest, namesResponses: Bool = true, ignoring isElsewhere: (CallChoice) -> Bool
  ) -> (decision: Decision, call: Call)? {
    let now = snapshot
    var parsed = ParsedRequest(request, knowsHost: now.sets.knowsHost(of: request))
    guard var decision = match(&parsed, now, namesResponses, ignoring: isElsewhere) else { return nil }
    if case .rejected = decision.outcome { return nil }
    let entry = store(&decision, request, now)
    return (decision, entry.call)
  }

  /// Returns whether there are the request and the response of a choice, or its scene.
  package func has(_ choice: CallChoice) -> Bool {
    switch choice {
    case .response(let selection): sets[selection.request]?.index(of: selection.response) != nil
    case .scene(let scene): sets.scenes[scene] != nil
    }
  }

  /// Stores a call that was decided elsewhere or before, and returns it with the decision.
  ///
  /// - Parameter bodySize: The size of the body, if the request has only its beginning.
  package func store(
    _ decision: Decision, on request: MockRequest, bodySize: Int? = nil
  ) -> (decision: Decision, call: Call) {
    var decision = decision
    let entry = store(&decision, request, bodySize: bodySize, snapshot)
    return (decision, entry.call)
  }

  /// Stores a call, and completes the decision on it.
  private func store(
    _ decision: inout Decision, _ request: MockRequest, bodySize: Int? = nil, _ now: Snapshot
  ) -> Journal.Stored {
    decision.answersHead = request.method == "HEAD"
    let entry = journal.append(request, bodySize: bodySize, decision, now.sets.settings.redaction)
    observers.send { entry.call }
    if case .closure(var closure) = decision.outcome {
      closure.onEnd = { [journal, observers, number = entry.number] in
        journal.finish(number, Call.Answer($0))
        observers.send(.finished(number))
      }
      decision.outcome = .closure(closure)
    }
    return entry
  }

  /// Returns the decision of the first request that matches; `nil` if none does.
  private func match(
    _ request: inout ParsedRequest, _ now: Snapshot, _ namesResponses: Bool,
    ignoring isElsewhere: (CallChoice) -> Bool
  ) -> Decision? {
    let sets = now.sets
    let override: ResponseOverride
    switch ResponseOverride.read(request.request, namesResponses, in: sets, ignoring: isElsewhere) {
    case .success(let found): override = found
    case .failure(let refusal):
      return Decision(outcome: .rejected(refusal.message, status: 400), snapshot: sets.number)
    }
    if !request.request.isForServer, sets.settings.passesThrough(request.request.host) {
      return Decision(outcome: .passThrough, snapshot: sets.number)
    }
    guard let (set, choice) = firstMatch(&request, override, now, consumesStep: true) else { return nil }
    return decision(on: &request, set, choice, sets)
  }

  /// Returns the first enabled request that matches and has a response to give, with this response; `nil` if there is none.
  ///
  /// - Parameter consumesStep: Whether the next step is consumed if a sequence chooses the response.
  func firstMatch(
    _ request: inout ParsedRequest, _ override: ResponseOverride, _ now: Snapshot, consumesStep: Bool
  ) -> (set: ResponseSet, choice: Choice)? {
    var candidates = now.sets.candidates(for: request.path)
    while let candidate = candidates.next() {
      guard let set = candidate.match(&request), now.isEnabled(set) else { continue }
      let choice = choose(set, override, now, consumesStep: consumesStep)
      if choice == nil || choice?.reason == .sequence { request.isRepeatable = false }
      if let choice { return (set, choice) }
    }
    return nil
  }

  private func unmatched(_ request: inout ParsedRequest, _ now: Snapshot) -> Decision {
    let passes = now.sets.settings.unmatched == .passthrough && !request.request.isForServer
    return Decision(
      outcome: passes
        ? .passThrough : .unmatched(Explainer(now.sets, isEnabled: now.isEnabled).unmatched(&request)),
      snapshot: now.sets.number)
  }

  func decision(
    on request: inout ParsedRequest, _ set: ResponseSet, _ choice: Choice, _ sets: ResponseSets
  ) -> Decision {
    let response = set.responses[choice.index]
    var outcome = response.outcome.decided(on: request, path: set.matcher.path?.value, environment, sets.settings)
    if response.acceptsRanges { outcome = outcome.part(for: request.request) }
    if !response.isConstant { request.isRepeatable = false }
    return Decision(
      outcome: outcome, delay: response.delay.map(sample) ?? sets.settings.delay ?? .zero,
      throttle: response.throttle, requestName: set.name, responseName: response.name, reason: choice.reason,
      step: choice.step, snapshot: sets.number)
  }

  private func sample(_ delay: Delay) -> Duration {
    var generator = environment.generator
    return delay.sample(using: &generator)
  }

  /// A chosen response of a set, by its index, with the reason.
  struct Choice {
    var index: Int
    var reason: Decision.Reason
    var step: Decision.Step?
  }

  /// Chooses a response by header, the call's scene, selection, scene, sequence or default, in this order; `nil` if the
  /// sequence has ended and falls through.
  func choose(
    _ set: ResponseSet, _ override: ResponseOverride, _ now: Snapshot, consumesStep: Bool
  ) -> Choice? {
    if let index = override.responses[set.name] { return Choice(index: index, reason: .header) }
    if let index = override.sceneIndex(for: set) { return Choice(index: index, reason: .scene) }
    if let selected = now.selections[set.name] {
      return set.index(of: selected).map { Choice(index: $0, reason: .selection) }
        ?? Choice(index: set.defaultIndex, reason: .default)
    }
    if let scene = now.scene, let selected = now.sets.scenes[scene]?[set.name], let index = set.index(of: selected) {
      return Choice(index: index, reason: .scene)
    }
    guard !set.sequence.isEmpty else { return Choice(index: set.defaultIndex, reason: .default) }
    return state.withLock { state in
      let answered = state.counters[set.name, default: 0]
      guard let index = set.sequence.response(after: answered) else { return nil }
      if consumesStep { state.counters[set.name] = answered + 1 }
      return Choice(index: index, reason: .sequence, step: set.sequence.step(after: answered))
    }
  }

  /// Returns the decision on a call that is refused with an error of its session, which isn't stored.
  func refuse(_ request: MockRequest, _ error: SessionError) -> (decision: Decision, call: Call) {
    let sets = sets
    let decision = Decision(
      outcome: .rejected(error.description, status: error.status), answersHead: request.method == "HEAD",
      snapshot: sets.number)
    return (decision, journal.call(request, decision, sets.settings.redaction))
  }

  /// Returns whether a request that names the method `OPTIONS` would answer a call. One that matches any method doesn't
  /// count.
  ///
  /// No step of a sequence is consumed, and the call isn't stored in the journal.
  package func answersOptions(_ request: MockRequest) -> Bool {
    let now = snapshot
    if now.sets.settings.passesThrough(request.host) { return false }
    var parsed = ParsedRequest(request, knowsHost: now.sets.knowsHost(of: request))
    let answering = firstMatch(&parsed, ResponseOverride(), now, consumesStep: false)?.set
    return answering?.matcher.methods?.value.contains("OPTIONS") ?? false
  }
}
