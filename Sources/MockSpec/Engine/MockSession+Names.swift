// The functions that take names, with names that the compiler checks.
extension MockSession {
  /// Selects a response; see ``select(_:for:)``.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request or response.
  public func select(_ selection: MockSelection) throws(UnknownNameError) {
    try select(selection.response, for: selection.request.name)
  }

  /// Removes a selection; see ``deselect(_:)-(String)``.
  ///
  /// - Throws: `UnknownNameError` if there is no such request.
  public func deselect(_ request: MockRequestName) throws(UnknownNameError) { try deselect(request.name) }

  /// Activates a scene; see ``activate(scene:)-(String)``.
  ///
  /// - Throws: `UnknownNameError` if there is no such scene.
  public func activate(scene: MockSceneName) throws(UnknownNameError) { try activate(scene: scene.name) }

  /// Sets a state; see ``setState(_:to:)``.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such state, or if it can't have the value.
  public func setState(_ state: MockState) throws(UnknownNameError) { try setState(state.name, to: state.value) }

  /// Enables or disables a request; see ``setEnabled(_:for:)-(_,String)``.
  ///
  /// - Throws: `UnknownNameError` if there is no such request.
  public func setEnabled(_ isEnabled: Bool, for request: MockRequestName) throws(UnknownNameError) {
    try setEnabled(isEnabled, for: request.name)
  }

  /// Returns the calls that a request has answered; see ``calls(to:)-(String)``.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request and none has answered.
  public func calls(to request: MockRequestName) throws(UnknownNameError) -> [CallRecord] {
    try calls(to: request.name)
  }

  /// Returns the number of calls that a request has answered; see ``count(of:)-(String)``.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request and none has answered.
  public func count(of request: MockRequestName) throws(UnknownNameError) -> Int { try count(of: request.name) }
}
