/// The path of a spec file.
struct SpecFile: Sendable, Equatable {
  /// The absolute path.
  let path: String
  /// The path as it is shown to users.
  let shown: String
  /// Whether the search followed a link to the file or to one of its folders. The file can then be outside the project.
  var isLinked = false

  /// The absolute path of the file's folder.
  var folder: String { FilePath.parent(path) }

  /// Names of files are compared by their bytes, since composed and decomposed characters are different names on Linux.
  static func == (left: SpecFile, right: SpecFile) -> Bool {
    left.path.hasSameBytes(as: right.path) && left.shown.hasSameBytes(as: right.shown)
      && left.isLinked == right.isLinked
  }
}
