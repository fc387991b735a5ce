public import MockSpec

// Overloads with names that the compiler checks, instead of strings.
extension MockInterceptor {
  /// Selects the response with which a request answers; see ``select(_:for:)``.
  ///
  ///     try mocks.select(.login(.offline))
  ///
  /// - Parameter selection: The response and its request: a member that `mockspec generate swift` writes.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request or response; in connected mode,
  ///   ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func select(_ selection: MockSelection) throws {
    try select(selection.response, for: selection.request.name)
  }

  /// Removes a selection, so that the scene, the sequence or the default decides again; see ``deselect(_:)-(String)``.
  ///
  /// - Throws: `UnknownNameError` if there is no such request; in connected mode,
  ///   ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func deselect(_ request: MockRequestName) throws { try deselect(request.name) }

  /// Activates a scene; see ``activate(scene:)-(String)``.
  ///
  /// - Throws: `UnknownNameError` if there is no such scene; in connected mode,
  ///   ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func activate(scene: MockSceneName) throws { try activate(scene: scene.name) }

  /// Sets a state; see ``setState(_:to:)``.
  ///
  ///     try mocks.setState(.cart(.paid))
  ///
  /// - Parameter state: The state with its value: a member that `mockspec generate swift` writes.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such state, or if it can't have the value; in
  ///   connected mode, ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func setState(_ state: MockState) throws { try setState(state.name, to: state.value) }

  /// Enables or disables a request; see ``setEnabled(_:for:)-(_,String)``.
  ///
  /// - Throws: `UnknownNameError` if there is no such request; in connected mode,
  ///   ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func setEnabled(_ isEnabled: Bool, for request: MockRequestName) throws {
    try setEnabled(isEnabled, for: request.name)
  }

  /// Returns the calls that a request has answered, oldest first; see ``calls(to:)-(String)``.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request and none has answered; in connected
  ///   mode, ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func calls(to request: MockRequestName) throws -> [CallRecord] { try calls(to: request.name) }

  /// Waits until a request has answered a number of calls; see ``calls(to:atLeast:within:)-(String,_,_)``.
  ///
  /// - Parameters:
  ///   - request: The name of the request.
  ///   - count: The number of calls to wait for.
  ///   - time: The maximum time to wait.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request; ``MissingCallsError`` after the
  ///   time; `CancellationError` if the task is cancelled; `MockSpecError` if a server has to be asked and can't be.
  @discardableResult
  public func calls(
    to request: MockRequestName, atLeast count: Int, within time: Duration = .seconds(10)
  ) async throws -> [CallRecord] {
    try await calls(to: request.name, atLeast: count, within: time)
  }

  /// Returns the number of calls that a request has answered; see ``count(of:)-(String)``.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request and none has answered; in connected
  ///   mode, ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func count(of request: MockRequestName) throws -> Int { try count(of: request.name) }
}
