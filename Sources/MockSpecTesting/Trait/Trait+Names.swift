public import MockSpecURLSession
public import Testing

extension Trait where Self == MocksTrait {
  /// Gives each test its own mocks, with names that the compiler checks.
  ///
  ///     @Test(.mocks("specs", select: [.login(.offline)]))
  ///
  /// The trait that takes strings documents the scope and the checks.
  ///
  /// - Parameters:
  ///   - specs: The location of the specs; a string literal is a path. Without specs, those of the suite apply, and if there
  ///     are none, all mocks are built in code.
  ///   - select: The responses with which some requests answer: members that `mockspec generate swift` writes.
  ///   - scene: The scene to activate, before responses are selected.
  ///   - settings: Changes to the settings of the project.
  ///   - allowsUnmatched: Whether calls that no request matches fail without an issue.
  ///   - expecting: Expectations that are checked when the test ends.
  ///   - filePath: The source file from which relative paths are looked up.
  ///   - sourceLocation: The location of issues with the specs and the names.
  @_disfavoredOverload  // Without names, both functions would be equally good.
  public static func mocks(
    _ specs: SpecLocation? = nil, select: [MockSelection] = [], scene: MockSceneName? = nil,
    settings: MockSettings? = nil, allowsUnmatched: Bool? = nil, expecting: [CallExpectation] = [],
    filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    mocks(
      specs, select: select.responses, scene: scene?.name, settings: settings, allowsUnmatched: allowsUnmatched,
      expecting: expecting, filePath: filePath, sourceLocation: sourceLocation)
  }
}
