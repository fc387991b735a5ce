/// The name of a request, for code that is checked by the compiler.
///
/// `mockspec generate swift` writes a member for each request of a project, such as `MockRequestName.login`, which all
/// functions accept that take the name of a request:
///
///     let calls = try mocks.calls(to: .login)
public struct MockRequestName: Sendable, Hashable, CustomStringConvertible {
  /// The name as it is written in the spec.
  public let name: String

  /// Creates a name, for which there may be no request.
  public init(_ name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}
