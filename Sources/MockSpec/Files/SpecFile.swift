/// The path of a spec file.
struct SpecFile: Sendable, Hashable {
  /// The absolute path.
  let path: String
  /// The path as it is shown to users.
  let shown: String
  /// Whether the search followed a link to the file or to one of its folders, so that it can be outside the project.
  var isLinked = false

  /// The absolute path of the file's folder.
  var folder: String { FilePath.parent(path) }
}
