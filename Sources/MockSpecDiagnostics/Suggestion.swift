/// "Did you mean": the nearest of a few known names.
package enum Suggestion {
  private static let longest = 64

  /// The known name nearest to `name`, if it is near enough to be meant: at most a third of its length away, by
  /// insertions, deletions, replacements and swaps of neighbours, whatever the letters' case. One letter is never
  /// another one.
  ///
  /// Names over 64 characters are never compared, so that the cost stays bounded.
  package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
    guard !name.isEmpty, name.utf8.count <= longest * 16 else { return nil }
    let wanted = Letters(name)
    guard wanted.all.count <= longest else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in known {
      guard candidate.utf8.count <= longest * 16 else { continue }
      let letters = Letters(candidate)
      let length = max(wanted.all.count, letters.all.count)
      let limit = min(length == 1 ? 0 : max(1, length / 3), best.map { $0.distance - 1 } ?? .max)
      guard letters.all.count <= longest, wanted.isPossiblyWithin(limit, of: letters) else { continue }
      if let distance = distance(wanted.all, letters.all, limit: limit) { best = (candidate, distance) }
    }
    return best?.name
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
    let all: [Letter]
    private var kinds: UInt64 = 0

    init(_ name: String) {
      let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
      all = isASCII ? name.utf8.map(Letter.init(lowercasing:)) : name.lowercased().map(Letter.init(lowercased:))
      for letter in all { kinds |= 1 << letter.kind }
    }

    /// One edit brings in, or takes away, at most one kind of letter. Rules out most names without comparing them.
    func isPossiblyWithin(_ limit: Int, of other: Letters) -> Bool {
      abs(all.count - other.all.count) <= limit
        && (kinds & ~other.kinds).nonzeroBitCount <= limit && (other.kinds & ~kinds).nonzeroBitCount <= limit
    }
  }

  /// Optimal string alignment distance; `nil` if it is over the limit.
  private static func distance(_ left: [Letter], _ right: [Letter], limit: Int) -> Int? {
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
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
