/// A spec file by name.
struct SpecFile: Sendable, Hashable {
  /// Absolute.
  let path: String
  /// As users see it.
  let shown: String
  /// The last but one rule of "which request answers".
  var order: Int

  var folder: String { FilePath.parent(path) }
}
