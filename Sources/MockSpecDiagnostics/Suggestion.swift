/// Finds the known name that a misspelled one probably means, for "did you mean".
package enum Suggestion {
  /// Returns the known name nearest to `name`, if the edit distance is at most a third of its length. Case is ignored,
  /// and a name of one letter is never similar to another one.
  ///
  /// Names over 64 characters aren't compared, which limits the cost.
  package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
    nearest(to: name, among: Known(known))
  }

  /// Returns the known name nearest to `name`; see `nearest(to:among:)`.
  ///
  /// - Parameter excluded: A known name that isn't suggested.
  package static func nearest(to name: String, among known: Known, except excluded: String? = nil) -> String? {
    guard let wanted = Letters(name) else { return nil }
    var best: (name: String, distance: Int)?
    for (candidate, letters) in known.names {
      // The distance is checked first, since few names pass it.
      guard let distance = wanted.distance(to: letters, under: best?.distance ?? .max), candidate != excluded,
        !isNegation(name, candidate)
      else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// Known names, prepared for the comparison with many misspelled ones.
  package struct Known: Sendable {
    fileprivate let names: [(name: String, letters: Letters)]

    package init(_ names: some Sequence<String>) {
      self.names = names.compactMap { name in Letters(name).map { (name, $0) } }
    }
  }

  /// Returns the only known name that is near enough; `nil` if there are several.
  package static func only(to name: String, among known: some Sequence<String>) -> String? {
    guard let wanted = Letters(name) else { return nil }
    var only: String?
    for (candidate, letters) in Known(known).names
    where wanted.distance(to: letters, under: .max) != nil && !isNegation(name, candidate) {
      if only != nil { return nil }
      only = candidate
    }
    return only
  }

  /// Whether one of two names negates the other one with a word or a syllable: `notPresent`, `unequals`.
  package static func isNegation(_ left: String, _ right: String) -> Bool {
    let (long, short) = left.utf8.count > right.utf8.count ? (left, right) : (right, left)
    let added = long.utf8.count - short.utf8.count
    guard (1...7).contains(added), long.utf8.count <= EditDistance.maxLength else { return false }
    let (whole, part) = (long.lowercased(), short.lowercased())
    let word =
      whole.hasSuffix(part)
      ? whole.prefix(whole.count - part.count)
      : whole.hasPrefix(part) ? whole.dropFirst(part.count) : ""
    return negations.contains(word.filter(\.isLetter)) || (word == "n" && part.hasPrefix("one"))
  }

  private static let negations: Set = ["no", "not", "non", "un", "in", "dis", "isnot", "without", "never"]

  /// A name in lower case, and the set of its letters.
  fileprivate struct Letters {
    private let all: [Unicode.Scalar]
    private var kinds: UInt64 = 0

    /// - Returns: `nil` for an empty or long name, which isn't compared.
    init?(_ name: String) {
      guard !name.isEmpty, name.utf8.count <= EditDistance.maxLength * 16 else { return nil }
      let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
      all =
        isASCII
        ? name.utf8.map { Unicode.Scalar($0.asciiLowercased) } : Array(name.lowercased().unicodeScalars)
      guard all.count <= EditDistance.maxLength else { return nil }
      for letter in all { kinds |= 1 << UInt64(letter.value & 63) }
    }

    /// Returns the distance to a name; `nil` if it isn't near enough, or not below `bound`.
    func distance(to other: Letters, under bound: Int) -> Int? {
      let length = max(all.count, other.all.count)
      let limit = min(length == 1 ? 0 : max(1, length / 3), bound - 1)
      guard isPossiblyWithin(limit, of: other) else { return nil }
      return EditDistance.between(all, other.all, limit: limit)
    }

    /// Rules out most names without comparing them: an edit adds or removes at most one kind of letter.
    private func isPossiblyWithin(_ limit: Int, of other: Letters) -> Bool {
      abs(all.count - other.all.count) <= limit
        && (kinds & ~other.kinds).nonzeroBitCount <= limit && (other.kinds & ~kinds).nonzeroBitCount <= limit
    }
  }
}
