import HTTPTypes
import MockSpecDiagnostics
import Synchronization

/// Decides what answers a request. Any thread may call anything; a request keeps the snapshot that it started with.
///
/// The engine opens no socket, reads no file and never waits: an adapter carries its decisions out.
public final class MockEngine: Sendable {
  private struct State: Sendable {
    var sets: ResponseSets
    /// Request → response.
    var selections: [String: String] = [:]
    var scene: String?
    /// Request → answers given by its sequence.
    var counters: [String: Int] = [:]
  }

  private let state: Mutex<State>
  /// Held while a new snapshot is made from the one that is there, so that none is lost; requests don't wait for it.
  private let changing = Mutex<Void>(())
  let journal = Journal()
  private let templates: TemplateEnvironment

  public convenience init(_ sets: ResponseSets) { self.init(sets, templates: .system) }

  package init(_ sets: ResponseSets, templates: TemplateEnvironment) {
    state = Mutex(State(sets: sets))
    self.templates = templates
    sets.loaded.prepareExplanations()
  }

  /// The current snapshot.
  public var sets: ResponseSets { state.withLock { $0.sets } }

  /// Decides, and consumes a step of a sequence if one answers.
  public func decide(_ request: MockRequest) -> Decision {
    let now = state.withLock { $0 }
    var decision = decide(request, now)
    decision.answersHead = request.method == "HEAD"
    let number = journal.append(request, decision, now.sets.settings.redaction)
    if case .closure(var closure) = decision.outcome {
      closure.onEnd = { [journal] in journal.finish(number, Call.Answer($0)) }
      decision.outcome = .closure(closure)
    }
    return decision
  }

  private func decide(_ request: MockRequest, _ now: State) -> Decision {
    let sets = now.sets
    let overrides: [String: Int]
    switch ResponseOverride.read(request.fields, in: sets) {
    case .success(let found): overrides = found
    case .failure(let refusal): return Decision(outcome: .rejected(refusal.message), snapshot: sets.number)
    }
    if sets.settings.passesThrough(request.host) {
      return Decision(outcome: .passThrough, snapshot: sets.number)
    }
    var parsed = ParsedRequest(request, knowsHost: sets.knowsHost(of: request))
    var candidates = sets.candidates(for: parsed.path)
    while let candidate = candidates.next() {
      guard let set = candidate.match(&parsed) else { continue }
      if let choice = choose(set, overrides, now, consumesStep: true) {
        return decision(on: parsed, set, choice, sets)
      }
    }
    if sets.settings.unmatched == .passthrough {
      return Decision(outcome: .passThrough, snapshot: sets.number)
    }
    return Decision(outcome: .unmatched(Explainer(sets).unmatched(&parsed)), snapshot: sets.number)
  }

  private func decision(
    on request: ParsedRequest, _ set: ResponseSet, _ choice: Choice, _ sets: ResponseSets
  ) -> Decision {
    let response = set.responses[choice.index]
    var generator = SystemRandomNumberGenerator()
    let outcome = response.outcome.decided(on: request, path: set.matcher.path?.value, templates, sets.settings)
    return Decision(
      outcome: outcome, delay: response.delay?.sample(using: &generator) ?? .zero, throttle: response.throttle,
      requestName: set.name, responseName: response.name, reason: choice.reason,
      step: choice.step, snapshot: sets.number)
  }

  /// A response of a set, by its index, and why it was chosen.
  private struct Choice {
    var index: Int
    var reason: Decision.Reason
    var step: Decision.Step?
  }

  /// Header, selection, scene, sequence, default, in this order; `nil` if the sequence is over and falls through.
  private func choose(
    _ set: ResponseSet, _ overrides: [String: Int], _ now: State, consumesStep: Bool
  ) -> Choice? {
    if let index = overrides[set.name] { return Choice(index: index, reason: .header) }
    if let selected = now.selections[set.name] {
      return Choice(index: set.index(of: selected) ?? set.defaultIndex, reason: .selection)
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

  // MARK: - Explaining

  /// What would answer, and why, or why nothing would. Changes nothing: no step of a sequence is consumed, and the journal
  /// knows nothing of it.
  public func explain(_ request: MockRequest) -> Explanation {
    let now = state.withLock { $0 }
    let explainer = Explainer(now.sets)
    let overrides: [String: Int]
    switch ResponseOverride.read(request.fields, in: now.sets) {
    case .success(let found): overrides = found
    case .failure(let refusal): return explainer.rejected(request, refusal.message)
    }
    if now.sets.settings.passesThrough(request.host) { return explainer.hostPassesThrough(request) }
    var parsed = ParsedRequest(request, knowsHost: now.sets.knowsHost(of: request))
    let answered = explainer.answered(&parsed) { set in
      choose(set, overrides, now, consumesStep: false).map { ($0.index, $0.reason, why(set, $0, now)) }
    }
    return answered ?? explainer.unmatched(&parsed)
  }

  private func why(_ set: ResponseSet, _ choice: Choice, _ now: State) -> String {
    switch choice.reason {
    case .header: "the request's 'Mockspec-Response' field names it"
    case .selection:
      set.index(of: now.selections[set.name] ?? "") == nil
        ? "the default, since the selected '\(now.selections[set.name] ?? "")' is gone" : "it is selected"
    case .scene: "the scene '\(now.scene ?? "")' selects it"
    case .sequence: choice.step.map { "answer \($0.number) of \($0.count) in its sequence" } ?? "its sequence"
    case .default: "the default"
    }
  }

  // MARK: - Steering

  /// Makes a request answer with the named response until another is selected.
  ///
  /// - Throws: `UnknownNameError` if there is no such request or response.
  public func select(_ response: String, for request: String) throws(UnknownNameError) {
    try state.withLock { state throws(UnknownNameError) in
      _ = try state.sets.require(ResponseSelection(request: request, response: response))
      state.selections[request] = response
    }
  }

  /// Takes a selection back, so that scene, sequence or default decide again.
  ///
  /// - Throws: `UnknownNameError` if there is no such request.
  public func deselect(_ request: String) throws(UnknownNameError) {
    try state.withLock { state throws(UnknownNameError) in
      _ = try state.sets.require(request)
      state.selections[request] = nil
    }
  }

  /// Makes a scene the active one, and clears the selections of the requests that it names.
  ///
  /// - Throws: `UnknownNameError` if there is no such scene.
  public func activate(scene: String) throws(UnknownNameError) {
    try state.withLock { state throws(UnknownNameError) in
      guard let selections = state.sets.scenes[scene] else {
        throw UnknownNameError("no scene is named '\(scene)'", scene, known: state.sets.scenes.keys.sorted())
      }
      state.scene = scene
      for request in selections.keys { state.selections[request] = nil }
    }
  }

  /// Clears selections and scene and restarts sequences.
  public func reset() {
    state.withLock { state in
      state.selections = [:]
      state.scene = nil
      state.counters = [:]
    }
  }

  /// What is selected, and which scene is active.
  public var selections: (responses: [String: String], scene: String?) {
    state.withLock { ($0.selections, $0.scene) }
  }

  // MARK: - Reload

  /// Swaps the loaded project; what was built in code stays over it. Selections, the scene and counters stay with their
  /// names; a counter restarts only if its sequence changed.
  ///
  /// - Returns: what no longer has its meaning, a line each, such as a selected response that is gone.
  @discardableResult
  public func replace(with sets: ResponseSets) -> [String] {
    sets.loaded.prepareExplanations()
    return changing.withLock { _ in
      let additions = self.sets.overlay.additions
      return swap(to: additions.isEmpty ? sets : sets.under(additions))
    }
  }

  /// Changes what was built in code, and nothing if `change` throws.
  func changeOverlay<Failure: Error>(
    _ change: (inout [Overlay.Addition]) throws(Failure) -> Void
  ) throws(Failure) {
    try changing.withLock { _ throws(Failure) in
      let sets = self.sets
      var additions = sets.overlay.additions
      try change(&additions)
      swap(to: sets.under(additions), forgetsSelections: true)
    }
  }

  /// - Parameter forgetsSelections: Whether those of requests that are gone now go, too.
  @discardableResult
  private func swap(to sets: ResponseSets, forgetsSelections: Bool = false) -> [String] {
    state.withLock { state in
      if forgetsSelections {
        for request in state.selections.keys where state.sets[request] != nil && sets[request] == nil {
          state.selections[request] = nil
        }
      }
      for request in state.counters.keys {
        if let old = state.sets[request], let new = sets[request], new.hasSameSequence(as: old) { continue }
        state.counters[request] = nil
      }
      state.sets = sets
      var notices: [String] = []
      for (request, response) in state.selections.sorted(by: { $0.key < $1.key }) {
        if sets[request] == nil {
          notices.append("the selected request '\(request)' is gone")
        } else if sets[request]?.index(of: response) == nil {
          notices.append("the selected response '\(response)' of '\(request)' is gone: its default answers")
        }
      }
      if let scene = state.scene, sets.scenes[scene] == nil { notices.append("the active scene '\(scene)' is gone") }
      return notices
    }
  }
}

/// A name that isn't in the project.
public struct UnknownNameError: Error, Sendable, CustomStringConvertible {
  public let description: String

  init(_ message: String, _ name: String, known: [String]) {
    let near = Suggestion.nearest(to: name, among: known)
    if let near {
      description = "\(message): did you mean '\(near)'?"
    } else {
      let names = known.prefix(8).joined(separator: ", ") + (known.count > 8 ? ", …" : "")
      description = known.isEmpty ? message : "\(message); known: \(names)"
    }
  }
}
