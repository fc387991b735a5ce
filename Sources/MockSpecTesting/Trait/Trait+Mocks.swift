public import MockSpecURLSession
public import Testing

extension Trait where Self == MocksTrait {
  /// Gives each test its own mocks: ``Mocks/current`` and `URLSession.mocked`.
  ///
  ///     @Test(.mocks("specs", select: ["Login": "Offline"]))
  ///     func `the app reports that it is offline`() async throws {
  ///       let app = App(session: .mocked)
  ///       …
  ///     }
  ///
  /// Each case of a parameterized test has mocks of its own, so all can run in parallel. The specs are loaded once in a
  /// process and aren't watched. If they have errors, or if a name is unknown, the test fails with the diagnostics and
  /// isn't run.
  ///
  /// When the test ends, an issue is recorded for each method and URL that no request matched, and for each expectation
  /// that isn't met. Calls that are still running then aren't waited for: they get a reply if it was decided before the
  /// end, and otherwise fail with ``MockSpecURLSession/MockSpecError/ended``. The calls of a failed test are an
  /// attachment, `mocked-calls.txt`.
  ///
  /// On a suite, the trait applies to all its tests. A test's own trait overrides that of its suite. A trait without
  /// specs adds to that of the suite:
  ///
  ///     @Suite(.mocks("specs")) struct LoginTests {
  ///       @Test(.mocks(select: ["Login": "Offline"])) func `a login without a network`() async throws { … }
  ///     }
  ///
  /// - Parameters:
  ///   - specs: The location of the specs; a string literal is a path. Without specs, those of the suite apply, and if there
  ///     are none, all mocks are built in code.
  ///   - select: The responses that are selected: names as in `["Login": "Offline"]`, or members that `mockspec generate
  ///     swift` writes, as in `[.login(.offline)]`.
  ///   - scene: The scene to activate, before responses are selected: a string literal, or a member.
  ///   - states: The states to set, after the scene is activated: names as in `["cart": "paid"]`, or members that `mockspec
  ///     generate swift` writes, as in `[.cart(.paid)]`.
  ///   - broken: What answers while some files have errors; by default, the test fails.
  ///   - settings: Changes to the settings of the project.
  ///   - allowsUnmatched: Whether calls that no request matches fail without an issue.
  ///   - strict: Whether calls that the test makes with `URLSession.shared`, which isn't mocked, fail with
  ///     ``MockSpecURLSession/MockSpecError/notMocked`` and an issue. Calls of other sessions can't be seen, nor those of
  ///     detached tasks and, on Apple platforms, those that URLSession starts on another thread.
  ///   - expecting: Expectations that are checked when the test ends.
  ///   - filePath: The source file from which relative paths are looked up.
  ///   - sourceLocation: The location of issues with the specs and the names.
  public static func mocks(
    _ specs: SpecLocation? = nil, select: MockSelections = [:], scene: MockSceneName? = nil, states: MockStates = [:],
    broken: BrokenFiles? = nil, settings: MockSettings? = nil,
    allowsUnmatched: Bool? = nil, strict: Bool? = nil, expecting: [CallExpectation] = [], filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let setup = MockSetup(
      specs: specs, select: select, scene: scene, states: states, broken: broken, settings: settings,
      allowsUnmatched: allowsUnmatched, isStrict: strict, expectations: expecting, filePath: filePath)
    return MocksTrait(setup, sourceLocation)
  }
}
