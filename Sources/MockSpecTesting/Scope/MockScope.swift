import MockSpec
public import MockSpecURLSession
import MockSpecWatcher
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The mocks of one test. With Swift Testing, the trait `.mocks` creates it; with XCTest, the test does:
///
///     override func setUpWithError() throws { scope = try MockScope("specs") }
///     override func tearDown() { for problem in scope.problems { XCTFail(problem) } }
///
/// All scopes of a process share one load of the same specs, which aren't watched. The launch settings (`MOCKSPEC_SELECT` and
/// others) don't apply. All members can be called from any thread.
public final class MockScope: Sendable {
  /// The mocks. They answer as long as the scope exists.
  public let mocks: MockInterceptor
  private let unmatched: UnmatchedCalls?
  private let expectations: [CallExpectation]
  private let madeSession = Mutex<URLSession?>(nil)

  /// Loads and validates the specs unless another scope has done so. This blocks the thread while files are read.
  ///
  /// - Parameters:
  ///   - specs: The location of the specs; a string literal is a path.
  ///   - select: The responses that are selected: names as in `["Login": "Offline"]`, or members that `mockspec generate
  ///     swift` writes, as in `[.login(.offline)]`.
  ///   - scene: The scene to activate, before responses are selected: a string literal, or a member.
  ///   - states: The states to set, after the scene is activated: names as in `["cart": "paid"]`, or members that `mockspec
  ///     generate swift` writes, as in `[.cart(.paid)]`.
  ///   - broken: What answers while some files have errors; by default, nothing, and the errors are thrown.
  ///   - settings: Changes to the settings of the project.
  ///   - allowsUnmatched: Whether calls that no request matches aren't a problem.
  ///   - expecting: Expectations that are checked by ``problems``.
  ///   - filePath: The source file from which relative paths are looked up.
  /// - Throws: `SpecError` with the diagnostics of all files if any of them has an error; `SpecPathError` if there is
  ///   nothing to load; `UnknownNameError`, with the nearest name, for an unknown request, response, scene, state or value;
  ///   `MockSettingsError` if the settings aren't valid.
  public init(
    _ specs: SpecLocation, select: MockSelections = [:], scene: MockSceneName? = nil, states: MockStates = [:],
    broken: BrokenFiles = .refuse, settings: MockSettings = MockSettings(), allowsUnmatched: Bool = false,
    expecting: [CallExpectation] = [],
    filePath: String = #filePath
  ) throws {
    let project = try SharedProjects.project(of: specs, broken: broken, filePath: filePath)
    let unmatched = UnmatchedCalls()
    mocks = try MockInterceptor(sharing: project, settings: settings) { unmatched.add($1) }
    self.unmatched = allowsUnmatched ? nil : unmatched
    expectations = expecting
    if let scene { try mocks.activate(scene: scene) }
    for state in states.sorted { try mocks.setState(state) }
    for (request, response) in select.responses.sorted(by: { $0.key < $1.key }) {
      try mocks.select(response, for: request)
    }
  }

  /// A session that the mocks answer, the same at each access.
  public var session: URLSession {
    madeSession.withLock { session in
      let made = session ?? URLSession(configuration: mocks.sessionConfiguration())
      session = made
      return made
    }
  }

  /// The problems so far, each on one or more lines: an explanation for each method and URL that no request matched,
  /// and each expectation that isn't met.
  public var problems: [String] { problems(besides: []) }

  /// - Parameter shown: The calls whose explanations were shown already.
  func problems(besides shown: Set<String>) -> [String] {
    (unmatched?.problems(besides: shown) ?? []) + expectations.compactMap { $0.problem(in: mocks) }
  }

  /// The calls in the journal as text, with redacted secrets: at most 1 MiB, and 4 KiB of each body.
  public var traffic: String { Traffic(mocks.session).text }
}
