import MockSpecDiagnostics

/// The error of mocks that can't be handed over from a UI test to an app: in the test, or in the app at its launch.
public struct MockLaunchError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A description of the error, on one line, after the argument, the environment variable or the location in the code,
  /// such as `-mockspec-select (argument 3): expected 'request=response', found 'Login'`.
  public let description: String

  /// Control characters, such as those of a forged argument, are made visible.
  init(_ place: String, _ problem: String) { description = DisplayText("\(place): \(problem)").text }
}
