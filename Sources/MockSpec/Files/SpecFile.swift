/// The path of a spec file.
struct SpecFile: Sendable, Hashable {
  /// The absolute path.
  let path: String
  /// The path as it is shown to users.
  let shown: String
  /// The position among the project's files, from 0. Requests of earlier files are tried first if nothing else decides.
  var order: Int
  /// Whether the search followed a link to the file or to one of its folders, so that it can be outside the project.
  var isLinked = false

  /// The absolute path of the file's folder.
  var folder: String { FilePath.parent(path) }
}
