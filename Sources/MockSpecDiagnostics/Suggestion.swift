/// "Did you mean": the nearest of a few known names.
package enum Suggestion {
  /// The known name nearest to `name`, if it is near enough to be meant: at most a third of its length away, by
  /// insertions, deletions, replacements and swaps of neighbours, whatever the letters' case. One letter is never
  /// another one.
  ///
  /// Names over 64 characters are never compared, so that the cost stays bounded.
  package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
    var best: (name: String, distance: Int)?
    for near in neighbours(of: name, among: known) where best.map({ near.distance < $0.distance }) ?? true {
      best = near
    }
    return best?.name
  }

  /// The one known name that is near enough; `nil` if several are, so that a choice would be a guess.
  package static func only(to name: String, among known: some Sequence<String>) -> String? {
    let near = neighbours(of: name, among: known)
    return near.count == 1 ? near[0].name : nil
  }

  private static func neighbours(
    of name: String, among known: some Sequence<String>
  ) -> [(name: String, distance: Int)] {
    let wanted = Array(name.lowercased())
    guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
    var near: [(name: String, distance: Int)] = []
    for candidate in known {
      let letters = Array(candidate.lowercased())
      let length = max(wanted.count, letters.count)
      let limit = length == 1 ? 0 : max(1, length / 3)
      guard letters.count <= 64, abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters)
      if distance <= limit { near.append((candidate, distance)) }
    }
    return near
  }

  /// Optimal string alignment distance.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
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
