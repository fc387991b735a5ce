/// Optimal string alignment distance: insertions, deletions, replacements and swaps of neighboring elements.
package enum EditDistance {
  /// Longer text isn't compared, which limits the cost.
  static let maxLength = 64

  /// Returns the distance between two texts if it is small enough for a typing mistake: 0 for a single byte, at most 1
  /// for up to five bytes, at most 2 for more. ASCII letters are compared without regard to case.
  package static func ofTypo(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Int? {
    let length = max(left.count, right.count)
    guard length <= maxLength else { return nil }
    let limit = length < 2 ? 0 : length < 6 ? 1 : 2
    return between(left.map(\.asciiLowercased), right.map(\.asciiLowercased), limit: limit)
  }

  /// Returns the distance between two lists; `nil` if it is above the limit.
  ///
  /// Only a band around the table's diagonal is computed, since cells outside it are above the limit.
  static func between<Element: Equatable>(_ left: [Element], _ right: [Element], limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    let far = limit + 1
    var beforeLast: [Int] = []
    var last = (0...right.count).map { min($0, far) }
    for row in left.indices {
      var current = [Int](repeating: far, count: right.count + 1)
      current[0] = min(row + 1, far)
      for column in max(0, row - limit)..<max(0, row - limit, min(right.count, row + limit + 1)) {
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current[column + 1] = min(cost, far)
      }
      beforeLast = last
      last = current
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
