/// A state and a value of it, checked by the compiler.
///
/// `mockspec generate swift` writes a function for each state of a project. Its argument is one of the state's values:
///
///     try mocks.setState(.cart(.paid))
public struct MockState: Sendable, Hashable, CustomStringConvertible {
  /// The name of the state.
  public let name: String
  /// The value.
  public let value: String

  /// Creates a state with a value. They may not exist.
  public init(_ name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// `cart=paid`
  public var description: String { "\(name)=\(value)" }
}
