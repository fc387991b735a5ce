import HTTPTypes
import MockSpecDiagnostics
import Synchronization

/// What changes at run time over a project: selections, the scene, positions in sequences, requests that were enabled or
/// disabled, requests built in code, settings and the journal.
///
/// All methods can be called on any thread. A decision uses the snapshot that was current when it started, even if the
/// project is reloaded meanwhile.
public final class MockSession: Sendable {
  private let state: Mutex<State>
  /// See ``version``.
  private let changeCount = Atomic(0)
  /// Held while a new snapshot is derived from the current one, so that concurrent changes aren't lost. Decisions don't
  /// wait for it.
  private let changing = Mutex<Void>(())
  let journal: Journal
  /// The specs that were added at run time, by name.
  let runtime = Mutex<[String: RuntimeSpec]>([:])
  /// The observers of the session.
  package let observers = SessionObservers()
  private let environment: EngineEnvironment

  /// - Parameters:
  ///   - project: The loaded project.
  ///   - settings: The first changes to its settings.
  ///   - budget: The memory that the engine's journals share.
  init(
    _ project: ResponseSets, settings: MockSettings = MockSettings(), _ environment: EngineEnvironment,
    _ budget: JournalBudget
  ) {
    state = Mutex(State(project: project, sets: project.with(.empty, settings), settings: settings))
    self.environment = environment
    journal = Journal(budget: budget, now: environment.now)
  }

  /// The snapshot of the project as it was loaded.
  var project: ResponseSets { state.withLock { $0.project } }

  /// The current snapshot: the loaded requests and those built in code, with the session's settings.
  public var sets: ResponseSets { state.withLock { $0.sets } }

  private var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// A number that every change of the session increases, apart from those of the journal and of positions in sequences.
  package var version: Int { changeCount.load(ordering: .acquiring) }

  /// Changes the state. Only positions in sequences are changed without this method.
  private func update<Result: Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { state throws(Failure) in
      // Before the change: a decision after the new version was read waits for the lock, and so gets the new state.
      changeCount.add(1, ordering: .releasing)
      return try body(&state)
    }
  }

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
    return (decision, RepeatableCall(entry.stored, decision, self, version: version))
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

  /// Stores a call that was decided elsewhere, and returns it with the decision.
  package func store(_ decision: Decision, on request: MockRequest) -> (decision: Decision, call: Call) {
    var decision = decision
    let entry = store(&decision, request, snapshot)
    return (decision, entry.call)
  }

  /// Stores a call, and completes the decision on it.
  private func store(_ decision: inout Decision, _ request: MockRequest, _ now: Snapshot) -> Journal.Stored {
    decision.answersHead = request.method == "HEAD"
    let entry = journal.append(request, decision, now.sets.settings.redaction)
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
    switch namesResponses
      ? ResponseOverride.read(request.request.ownFields, in: sets, ignoring: isElsewhere) : .success(ResponseOverride())
    {
    case .success(let found): override = found
    case .failure(let refusal):
      return Decision(outcome: .rejected(refusal.message, status: 400), snapshot: sets.number)
    }
    if !request.request.isForServer, sets.settings.passesThrough(request.request.host) {
      return Decision(outcome: .passThrough, snapshot: sets.number)
    }
    var candidates = sets.candidates(for: request.path)
    while let candidate = candidates.next() {
      guard let set = candidate.match(&request), now.isEnabled(set) else { continue }
      let choice = choose(set, override, now, consumesStep: true)
      if choice == nil || choice?.reason == .sequence { request.isRepeatable = false }
      if let choice { return decision(on: &request, set, choice, sets) }
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

  private func decision(
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
  private struct Choice {
    var index: Int
    var reason: Decision.Reason
    var step: Decision.Step?
  }

  /// Chooses a response by header, the call's scene, selection, scene, sequence or default, in this order; `nil` if the
  /// sequence has ended and falls through.
  private func choose(
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
    var candidates = now.sets.candidates(for: parsed.path)
    while let candidate = candidates.next() {
      guard let set = candidate.match(&parsed), now.isEnabled(set),
        choose(set, ResponseOverride(), now, consumesStep: false) != nil
      else { continue }
      return set.matcher.methods?.value.contains("OPTIONS") ?? false
    }
    return false
  }

  // MARK: - Explaining

  /// Explains which request would answer a call and why, or why none would.
  ///
  /// No step of a sequence is consumed, and the call isn't stored in the journal.
  public func explain(_ request: MockRequest) -> Explanation {
    let now = snapshot
    let explainer = Explainer(now.sets, isEnabled: now.isEnabled)
    let override: ResponseOverride
    switch ResponseOverride.read(request.ownFields, in: now.sets) {
    case .success(let found): override = found
    case .failure(let refusal): return explainer.rejected(request, refusal.message)
    }
    if now.sets.settings.passesThrough(request.host) { return explainer.hostPassesThrough(request) }
    var parsed = ParsedRequest(request, knowsHost: now.sets.knowsHost(of: request))
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
    case .scene: "the scene '\(now.scene ?? "")' selects it"
    case .sequence: choice.step.map { "answer \($0.number) of \($0.count) in its sequence" } ?? "its sequence"
    case .default:
      now.selections[set.name].map { "the default, since the selected '\($0)' no longer exists" } ?? "the default"
    }
  }

  // MARK: - Selecting responses

  /// Selects the response with which a request answers.
  ///
  /// - Parameters:
  ///   - response: The name of the response.
  ///   - request: The name of the request.
  /// - Throws: `UnknownNameError` if there is no such request or response.
  public func select(_ response: String, for request: String) throws(UnknownNameError) {
    try update { state throws(UnknownNameError) in
      _ = try state.sets.require(ResponseSelection(request: request, response: response))
      state.selections[request] = response
    }
    observers.send(.selected(request: request, response: response))
  }

  /// Removes the selection of a request, so that scene, sequence or default choose its response.
  ///
  /// - Parameter request: The name of the request.
  /// - Throws: `UnknownNameError` if there is no such request.
  public func deselect(_ request: String) throws(UnknownNameError) {
    try update { state throws(UnknownNameError) in
      _ = try state.sets.require(request)
      state.selections[request] = nil
    }
    observers.send(.selected(request: request, response: nil))
  }

  /// Activates a scene and removes the selections of the requests that it names.
  ///
  /// - Parameter scene: The name of the scene.
  /// - Throws: `UnknownNameError` if there is no such scene.
  public func activate(scene: String) throws(UnknownNameError) {
    try update { state throws(UnknownNameError) in
      let selections = try state.sets.require(scene: scene)
      state.scene = scene
      for request in selections.keys { state.selections[request] = nil }
    }
    observers.send(.selected(request: nil, response: nil))
  }

  /// Deactivates the scene. Selections stay.
  public func deactivateScene() {
    update { $0.scene = nil }
    observers.send(.selected(request: nil, response: nil))
  }

  /// Enables or disables a request. A disabled request matches no calls, even those whose `Mockspec-Response` field names
  /// it. This overrides `enabled` in the request's spec until the session is reset.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether the request matches calls.
  ///   - request: The name of the request.
  /// - Throws: `UnknownNameError` if there is no such request.
  public func setEnabled(_ isEnabled: Bool, for request: String) throws(UnknownNameError) {
    try update { state throws(UnknownNameError) in
      _ = try state.sets.require(request)
      state.enabled[request] = isEnabled
    }
    observers.send(.selected(request: request, response: nil))
  }

  /// Removes all selections, deactivates the scene, restarts all sequences, and enables or disables each request as its
  /// spec states.
  public func reset() {
    update { state in
      state.selections = [:]
      state.scene = nil
      state.enabled = [:]
      state.counters = [:]
    }
    observers.send(.selected(request: nil, response: nil))
  }

  /// The selected response of each request, and the active scene.
  public var selections: (responses: [String: String], scene: String?) {
    state.withLock { ($0.selections, $0.scene) }
  }

  /// The selections, the scene, and the requests that were enabled or disabled.
  package var savedSelections: SavedSelections {
    state.withLock { SavedSelections(responses: $0.selections, scene: $0.scene, enabled: $0.enabled) }
  }

  /// Notices, each on one line, about selected, enabled and disabled names that don't exist.
  package var missingNames: [String] { state.withLock { $0 }.missingNames }

  /// Replaces all selections, the scene, and what was enabled or disabled.
  ///
  /// Names that don't exist have no effect until there is a request, response or scene with the name.
  ///
  /// - Returns: Notices, each on one line, about names that don't exist.
  package func restore(_ saved: SavedSelections) -> [String] {
    let notices = update { state in
      (state.selections, state.scene, state.enabled) = (saved.responses, saved.scene, saved.enabled)
      return state.missingNames
    }
    observers.send(.selected(request: nil, response: nil))
    return notices
  }

  // MARK: - Listing

  /// The requests, each with the response that answers next: those built in code, then the loaded ones, both in the
  /// order in which they are tried.
  public var requests: [RequestStatus] {
    let now = snapshot
    let specs = Dictionary(runtimeSpecs.flatMap { spec in spec.requests.map { ($0, spec.name) } }) { first, _ in first }
    return now.sets.all.map { status(of: $0, now, specs[$0.name]) }
  }

  /// Returns a request with the response that answers next.
  ///
  /// - Throws: `UnknownNameError` if there is no such request.
  package func status(of request: String) throws(UnknownNameError) -> RequestStatus {
    let now = snapshot
    let spec = runtimeSpecs.first { $0.requests.contains(request) }?.name
    return status(of: try now.sets.require(request), now, spec)
  }

  private func status(of set: ResponseSet, _ now: Snapshot, _ runtimeSpec: String?) -> RequestStatus {
    let choice = choose(set, ResponseOverride(), now, consumesStep: false)
    return RequestStatus(
      set, isEnabled: now.isEnabled(set), isOverlaid: now.sets.overlay[set.name] === set,
      runtimeSpec: runtimeSpec,
      next: choice.map { .init(response: set.responses[$0.index].name, reason: $0.reason, step: $0.step) })
  }

  // MARK: - Changing the snapshot

  /// The requests that are built in code or were added at run time, and the loaded project.
  var overlaid: (overlay: Overlay, project: ResponseSets) { state.withLock { ($0.sets.overlay, $0.project) } }

  /// The session's changes to the settings of the project.
  public var settings: MockSettings { state.withLock { $0.settings } }

  /// Changes the settings. If `change` throws, nothing changes.
  func changeSettings(_ change: (MockSettings, _ sets: ResponseSets) throws -> MockSettings) rethrows {
    try changing.withLock { _ in
      let now = state.withLock { $0 }
      let settings = try change(now.settings, now.sets)
      update { $0.settings = settings }
      swap(to: now.project.with(now.sets.overlay, settings))
    }
  }

  /// Replaces the loaded project.
  ///
  /// - Returns: Notices, each on one line, about names that no longer exist, such as that of a selected response.
  func replace(with project: ResponseSets) -> [String] {
    changing.withLock { _ in
      let now = update { state in
        state.project = project
        return state
      }
      if now.sets.overlay.isEmpty { return swap(to: project.with(.empty, now.settings)) }
      let (overlay, notices) = recompile(now.sets.overlay.over(project.sets), for: project)
      return swap(to: project.with(overlay, now.settings)) + notices
    }
  }

  /// Changes the requests built in code. If `change` throws, nothing changes.
  func changeOverlay<Failure: Error>(
    _ change: (Overlay, _ project: ResponseSets) throws(Failure) -> Overlay
  ) throws(Failure) {
    try changing.withLock { _ throws(Failure) in
      let now = state.withLock { $0 }
      let overlay = try change(now.sets.overlay, now.project)
      swap(to: now.project.with(overlay, now.settings), forgetsSelections: true)
    }
  }

  /// Replaces the snapshot and returns notices about names that no longer exist.
  ///
  /// - Parameters:
  ///   - sets: The new snapshot.
  ///   - forgetsSelections: Whether removed requests lose their selection and whether they were enabled or disabled.
  @discardableResult
  private func swap(to sets: ResponseSets, forgetsSelections: Bool = false) -> [String] {
    defer { observers.send(.replaced) }
    return update { state in
      if forgetsSelections {
        let stays = { [old = state.sets] (request: String) in old[request] == nil || sets[request] != nil }
        state.selections = state.selections.filter { stays($0.key) }
        state.enabled = state.enabled.filter { stays($0.key) }
      }
      for request in state.counters.keys {
        if let old = state.sets[request], let new = sets[request], new.hasSameSequence(as: old) { continue }
        state.counters[request] = nil
      }
      state.sets = sets
      return state.missingNames
    }
  }
}
