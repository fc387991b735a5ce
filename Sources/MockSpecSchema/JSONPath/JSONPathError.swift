/// The first mistake in a JSONPath.
package struct JSONPathError: Error, Equatable, Sendable {
  /// The wrong part of the path, in UTF-8 bytes. At the end of the path, it is the last character.
  package var range: Range<Int>
  /// The headline of a diagnostic: what was found and what was expected.
  package var message: String
  /// The fix, if the message doesn't contain it.
  package var help: String?
}
