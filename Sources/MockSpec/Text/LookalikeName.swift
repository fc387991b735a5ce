import MockSpecDiagnostics
import MockSpecDocument

/// A name that looks like a known one although a character differs, such as a Cyrillic 'О' or an invisible character.
enum LookalikeName {
  /// Returns the known name that looks the same, with the difference, or else the one with the most similar spelling.
  ///
  /// - Parameter excluded: A known name that isn't suggested.
  static func nearest(
    _ name: String, among known: KnownNames, except excluded: String? = nil
  ) -> (name: String, difference: String?)? {
    if let (other, difference) = find(name, among: known, except: excluded) { return (other, difference) }
    return Suggestion.nearest(to: name, among: known.spellings, except: excluded).map { ($0, nil) }
  }

  private static func find(
    _ name: String, among known: KnownNames, except excluded: String?
  ) -> (name: String, difference: String)? {
    guard name.utf8.count <= 256 else { return nil }
    let isASCII = name.isASCII
    let alike = known.appearances.isEmpty ? [] : known.appearances[appearance(name)] ?? []
    for other in alike where other != name && other != excluded && !(isASCII && other.isASCII) {
      return difference(Array(name.unicodeScalars), Array(other.unicodeScalars)).map { (other, $0) }
    }
    return nil
  }

  /// Returns the ASCII text that a text looks like.
  fileprivate static func appearance(_ text: String) -> String {
    text.isASCII
      ? text : text.unicodeScalars.reduce(into: "") { $0 += Lookalike($1, in: .yaml)?.meanings[0] ?? String($1) }
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

/// Known names, prepared for finding the intended names of many unknown ones.
struct KnownNames: Sendable {
  let names: [String]
  fileprivate let spellings: Suggestion.Known
  /// The names by the text that they look like.
  fileprivate let appearances: [String: [String]]

  init(_ names: [String]) {
    self.names = names
    spellings = Suggestion.Known(names)
    appearances = Dictionary(grouping: names.lazy.filter { $0.utf8.count <= 256 }, by: LookalikeName.appearance)
  }

  /// Returns the help about an unknown name; `nil` if no known name is similar. It contains the known name that looks the
  /// same and the differing character, or else the name with the most similar spelling.
  ///
  /// - Parameter excluded: A known name that isn't suggested.
  func help(_ name: String, except excluded: String? = nil) -> String? {
    LookalikeName.nearest(name, among: self, except: excluded).map { near, difference in
      "did you mean '\(near)'?" + (difference.map { " \($0)" } ?? "")
    }
  }
}

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
