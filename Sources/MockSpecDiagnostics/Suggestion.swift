/// "Did you mean": the nearest of a few known names.
package enum Suggestion {
  private static let longest = 64

  /// The known name nearest to `name`, if it is near enough to be meant: at most a third of its length away, by
  /// insertions, deletions, replacements and swaps of neighbours, whatever the letters' case. One letter is never
  /// another one.
  ///
  /// Names over 64 characters are never compared, so that the cost stays bounded.
  package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
    guard let wanted = Letters(name) else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in known {
      guard let distance = wanted.distance(to: candidate, under: best?.distance ?? .max) else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// The one known name that is near enough; `nil` if several are, so that a choice would be a guess.
  package static func only(to name: String, among known: some Sequence<String>) -> String? {
    guard let wanted = Letters(name) else { return nil }
    var only: String?
    for candidate in known where wanted.distance(to: candidate, under: .max) != nil {
      if only != nil { return nil }
      only = candidate
    }
    return only
  }

  /// Nearly all are ASCII, and then cost no search for where characters end.
  private enum Letter: Equatable {
    case ascii(UInt8)
    case other(Character)

    init(lowercased character: Character) { self = character.asciiValue.map(Letter.ascii) ?? .other(character) }

    init(lowercasing byte: UInt8) {
      self = .ascii(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
    }

    var kind: UInt64 {
      switch self {
      case .ascii(let byte): UInt64(byte & 63)
      case .other(let character): UInt64((character.utf8.first ?? 0) & 63)
      }
    }
  }

  /// A name in lower case, and which letters it has.
  private struct Letters {
    private let all: [Letter]
    private var kinds: UInt64 = 0

    /// `nil` for what is never compared.
    init?(_ name: String) {
      guard !name.isEmpty, name.utf8.count <= longest * 16 else { return nil }
      let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
      all = isASCII ? name.utf8.map(Letter.init(lowercasing:)) : name.lowercased().map(Letter.init(lowercased:))
      guard all.count <= longest else { return nil }
      for letter in all { kinds |= 1 << letter.kind }
    }

    /// `nil` if it isn't near enough to be meant, or not below `bound`.
    func distance(to name: String, under bound: Int) -> Int? {
      guard let other = Letters(name) else { return nil }
      let length = max(all.count, other.all.count)
      let limit = min(length == 1 ? 0 : max(1, length / 3), bound - 1)
      guard isPossiblyWithin(limit, of: other) else { return nil }
      let distance = Suggestion.distance(all, other.all)
      return distance <= limit ? distance : nil
    }

    /// One edit brings in, or takes away, at most one kind of letter. Rules out most names without comparing them.
    private func isPossiblyWithin(_ limit: Int, of other: Letters) -> Bool {
      abs(all.count - other.all.count) <= limit
        && (kinds & ~other.kinds).nonzeroBitCount <= limit && (other.kinds & ~kinds).nonzeroBitCount <= limit
    }
  }

  /// Optimal string alignment distance.
  private static func distance(_ left: [Letter], _ right: [Letter]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
