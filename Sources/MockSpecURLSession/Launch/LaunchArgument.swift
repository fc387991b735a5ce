/// A kind of launch argument, with the environment variable that sets the same.
enum LaunchArgument: String, CaseIterable {
  case specs, scene, state, select, mocks

  static let prefix = "-mockspec-"

  /// The argument, such as `-mockspec-select`. Its value is the next argument.
  var flag: String { Self.prefix + rawValue }

  /// The environment variable, such as `MOCKSPEC_SELECT`.
  var variable: String { "MOCKSPEC_" + rawValue.uppercased() }

  /// One of several environment variables, such as `MOCKSPEC_MOCKS_1`.
  func variable(number: Int) -> String { "\(variable)_\(number)" }
}

/// The value of a launch argument or an environment variable.
struct LaunchValue: Sendable, Hashable {
  /// The argument with its position, such as `-mockspec-select (argument 3)`, or the name of the variable.
  let source: String
  let text: String
}
