import MockSpecDiagnostics
import MockSpecDocument

/// A name that looks like a known one, though a character differs: a Cyrillic 'О', or one that can't be seen.
enum LookalikeName {
  /// Returns the help about a name that isn't known: the known name that looks like it and the character that differs, or
  /// else the name that is spelled most similarly; `nil` if there is none.
  static func help(_ name: String, among known: [String]) -> String? {
    nearest(name, among: known).map { near, difference in
      "did you mean '\(near)'?" + (difference.map { " \($0)" } ?? "")
    }
  }

  /// Returns the known name that looks like a name and how it differs, or else the one that is spelled most similarly.
  static func nearest(_ name: String, among known: [String]) -> (name: String, difference: String?)? {
    if let (other, difference) = find(name, among: known) { return (other, difference) }
    return Suggestion.nearest(to: name, among: known).map { ($0, nil) }
  }

  private static func find(_ name: String, among known: [String]) -> (name: String, difference: String)? {
    guard name.utf8.count <= 256 else { return nil }
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    var wanted: String?
    for other in known where other.utf8.count <= 256 && !(isASCII && other.utf8.allSatisfy { $0 < 0x80 }) {
      let appearance = wanted ?? Self.appearance(name)
      wanted = appearance
      guard other != name, Self.appearance(other) == appearance else { continue }
      return difference(Array(name.unicodeScalars), Array(other.unicodeScalars)).map { (other, $0) }
    }
    return nil
  }

  /// The ASCII text that a text looks like.
  private static func appearance(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += Lookalike($1, in: .yaml)?.meanings[0] ?? String($1) }
  }

  private static func difference(_ name: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> String? {
    guard
      let index = (0..<max(name.count, other.count)).first(where: { index in
        index >= name.count || index >= other.count || name[index] != other[index]
      })
    else { return nil }
    if index < name.count, let character = Lookalike(name[index], in: .yaml) {
      return "here, \(shown(character)) is \(character.description)"
    }
    guard index < other.count, let character = Lookalike(other[index], in: .yaml) else { return nil }
    return "there, \(shown(character)) is \(character.description)"
  }

  private static func shown(_ character: Lookalike) -> String {
    character.isInvisible ? "a character" : "'\(character.scalar)'"
  }
}
