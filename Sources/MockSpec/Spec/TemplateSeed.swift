/// The seed of a project's generators.
package enum TemplateSeed: Sendable, Hashable {
  /// Equal calls get equal values.
  case text(String)
  /// Each call gets other values.
  case random

  /// The seed of projects without `seed`.
  package static let standard = text("")

  /// The word of the project file for `random`.
  static let randomWord = "random"
}
