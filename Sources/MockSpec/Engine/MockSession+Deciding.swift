import Synchronization

// Decisions on calls.
extension MockSession {
  /// Returns the decision on a call, and stores the call in the journal. If a sequence chooses the response, its next
  /// step is consumed.
  public func decide(_ call: MockCall) -> Decision { decide(call, DecisionOptions()).decision }

  /// Does the same as `decide`, and returns the stored call, too.
  package func decide(_ call: MockCall, _ options: DecisionOptions) -> Decided {
    let now = snapshot
    var parsed = ParsedCall(call, knowsHost: now.sets.knowsHost(of: call))
    let decision = match(&parsed, now, options) ?? unmatched(&parsed, now)
    return stored(decision, on: parsed, now, options)
  }

  /// Does the same for one of several sessions that are asked in turn, except for the last one.
  ///
  /// - Returns: `nil` if no request matches, or if the call's `Mockspec-Response` or `Mockspec-Scene` field isn't valid in any
  ///   session. Then nothing is stored, and the next session decides.
  package func decideIfMatched(_ call: MockCall, _ options: DecisionOptions) -> Decided? {
    let now = snapshot
    var parsed = ParsedCall(call, knowsHost: now.sets.knowsHost(of: call))
    guard let decision = match(&parsed, now, options) else { return nil }
    if case .rejected = decision.outcome { return nil }
    return stored(decision, on: parsed, now, options)
  }

  private func stored(
    _ decision: Decision, on parsed: ParsedCall, _ now: Snapshot, _ options: DecisionOptions
  ) -> Decided {
    var decision = decision
    let entry = store(&decision, parsed.call, now)
    guard let version = options.version, parsed.isRepeatable, case .reply = decision.outcome, decision.delay == .zero
    else { return Decided(decision, stored: entry) }
    return Decided(decision, stored: entry, repeatable: RepeatableCall(entry.stored, self, version: version))
  }

  /// Stores another call that is equal to a stored one.
  func storeAgain(_ call: StoredCall) {
    let (number, time) = journal.appendAgain(call)
    observers.send { call.numbered(number, at: time) }
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
  /// - Parameter bodySize: The size of the body, if the call has only its beginning.
  package func store(
    _ decision: Decision, on call: MockCall, bodySize: Int? = nil
  ) -> Decided {
    var decision = decision
    let entry = store(&decision, call, bodySize: bodySize, snapshot)
    return Decided(decision, stored: entry)
  }

  /// Stores a call, and completes the decision on it.
  private func store(
    _ decision: inout Decision, _ call: MockCall, bodySize: Int? = nil, _ now: Snapshot
  ) -> Journal.Stored {
    decision.answersHead = call.method == "HEAD"
    let entry = journal.append(call, bodySize: bodySize, decision, now.sets.settings.redaction)
    observers.send { entry.record }
    if case .closure(var closure) = decision.outcome {
      closure.onEnd = { [journal, observers, number = entry.number, throttle = decision.throttle] in
        journal.finish(number, $0, throttle: throttle)
        observers.send(.finished(number))
      }
      decision.outcome = .closure(closure)
    }
    return entry
  }

  /// Returns the decision of the first request that matches; `nil` if none does.
  private func match(
    _ parsed: inout ParsedCall, _ now: Snapshot, _ options: DecisionOptions
  ) -> Decision? {
    let sets = now.sets
    let override: ResponseOverride
    switch ResponseOverride.read(
      parsed.call, options.namesResponses, in: sets, ignoring: options.othersHave)
    {
    case .success(let found): override = found
    case .failure(let refusal):
      return Decision(outcome: .rejected(refusal.message, status: 400), snapshot: sets.number)
    }
    if !parsed.call.isForServer, sets.settings.passesThrough(parsed.call.host) {
      return Decision(outcome: .passThrough, snapshot: sets.number)
    }
    guard let (set, choice) = firstMatch(&parsed, override, now, consumesStep: true) else { return nil }
    return decision(on: &parsed, set, choice, sets)
  }

  /// Returns the first enabled request that matches and has a response to give, with this response; `nil` if there is none.
  ///
  /// - Parameter consumesStep: Whether the next step is consumed if a sequence chooses the response.
  func firstMatch(
    _ parsed: inout ParsedCall, _ override: ResponseOverride, _ now: Snapshot, consumesStep: Bool
  ) -> (set: ResponseSet, choice: Choice)? {
    var candidates = now.sets.candidates(for: parsed.path)
    while let candidate = candidates.next() {
      guard let set = candidate.match(&parsed), now.isEnabled(set) else { continue }
      let choice = choose(set, override, now, consumesStep: consumesStep)
      if choice == nil || choice?.reason == .sequence { parsed.isRepeatable = false }
      if let choice { return (set, choice) }
    }
    return nil
  }

  private func unmatched(_ parsed: inout ParsedCall, _ now: Snapshot) -> Decision {
    let passes = now.sets.settings.unmatched == .passthrough && !parsed.call.isForServer
    return Decision(
      outcome: passes
        ? .passThrough : .unmatched(Explainer(now.sets, isEnabled: now.isEnabled).unmatched(&parsed)),
      snapshot: now.sets.number)
  }

  func decision(
    on parsed: inout ParsedCall, _ set: ResponseSet, _ choice: Choice, _ sets: ResponseSets
  ) -> Decision {
    let response = set.responses[choice.index]
    var outcome = response.outcome.decided(on: parsed, path: set.matcher.path?.value, environment, sets.settings)
    if response.acceptsRanges { outcome = outcome.part(for: parsed.call) }
    if !response.isConstant { parsed.isRepeatable = false }
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
    if let selected = now.selections.responses[set.name] {
      return set.index(of: selected).map { Choice(index: $0, reason: .selection) }
        ?? Choice(index: set.defaultIndex, reason: .default)
    }
    if let scene = now.selections.scene, let selected = now.sets.scenes[scene]?[set.name],
      let index = set.index(of: selected)
    {
      return Choice(index: index, reason: .scene)
    }
    guard let key = set.sequenceKey else { return Choice(index: set.defaultIndex, reason: .default) }
    let answered = store.answers(of: key) { consumesStep && set.sequence.response(after: $0) != nil }
    return set.sequence.response(after: answered).map { index in
      Choice(index: index, reason: .sequence, step: set.sequence.step(after: answered))
    }
  }

  /// Returns the decision on a call that is refused with an error of its session, which isn't stored.
  func refuse(_ call: MockCall, _ error: SessionError) -> Decided {
    let sets = sets
    let decision = Decision(
      outcome: .rejected(error.description, status: error.status), answersHead: call.method == "HEAD",
      snapshot: sets.number)
    return Decided(decision, unstored: journal.record(call, decision, sets.settings.redaction))
  }

  /// Returns whether a request that names the method `OPTIONS` would answer a call. One that matches any method doesn't
  /// count.
  ///
  /// No step of a sequence is consumed, and the call isn't stored in the journal.
  package func answersOptions(_ call: MockCall) -> Bool {
    let now = snapshot
    if now.sets.settings.passesThrough(call.host) { return false }
    var parsed = ParsedCall(call, knowsHost: now.sets.knowsHost(of: call))
    let answering = firstMatch(&parsed, ResponseOverride(), now, consumesStep: false)?.set
    return answering?.matcher.methods?.value.contains("OPTIONS") ?? false
  }
}
