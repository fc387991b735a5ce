import HTTPTypes
import Synchronization

// Decisions on calls.
extension MockSession {
  /// Returns the decision on a call, and stores the call in the journal. If a sequence chooses the response, its next
  /// step is consumed.
  public func decide(_ call: MockCall) -> Decision { decide(call, DecisionOptions()).decision }

  /// Does the same as `decide`, and returns the stored call, too.
  package func decide(_ call: MockCall, _ options: DecisionOptions) -> Decided {
    let now = snapshot
    var parsed = ParsedCall(call, knowsHost: now.sets.knowsHost(of: call), clock: environment.now)
    var override = ResponseOverride()
    let decision = match(&parsed, &override, now, options) ?? unmatched(&parsed, override, now)
    return stored(decision, on: parsed, now, options)
  }

  /// Does the same for one of several sessions that are asked in turn, except for the last one.
  ///
  /// - Returns: `nil` if no request matches, or if the call's `Mockspec-Response` or `Mockspec-Scene` field isn't valid in any
  ///   session. Then nothing is stored, and the next session decides.
  package func decideIfMatched(_ call: MockCall, _ options: DecisionOptions) -> Decided? {
    let now = snapshot
    var parsed = ParsedCall(call, knowsHost: now.sets.knowsHost(of: call), clock: environment.now)
    var override = ResponseOverride()
    guard let decision = match(&parsed, &override, now, options) else { return nil }
    if case .rejected = decision.outcome { return nil }
    return stored(decision, on: parsed, now, options)
  }

  private func stored(
    _ decision: consuming Decision, on parsed: ParsedCall, _ now: Snapshot, _ options: DecisionOptions
  ) -> Decided {
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
    if !decision.sendsBody { decision.events = nil }
    let entry = journal.append(call, bodySize: bodySize, decision, now.sets.settings.redaction)
    observers.send { entry.record }
    decision.callbacks?.call = entry.number
    if case .closure(var closure) = decision.outcome {
      closure.onEnd = { [journal, observers, number = entry.number, throttle = decision.throttle] in
        journal.finish(number, $0, throttle: throttle)
        observers.send(.finished(number))
      }
      decision.outcome = .closure(closure)
    }
    decision.events?.onEnd(finishing(entry.number))
    decision.socket?.number = entry.number
    decision.socket?.onEnd(finishing(entry.number))
    return entry
  }

  /// Returns what completes the record of a call whose stream or WebSocket has ended.
  private func finishing(_ number: Int) -> @Sendable () -> Void {
    { [weak journal, weak observers] in
      journal?.finish(number)
      observers?.send(.finished(number))
    }
  }

  /// Returns the decision of the first request that matches; `nil` if none does.
  ///
  /// - Parameter override: Set to what the call selects.
  private func match(
    _ parsed: inout ParsedCall, _ override: inout ResponseOverride, _ now: Snapshot, _ options: DecisionOptions
  ) -> Decision? {
    let sets = now.sets
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
    guard let match = firstMatch(&parsed, override, now, takesStep: true) else { return nil }
    if let effects = match.effects {
      if !effects.changes.isEmpty { observers.send(.setStates) }
      if let action = match.set.items, action.operation.changesItems, effects.answer?.outcome.isProblem == false {
        observers.send(.setItems(of: action.collection.name))
      }
    }
    return decision(on: &parsed, match, sets)
  }

  /// The request that answers a call, with its response.
  struct Match {
    var set: ResponseSet
    var choice: ResponseChoice
    /// Whether states decided.
    var dependsOnStates: Bool
    private var storedEffects = StoredEffects.none

    // In a box, since most calls have none.
    private enum StoredEffects {
      case none
      indirect case some(Effects)
    }

    init(_ set: ResponseSet, _ choice: ResponseChoice, dependsOnStates: Bool = false) {
      (self.set, self.choice, self.dependsOnStates) = (set, choice, dependsOnStates)
    }

    /// What the call reads and changes; `nil` if it was decided without the values of the session.
    var effects: Effects? {
      get { if case .some(let effects) = storedEffects { effects } else { nil } }
      set { storedEffects = newValue.map(StoredEffects.some) ?? .none }
    }
  }

  /// What a call reads and changes of the values of its session.
  struct Effects {
    /// The states that the response changes, with their new values.
    var changes: [String: String] = [:]
    /// What a collection's request answers.
    var answer: ItemAnswer?
    /// The session's changes from which a list or an item is read, outside of the lock.
    var items: ItemChanges?
    /// The session's changes of all collections, if the response is a template that reads them.
    var allItems: [ItemKey: ItemChanges]?
  }

  /// Returns the first enabled request that matches and has a response to give, with this response; `nil` if there is none.
  ///
  /// Requests are compared with the call first, each at most once. The rest is one step over the values of the session, so
  /// that of calls at the same time, each sees what the one before it has changed.
  ///
  /// - Parameter takesStep: Whether the next step is taken if a sequence chooses the response, and states and items are changed.
  func firstMatch(
    _ parsed: inout ParsedCall, _ override: ResponseOverride, _ now: Snapshot, takesStep: Bool
  ) -> Match? {
    var candidates = now.sets.candidates(for: parsed.path)
    var possible: [(set: ResponseSet, chosen: ResponseChoice?)] = []
    while let candidate = candidates.next() {
      guard let set = candidate.match(&parsed), now.isEnabled(set) else { continue }
      let chosen = chosen(of: set, override, now)
      if possible.isEmpty, !set.isStateful || (chosen != nil && !set.usesStates) {
        return (chosen ?? set.defaultChoice).map { Match(set, $0) }
      }
      possible.append((set, chosen))
      if set.alwaysAnswers || (chosen != nil && set.matcher.states.isEmpty) { break }
    }
    return possible.isEmpty ? nil : firstMatch(among: possible, &parsed, override, now, takesStep: takesStep)
  }

  /// Returns the first of several requests that has a response to give. A function of its own, since the closure costs an
  /// allocation, also where it isn't reached.
  private func firstMatch(
    among possible: [(set: ResponseSet, chosen: ResponseChoice?)], _ parsed: inout ParsedCall,
    _ override: ResponseOverride, _ now: Snapshot, takesStep: Bool
  ) -> Match? {
    let last = possible[possible.count - 1]
    // Such a request always answers, so it is the last one.
    let call = takesStep && last.chosen?.index ?? 0 == 0 ? last.set.itemCall(&parsed) : nil
    let step = { [itemBudget] (values: inout SessionValues) in
      Self.step(possible, override.states, now.sets.states, &values, call, itemBudget)
    }
    var match = takesStep ? store.step(step) : store.preview(step)
    // Sorting and writing a long list takes time, so the session isn't locked.
    if let call, var items = match?.effects?.items, let action = match?.set.items {
      match?.effects?.answer = action.collection.perform(action.operation, call, &items) { _ in true }
    }
    if match?.choice.reason == .sequence || match?.set !== possible[0].set || possible[0].set.usesStates {
      parsed.isRepeatable = false
    }
    return match
  }

  /// Returns the first of several requests whose states are met and that has a response, and makes the changes of this
  /// response.
  ///
  /// - Parameters:
  ///   - assumed: States that the call itself names, with their values.
  ///   - call: The call, if items are changed.
  private static func step(
    _ possible: [(set: ResponseSet, chosen: ResponseChoice?)], _ assumed: [String: String], _ declared: DeclaredStates,
    _ values: inout SessionValues, _ call: ItemCall?, _ budget: ItemBudget
  ) -> Match? {
    let known = assumed.isEmpty ? values.states : values.states.merging(assumed) { _, new in new }
    let states = StateValues(declared, known)
    var dependsOnStates = false
    for (set, chosen) in possible {
      if set.usesStates { dependsOnStates = true }
      guard states.meet(set.matcher.states), let choice = chosen ?? set.next(values, states) else { continue }
      if choice.reason == .sequence, let key = set.sequenceKey { values.answers[key, default: 0] += 1 }
      var effects = Effects()
      var response = set.responses[choice.index]
      if let action = response.action, let call {
        response = values.perform(action, call, set, budget, &effects)
      }
      if !response.changes.isEmpty {
        let present = StateValues(declared, values.states)
        effects.changes = response.changes.filter { present[$0.key] != $0.value }
        values.states.merge(response.changes) { _, new in new }
      }
      if response.readsCollections { effects.allItems = values.items }
      var match = Match(set, choice, dependsOnStates: dependsOnStates)
      match.effects = effects
      return match
    }
    return nil
  }

  private func unmatched(_ parsed: inout ParsedCall, _ override: ResponseOverride, _ now: Snapshot) -> Decision {
    if now.sets.settings.unmatched == .passthrough, !parsed.call.isForServer {
      return Decision(outcome: .passThrough, snapshot: now.sets.number)
    }
    if !now.sets.states.isEmpty { parsed.states = states(override, now, store.values) }
    return Decision(
      outcome: .unmatched(Explainer(now.sets, isEnabled: now.isEnabled).unmatched(&parsed)), snapshot: now.sets.number)
  }

  func decision(
    on parsed: inout ParsedCall, _ match: Match, _ sets: ResponseSets
  ) -> Decision {
    let (set, choice) = (match.set, match.choice)
    let answer = match.effects?.answer
    let response = answer.map { set.response(for: $0.outcome) } ?? set.responses[choice.index]
    var outcome = response.outcome.decided(
      on: parsed, path: set.matcher.path?.value, environment, sets.settings, items(for: response, match, sets))
    if let answer, let builtIn = response.builtIn { outcome = outcome.answered(answer, builtIn) }
    if response.acceptsRanges { outcome = outcome.part(for: parsed.call) }
    if !response.isConstant { parsed.isRepeatable = false }
    var events: RunningEvents?
    var callbacks = callbacks(of: response, &outcome, on: parsed, match, sets)
    if response.isStream, case .reply(let reply) = outcome, let stream = reply.events {
      (outcome, events) = begun(stream, of: reply, on: &parsed, sets.settings)
    }
    var socket: RunningSocket?
    if let script = response.socket, case .reply(let reply) = outcome {
      (outcome, socket) = opened(script, with: reply, on: parsed, match, response: response.name, sets)
      // The handshake was refused.
      if socket == nil { callbacks = nil }
    }
    var decision = Decision(
      outcome: outcome, delay: response.delay.map { environment.sample($0) } ?? sets.settings.delay ?? .zero,
      throttle: response.throttle, requestName: set.name,
      responseName: response.name, reason: choice.reason,
      step: choice.step, changes: match.effects?.changes ?? [:], snapshot: sets.number, events: events, socket: socket)
    decision.callbacks = callbacks
    return decision
  }

  /// Returns the calls to make after the answer; `nil` if there are none.
  ///
  /// - Parameter outcome: Replaced if a template can't be rendered.
  private func callbacks(
    of response: Response, _ outcome: inout Decision.Outcome, on parsed: ParsedCall, _ match: Match,
    _ sets: ResponseSets
  ) -> PendingCallbacks? {
    if response.callbacks.isEmpty { return nil }
    if case .templateFailure = outcome { return nil }
    do throws(TemplateFailure) {
      let scope = TemplateScope(
        parsed, path: match.set.matcher.path?.value, environment, items(for: response, match, sets),
        seed: sets.settings.seed)
      let calls = try response.callbacks.map { callback throws(TemplateFailure) in
        var call = try callback.render(scope, sample: environment.sample)
        // Servers that call each other back recognize their own calls.
        for via in parsed.call.fields[fields: .via] { call.fields.append(via) }
        return call
      }
      return PendingCallbacks { [callbacks, set = match.set, settings = sets.settings] cause in
        callbacks.begin(calls, after: cause, of: set, response, settings)
      }
    } catch {
      outcome = .templateFailure(error.message)
      return nil
    }
  }

  /// Returns the outcome of a call that is answered with a stream of events: the events after the one that the client has
  /// received last, or 204, which tells it not to connect again. A model's API answers a call whole that asks for no stream.
  private func begun(
    _ stream: EventStream, of reply: Reply, on parsed: inout ParsedCall, _ settings: ProjectSettings
  ) -> (Decision.Outcome, RunningEvents?) {
    var (stream, reply) = (stream, reply)
    if let model = stream.model {
      let seed = parsed.seed(settings.seed, environment)
      switch ModelAnswer(stream, model, to: &parsed, seed: seed, now: environment.now()) {
      case .whole(let status, let body):
        var fields = reply.fields
        fields[.contentType] = ContentType.json
        let whole = Reply(status: status ?? reply.status, fields: fields, body: body, isShared: false)
        if case .fault(let fault, _) = stream.end { return (.fault(fault, whole), nil) }
        return (.reply(whole), nil)
      case .stream(let events):
        stream = events
        reply = Reply(status: reply.status, fields: reply.fields, .events(events), isShared: false)
      }
    }
    let start = parsed.header("last-event-id").first.map { stream.count(until: $0) } ?? 0
    if stream.isOver(after: start) {
      return (.reply(Reply(status: 204, fields: reply.fields.withoutContent, body: [], isShared: false)), nil)
    }
    let events = RunningEvents(
      stream, from: start, timeout: settings.timeout, in: streams, sample: { [environment] in environment.sample($0) })
    return (.reply(reply), events)
  }

  /// Returns the items that a template reads.
  private func items(for response: Response, _ match: Match, _ sets: ResponseSets) -> TemplateItems {
    guard response.readsItems else { return TemplateItems() }
    let changes = response.readsCollections ? match.effects?.allItems ?? store.values.items : [:]
    return TemplateItems(answer: match.effects?.answer, builtIn: response.builtIn) {
      sets.collection(named: $0).map(changes.table)
    }
  }

  /// Returns the response with which a request would answer next, without a change; `nil` if it wouldn't match.
  ///
  /// - Parameters:
  ///   - values: The values of the session.
  ///   - states: The states as the call sees them.
  func choice(
    of set: ResponseSet, _ override: ResponseOverride, _ now: Snapshot, _ values: SessionValues, _ states: StateValues
  ) -> ResponseChoice? {
    guard states.meet(set.matcher.states) else { return nil }
    return chosen(of: set, override, now) ?? set.next(values, states)
  }

  /// Returns the states of the session as a call sees them.
  func states(_ override: ResponseOverride, _ now: Snapshot, _ values: SessionValues) -> StateValues {
    StateValues(now.sets.states, values.states.merging(override.states) { _, new in new })
  }

  /// Returns the response that the call's fields, the selection or the active scene choose; `nil` if none of them does.
  private func chosen(of set: ResponseSet, _ override: ResponseOverride, _ now: Snapshot) -> ResponseChoice? {
    if let index = override.responses[set.name] { return ResponseChoice(index: index, reason: .header) }
    if let index = override.sceneIndex(for: set) { return ResponseChoice(index: index, reason: .scene) }
    if let selected = now.selections.responses[set.name] {
      return set.index(of: selected).map { ResponseChoice(index: $0, reason: .selection) } ?? set.defaultChoice
    }
    guard let scene = now.selections.scene, let selected = now.sets.scenes[scene]?[set.name] else { return nil }
    return set.index(of: selected).map { ResponseChoice(index: $0, reason: .scene) }
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
    var parsed = ParsedCall(call, knowsHost: now.sets.knowsHost(of: call), clock: environment.now)
    let answering = firstMatch(&parsed, ResponseOverride(), now, takesStep: false)?.set
    return answering?.matcher.methods?.value.contains("OPTIONS") ?? false
  }
}
