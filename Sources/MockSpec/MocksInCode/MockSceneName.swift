/// The name of a scene, for code that is checked by the compiler.
///
/// `mockspec generate swift` writes a member for each scene of a project, such as `MockSceneName.airplaneMode`, which all
/// functions accept that take the name of a scene:
///
///     try mocks.activate(scene: .airplaneMode)
public struct MockSceneName: Sendable, Hashable, CustomStringConvertible {
  /// The name as it is written in the project file.
  public let name: String

  /// Creates a name, for which there may be no scene.
  public init(_ name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}
