/// The children of a value that keywords have evaluated (Core §11), as a stack of bit sets: one for each schema with
/// `unevaluated…` that is being checked, and one for each branch whose result isn't known yet.
struct EvaluatedMarks {
  /// A bit set for the children of one value. All regions for the same value have the same size.
  struct Region {
    let start: Int
    let count: Int

    /// No bit set: evaluated children aren't recorded.
    static let none = Region(start: 0, count: 0)

    @inline(__always)
    var isWanted: Bool { count != 0 }
  }

  private var words: [UInt64] = []

  mutating func push(children: Int) -> Region { push(words: children / 64 + 1) }

  /// Pushes an empty set for the same children.
  mutating func push(like region: Region) -> Region { region.isWanted ? push(words: region.count) : .none }

  private mutating func push(words count: Int) -> Region {
    let region = Region(start: words.count, count: count)
    words.append(contentsOf: repeatElement(0, count: count))
    return region
  }

  mutating func pop(_ region: Region) {
    if region.isWanted { words.removeLast(region.count) }
  }

  @inline(__always)
  mutating func mark(_ child: Int, in region: Region) {
    if region.isWanted { words[region.start + child / 64] |= 1 << UInt64(child % 64) }
  }

  mutating func markAll(in region: Region) {
    for index in region.start..<region.start + region.count { words[index] = .max }
  }

  func contains(_ child: Int, in region: Region) -> Bool {
    words[region.start + child / 64] & 1 << UInt64(child % 64) != 0
  }

  mutating func add(_ branch: Region, to region: Region) {
    for offset in 0..<region.count { words[region.start + offset] |= words[branch.start + offset] }
  }
}
