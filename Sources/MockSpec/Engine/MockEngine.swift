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
  private let journal = Journal()
  private let templates: TemplateEnvironment

  public convenience init(_ sets: ResponseSets) { self.init(sets, templates: .system) }

  package init(_ sets: ResponseSets, templates: TemplateEnvironment) {
    state = Mutex(State(sets: sets))
    self.templates = templates
  }

  /// The current snapshot.
  public var sets: ResponseSets { state.withLock { $0.sets } }

  /// Decides, and consumes a step of a sequence if one answers.
  public func decide(_ request: MockRequest) -> Decision {
    let now = state.withLock { $0 }
    var decision = decide(request, now)
    if case .reply(let reply) = decision.outcome {
      decision.sendsBody = request.method != "HEAD" && reply.status != 204 && reply.status != 304
    }
    journal.append(request, decision)
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
    var parsed = ParsedRequest(request, knowsHost: request.target == .url || sets.knowsHost(request.host))
    for set in sets.candidates(for: parsed.path) where set.matcher.matchesBesidesPath(&parsed) {
      if let (index, reason) = choose(set, overrides, now) { return decision(set, index, reason, sets, parsed) }
    }
    if sets.settings.unmatched == .passthrough {
      return Decision(outcome: .passThrough, snapshot: sets.number)
    }
    return Decision(outcome: .unmatched(NearMisses.explain(&parsed, in: sets)), snapshot: sets.number)
  }

  private func decision(
    _ set: ResponseSet, _ index: Int, _ reason: Decision.Reason, _ sets: ResponseSets, _ request: ParsedRequest
  ) -> Decision {
    let response = set.responses[index]
    var generator = SystemRandomNumberGenerator()
    let outcome = response.outcome.decided { TemplateScope(request, path: set.matcher.path?.value, templates) }
    return Decision(
      outcome: outcome, delay: response.delay?.sample(using: &generator) ?? .zero, throttle: response.throttle,
      fault: response.fault,
      requestName: set.name,
      responseName: response.name, reason: reason, snapshot: sets.number)
  }

  /// Header, selection, scene, sequence, default, in this order; `nil` if the sequence is over and falls through.
  private func choose(_ set: ResponseSet, _ overrides: [String: Int], _ now: State) -> (Int, Decision.Reason)? {
    if let index = overrides[set.name] { return (index, .header) }
    if let selected = now.selections[set.name] {
      return (set.index(of: selected) ?? set.defaultIndex, .selection)
    }
    if let scene = now.scene, let selected = now.sets.scenes[scene]?[set.name], let index = set.index(of: selected) {
      return (index, .scene)
    }
    guard !set.sequence.isEmpty else { return (set.defaultIndex, .default) }
    return state.withLock { state in
      let answered = state.counters[set.name, default: 0]
      guard let index = set.sequence.response(after: answered) else { return nil }
      state.counters[set.name] = answered + 1
      return (index, .sequence)
    }
  }

  // MARK: - Steering

  /// Makes a request answer with the named response until another is selected.
  ///
  /// - Throws: `UnknownNameError` if there is no such request or response.
  public func select(_ response: String, for request: String) throws(UnknownNameError) {
    try state.withLock { state throws(UnknownNameError) in
      let set = try Self.require(request, in: state.sets)
      guard set.index(of: response) != nil else {
        throw UnknownNameError(
          "request '\(request)' has no response '\(response)'", response, known: set.responses.map(\.name))
      }
      state.selections[request] = response
    }
  }

  /// Takes a selection back, so that scene, sequence or default decide again.
  ///
  /// - Throws: `UnknownNameError` if there is no such request.
  public func deselect(_ request: String) throws(UnknownNameError) {
    try state.withLock { state throws(UnknownNameError) in
      _ = try Self.require(request, in: state.sets)
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

  private static func require(_ request: String, in sets: ResponseSets) throws(UnknownNameError) -> ResponseSet {
    guard let set = sets[request] else {
      throw UnknownNameError("no request is named '\(request)'", request, known: sets.names)
    }
    return set
  }

  // MARK: - Reload

  /// Swaps the snapshot. Selections, the scene and counters stay with their names; a counter restarts only if its
  /// sequence changed.
  ///
  /// - Returns: what no longer has its meaning, a line each, such as a selected response that is gone.
  @discardableResult
  public func replace(with sets: ResponseSets) -> [String] {
    state.withLock { state in
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

  // MARK: - Journal

  /// The calls that a request has answered, oldest first; the journal keeps the last thousand calls of all requests.
  public func calls(to request: String) -> [Call] { journal.calls.filter { $0.requestName == request } }

  /// All calls that the journal keeps, oldest first, also those that nothing matched.
  public var calls: [Call] { journal.calls }
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
