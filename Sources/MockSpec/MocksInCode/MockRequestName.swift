/// The name of a request, checked by the compiler.
///
/// `mockspec generate swift` writes a member for each request of a project, such as `MockRequestName.login`. All
/// functions with a request's name as an argument accept it:
///
///     let calls = try mocks.calls(to: .login)
public struct MockRequestName: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringInterpolation {
  /// The name as it is written in the spec.
  public let name: String

  /// Creates a name. A request with the name may not exist.
  public init(_ name: String) { self.name = name }

  /// Creates a name that the compiler doesn't check. A request with the name may not exist.
  public init(stringLiteral name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}
