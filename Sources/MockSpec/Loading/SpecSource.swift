/// Where specs come from.
package enum SpecSource: Sendable, Hashable {
  /// Files and folders, relative to the working directory or absolute; none for the nearest project.
  case paths([String])
  /// One spec's text, as YAML or, where it begins with `{`, as JSON. Its body files are relative to the working
  /// directory.
  case inline(String)
}
