/// The source of specs.
package enum SpecSource: Sendable, Hashable {
  /// Files and folders, absolute or relative to the working directory. If it's empty, the nearest project is loaded.
  case paths([String])
  /// The text of one spec in YAML, or in JSON if it starts with `{`. Body files are relative to the working directory.
  case inline(String)
  /// The document of a `CompiledProject`, by its path; absolute or relative to the working directory.
  case compiled(String)
}
