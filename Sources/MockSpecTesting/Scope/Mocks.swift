public import MockSpecURLSession
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The mocks of the running test, which the trait `.mocks` creates.
public enum Mocks {
  @TaskLocal static var scope: MockScope?
  /// The calls that were refused; `nil` unless the test's trait is strict.
  @TaskLocal static var refused: RefusedCalls?

  /// The mocks of the test whose task this is.
  ///
  /// Child tasks and tasks made with `Task { }` have the same. Detached tasks, completion handlers and tests without the
  /// trait have none: an issue is recorded, and mocks without any request are returned.
  public static var current: MockInterceptor { scope(for: "Mocks.current").mocks }

  /// Returns the scope of the running test, or records an issue and returns one without requests.
  static func scope(for name: String) -> MockScope {
    if let scope { return scope }
    let message = """
      '\(name)' is used outside of the scope of '.mocks': add the trait '.mocks("specs")' to the test or its suite. \
      Detached tasks, completion handlers and exit tests have no scope: read '\(name)' before, and use the value in them
      """
    Issue.record(Comment(rawValue: message), sourceLocation: Test.current?.sourceLocation ?? #_sourceLocation)
    return outside
  }

  private static let outside: MockScope = {
    do {
      return try MockScope(.empty)
    } catch {
      preconditionFailure("the empty spec is valid: \(error)")
    }
  }()
}

extension URLSession {
  /// A session that the mocks of the running test answer, the same at each access. See ``Mocks/current``.
  public static var mocked: URLSession { Mocks.scope(for: "URLSession.mocked").session }
}
