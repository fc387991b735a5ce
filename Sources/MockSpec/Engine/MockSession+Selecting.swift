import Synchronization

// What users choose, and what follows for each request.
extension MockSession {
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
}
