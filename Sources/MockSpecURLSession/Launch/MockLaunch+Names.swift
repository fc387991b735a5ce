public import MockSpec

// Overloads with names that the compiler checks, instead of strings.
extension MockLaunch {
  /// Returns the launch with the response with which a request answers.
  ///
  /// - Parameter selection: The response and its request: a member that `mockspec generate swift` writes.
  public func select(_ selection: MockSelection) -> MockLaunch {
    select(selection.response, for: selection.request.name)
  }

  /// Returns the launch with a state that is set after the scene is activated.
  ///
  /// - Parameter state: The state with its value: a member that `mockspec generate swift` writes.
  public func setState(_ state: MockState) -> MockLaunch { setState(state.name, to: state.value) }

  /// Returns the launch with an active scene, which replaces an earlier one.
  ///
  /// - Parameter name: The name of the scene.
  public func scene(_ name: MockSceneName) -> MockLaunch { scene(name.name) }
}
