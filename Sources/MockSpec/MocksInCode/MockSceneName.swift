/// The name of a scene, checked by the compiler.
///
/// `mockspec generate swift` writes a member for each scene of a project, such as `MockSceneName.airplaneMode`. All
/// functions with a scene's name as an argument accept it:
///
///     try mocks.activate(scene: .airplaneMode)
public struct MockSceneName: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringInterpolation {
  /// The name as it is written in the project file.
  public let name: String

  /// Creates a name. A scene with the name may not exist.
  public init(_ name: String) { self.name = name }

  /// Creates a name that the compiler doesn't check. A scene with the name may not exist.
  public init(stringLiteral name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}
