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
    try choose { values, sets throws(UnknownNameError) in
      _ = try sets.require(ResponseSelection(request: request, response: response))
      values.selections.responses[request] = response
    }
    observers.send(.selected(request: request, response: response))
  }

  /// Removes the selection of a request, so that scene, sequence or default choose its response.
  ///
  /// - Parameter request: The name of the request.
  /// - Throws: `UnknownNameError` if there is no such request.
  public func deselect(_ request: String) throws(UnknownNameError) {
    try choose { values, sets throws(UnknownNameError) in
      _ = try sets.require(request)
      values.selections.responses[request] = nil
    }
    observers.send(.selected(request: request, response: nil))
  }

  /// Activates a scene: removes the selections of the requests that it names, and sets its states once.
  ///
  /// - Parameter scene: The name of the scene.
  /// - Throws: `UnknownNameError` if there is no such scene.
  public func activate(scene: String) throws(UnknownNameError) {
    let states = try choose { values, sets throws(UnknownNameError) in
      let selections = try sets.require(scene: scene)
      values.selections.scene = scene
      for request in selections.keys { values.selections.responses[request] = nil }
      let states = sets.sceneStates[scene] ?? [:]
      values.states.merge(states) { _, new in new }
      return states
    }
    observers.send(.selected(request: nil, response: nil))
    if !states.isEmpty { observers.send(.setStates) }
  }

  /// Deactivates the scene. Selections stay.
  public func deactivateScene() {
    choose { values, _ in values.selections.scene = nil }
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
    try choose { values, sets throws(UnknownNameError) in
      _ = try sets.require(request)
      values.selections.enabled[request] = isEnabled
    }
    observers.send(.selected(request: request, response: nil))
  }

  /// Removes all selections, deactivates the scene, restarts all sequences, gives each state its initial value and each
  /// collection its initial items, and enables or disables each request as its spec says. Streams end, WebSockets are closed, and
  /// calls that mocks would still make are cancelled.
  public func reset() {
    callbacks.cancel()
    let (size, collections) = choose { values, _ in
      defer { values = SessionValues() }
      return (values.itemSize, values.items.keys.map(\.collection))
    }
    itemBudget.give(size)
    for stream in streams.all { stream.stop() }
    for socket in sockets.all { socket.stop() }
    observers.send(.selected(request: nil, response: nil))
    if !sets.states.isEmpty { observers.send(.setStates) }
    for collection in collections { observers.send(.setItems(of: collection)) }
  }

  /// The selected response of each request, and the active scene.
  public var selections: (responses: [String: String], scene: String?) {
    let selections = store.values.selections
    return (selections.responses, selections.scene)
  }

  /// The selections, the scene, and the requests that were enabled or disabled.
  package var savedSelections: SavedSelections { store.values.selections }

  /// Notices, each on one line, about selected, enabled and disabled names that don't exist.
  package var missingNames: [String] { store.values.selections.missingNames(in: sets) }

  /// Replaces all selections, the scene, and what was enabled or disabled.
  ///
  /// Names that don't exist have no effect until there is a request, response or scene with the name.
  ///
  /// - Returns: Notices, each on one line, about names that don't exist.
  package func restore(_ saved: SavedSelections) -> [String] {
    let notices = choose { values, sets in
      values.selections = saved
      return saved.missingNames(in: sets)
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
    let values = store.values
    let states = states(ResponseOverride(), now, values)
    return now.sets.allRequests.map { status(of: $0, now, specs[$0.name], values, states) }
  }

  /// Returns a request with the response that answers next.
  ///
  /// - Throws: `UnknownNameError` if there is no such request.
  package func status(of request: String) throws(UnknownNameError) -> RequestStatus {
    let now = snapshot
    let spec = runtimeSpecs.first { $0.requests.contains(request) }?.name
    let values = store.values
    return status(
      of: try now.sets.require(request), now, spec, values, states(ResponseOverride(), now, values))
  }

  private func status(
    of set: ResponseSet, _ now: Snapshot, _ runtimeSpec: String?, _ values: SessionValues, _ states: StateValues
  ) -> RequestStatus {
    let choice = choice(of: set, ResponseOverride(), now, values, states)
    return RequestStatus(
      set, isEnabled: now.isEnabled(set), isOverlaid: now.sets.overlay[set.name] != nil,
      runtimeSpec: runtimeSpec,
      next: choice.map { .init(response: set.responses[$0.index].name, reason: $0.reason, step: $0.step) })
  }
}
