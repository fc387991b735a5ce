public import MockSpecURLSession

extension MockScope {
  /// Loads and validates the specs unless another scope has done so, with names that the compiler checks.
  ///
  ///     scope = try MockScope("specs", select: [.login(.offline)])
  ///
  /// - Parameters:
  ///   - specs: The location of the specs; a string literal is a path.
  ///   - select: The responses with which some requests answer: members that `mockspec generate swift` writes.
  ///   - scene: The scene to activate, before responses are selected.
  ///   - settings: Changes to the settings of the project.
  ///   - allowsUnmatched: Whether calls that no request matches aren't a problem.
  ///   - expecting: Expectations that are checked by ``problems``.
  ///   - filePath: The source file from which relative paths are looked up.
  /// - Throws: `SpecError` with the diagnostics of all files if any of them has an error; `SpecPathError` if there is
  ///   nothing to load; `UnknownNameError`, with the nearest name, for an unknown request, response or scene;
  ///   `MockSettingsError` if the settings aren't valid.
  @_disfavoredOverload  // Without names, both initializers would be equally good.
  public convenience init(
    _ specs: SpecLocation, select: [MockSelection] = [], scene: MockSceneName? = nil,
    settings: MockSettings = MockSettings(), allowsUnmatched: Bool = false, expecting: [CallExpectation] = [],
    filePath: String = #filePath
  ) throws {
    try self.init(
      specs, select: select.responses, scene: scene?.name, settings: settings, allowsUnmatched: allowsUnmatched,
      expecting: expecting, filePath: filePath)
  }
}

extension [MockSelection] {
  /// The names of the responses by the names of their requests. The last response of a request applies.
  var responses: [String: String] { Dictionary(map { ($0.request.name, $0.response) }) { $1 } }
}
