import Foundation
import MockSpecURLSession
import Synchronization
public import Testing

/// Gives each test its own mocks. Create it with `.mocks(…)`.
public final class MocksTrait: TestTrait, SuiteTrait, TestScoping {
  private let setup: MockSetup
  private let sourceLocation: SourceLocation

  init(_ setup: MockSetup, _ sourceLocation: SourceLocation) {
    self.setup = setup
    self.sourceLocation = sourceLocation
  }

  /// True: all tests of a suite get the trait.
  public var isRecursive: Bool { true }

  /// Returns the trait for tests, unless they have another one that overrides it, and `nil` for suites.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> MocksTrait? {
    test.isSuite || Self.all(of: test).last !== self ? nil : self
  }

  /// Runs a test, or one case of it, and records an issue for each problem of its calls.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let setups = Self.all(of: test).map(\.setup)
    let whole = setups.dropFirst().reduce(setups.first ?? setup) { $0.overridden(by: $1) }
    let scope: MockScope
    do {
      scope = try whole.scope()
    } catch {
      // The scope of the test is created before those of its cases. If that fails, the cases aren't run.
      Issue.record(Comment(rawValue: "\(error)".trimmingCharacters(in: .newlines)), sourceLocation: sourceLocation)
      return
    }
    if testCase == nil { return try await function() }
    try await run(test, testCase, in: scope, whole.isStrict == true ? RefusedCalls() : nil, function)
  }

  private func run(
    _ test: Test, _ testCase: Test.Case?, in scope: MockScope, _ refused: RefusedCalls?,
    _ function: @Sendable () async throws -> Void
  ) async throws {
    let hasFailed = Atomic(false)
    // The explanations of unmatched calls that an error of the test has shown.
    let shown = Mutex<Set<String>>([])
    @Sendable func noteExplanation(of error: (any Error)?) {
      if let explanation = (error as? MockSpecError)?.explanation { shown.withLock { _ = $0.insert(explanation.call) } }
    }
    let issues = IssueHandlingTrait.compactMapIssues { issue in
      // Issues of detached tasks belong to no test. The runner and all running scopes get them; only the runner reports
      // them.
      guard Test.current != nil else { return nil }
      if issue.isFailure {
        hasFailed.store(true, ordering: .relaxed)
        noteExplanation(of: issue.error)
      }
      return issue
    }
    let result: Result<Void, any Error>
    do {
      try await issues.provideScope(for: test, testCase: testCase) {
        try await Mocks.$scope.withValue(scope) {
          try await Mocks.$refused.withValue(refused) { try await function() }
        }
      }
      result = .success(())
    } catch {
      noteExplanation(of: error)
      result = .failure(error)
    }
    // URLSession's queues belong to no test, so issues are recorded here, in the test's own task.
    let problems = scope.problems(besides: shown.withLock { $0 }) + (refused?.problems ?? [])
    for problem in problems { Issue.record(Comment(rawValue: problem), sourceLocation: test.sourceLocation) }
    // A test that exceeds its time limit is only cancelled.
    let threw = if case .failure = result { true } else { Task.isCancelled }
    if threw || !problems.isEmpty || hasFailed.load(ordering: .relaxed), scope.mocks.session.callCount > 0 {
      Attachment.record(scope.traffic, named: "mocked-calls.txt", sourceLocation: test.sourceLocation)
    }
    try result.get()
  }

  /// The traits of a test, those of the outermost suite first.
  private static func all(of test: Test) -> [MocksTrait] { test.traits.compactMap { $0 as? MocksTrait } }
}
