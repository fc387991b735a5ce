/// The location of a file that a mock in code uses, such as a body. A string literal is a path; see ``path(_:)``.
public struct FileLocation: Sendable, Hashable, ExpressibleByStringInterpolation {
  let path: String

  private init(_ path: String) { self.path = path }

  /// Creates the location of a path, as ``path(_:)`` does.
  public init(stringLiteral path: String) { self.init(path) }

  /// Returns the location of a path.
  ///
  /// A relative path is looked up in the working directory, then in the folder of the calling source file and in each
  /// folder above it. The working directory isn't enough, since Xcode runs tests in a different one.
  public static func path(_ path: String) -> FileLocation { FileLocation(path) }
}

/// The location of a file with the source file from which a relative path is looked up.
struct SourceFileLocation: Sendable {
  let path: String
  let sourceFile: String

  init(_ location: FileLocation, calledFrom sourceFile: String) {
    path = location.path
    self.sourceFile = sourceFile
  }
}
