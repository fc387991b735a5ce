/// How far a path's segment is from the one that may have been meant.
enum EditDistance {
  /// Longer texts are never compared, so that the cost stays bounded.
  private static let longest = 64

  /// Insertions, deletions, replacements and swaps of neighbouring bytes, where they are so few that a typing mistake is
  /// likely: none in one letter, one in up to five, two in more. Letters differ by case at no cost.
  static func ofTypo(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Int? {
    let length = Swift.max(left.count, right.count)
    guard length <= longest else { return nil }
    let limit = length < 2 ? 0 : length < 6 ? 1 : 2
    guard abs(left.count - right.count) <= limit else { return nil }
    let distance = distance(left.map(lowercased), right.map(lowercased), limit: limit)
    return distance <= limit ? distance : nil
  }

  static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// Optimal string alignment in a band around the diagonal; more than `limit` is all the same.
  private static func distance(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int {
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
    return last[right.count]
  }
}
