import MockSpecDiagnostics

/// Sorted path patterns that can be searched as a tree. The patterns of a subtree have a common prefix, so they are
/// adjacent and are found by binary search.
///
///     /users             ┐
///     /users/{id}        │ subtree of 'users'   ┐ subtree of 'users', '{id}'
///     /users/{id}/posts  ┘                      ┘
///
/// Each pattern is a string of bytes: for each segment, a byte for its kind, its text in lower case, and a zero. In the
/// backward direction, the order of the segments and of the bytes in them is reversed, so that paths with a common suffix
/// are adjacent.
struct SortedPaths: Sendable {
  enum Direction: Sendable {
    case forwards, backwards
  }

  /// The bytes for the kinds of segments, in sort order.
  enum Sign {
    static let end: UInt8 = 0
    static let literal: UInt8 = 1
    static let wildcard: UInt8 = 2
    static let rest: UInt8 = 3
  }

  /// The patterns with a common prefix, and the number of bytes in the prefix.
  struct Branch {
    var paths: Range<Int>
    var depth: Int
  }

  /// A literal segment and the patterns that continue after it.
  struct Neighbor {
    let segment: ArraySlice<UInt8>
    let branch: Branch
  }

  private var text: [UInt8] = []
  private var starts: [UInt32] = [0]
  /// The set of each pattern.
  private var sets: [Int32] = []

  /// - Parameters:
  ///   - patterns: The patterns in the order in which they are tried, each with the number of its set.
  ///   - direction: The order of the segments.
  init(_ patterns: some Sequence<(set: Int32, pattern: PathPattern)>, _ direction: Direction) {
    var keys: [UInt8] = []
    var ends: [(set: Int32, order: Int, start: Int, end: Int)] = []
    for (order, (set, pattern)) in patterns.enumerated() {
      let start = keys.count
      Self.append(pattern, direction, to: &keys)
      ends.append((set, order, start, keys.count))
    }
    keys.withUnsafeBufferPointer { keys in
      // Sets with equal patterns stay in order.
      ends.sort { left, right in
        let order = Self.compare(keys[left.start..<left.end], keys[right.start..<right.end])
        return order == 0 ? left.order < right.order : order < 0
      }
      text.reserveCapacity(keys.count)
      for key in ends {
        text.append(contentsOf: keys[key.start..<key.end])
        starts.append(UInt32(text.count))
        sets.append(key.set)
      }
    }
  }

  var root: Branch { Branch(paths: sets.indices, depth: 0) }

  /// Returns the sets whose pattern ends at the root of a branch. There can be thousands.
  func sets(endingAt branch: Branch) -> some Sequence<Int32> {
    sets[branch.paths.lowerBound..<firstIndex(in: branch, notBefore: [Sign.literal])].lazy
  }

  /// Returns the branch after a segment.
  func branch(_ sign: UInt8, _ segment: some Collection<UInt8>, of branch: Branch) -> Branch? {
    var next = [sign]
    next += segment
    next.append(Sign.end)
    return self.branch(after: next, of: branch)
  }

  /// Returns the literal segments next to a segment in sort order, at most `count` on each side.
  func neighbors(of segment: [UInt8], in branch: Branch, each count: Int) -> [Neighbor] {
    let first = firstIndex(in: branch, notBefore: [Sign.literal])
    let place = firstIndex(in: branch, notBefore: [Sign.literal] + segment)
    let end = firstIndex(in: branch, notBefore: [Sign.wildcard])
    var found: [Neighbor] = []
    var next = place
    while next < end, found.count < count {
      found.append(neighbor(at: next, in: branch))
      next = found[found.count - 1].branch.paths.upperBound
    }
    let countAfter = found.count
    next = place
    while next > first, found.count < countAfter + count {
      found.append(neighbor(at: next - 1, in: branch))
      next = found[found.count - 1].branch.paths.lowerBound
    }
    return found
  }

  private func neighbor(at index: Int, in branch: Branch) -> Neighbor {
    let start = Int(starts[index]) + branch.depth
    let end = text[start...].firstIndex(of: Sign.end) ?? start
    let next = self.branch(after: Array(text[start...end]), of: branch)
    return Neighbor(segment: text[(start + 1)..<end], branch: next ?? branch)
  }

  private func branch(after next: [UInt8], of branch: Branch) -> Branch? {
    let start = firstIndex(in: branch, notBefore: next)
    var following = next
    following[following.count - 1] = Sign.end + 1
    let end = firstIndex(in: Branch(paths: start..<branch.paths.upperBound, depth: branch.depth), notBefore: following)
    return start == end ? nil : Branch(paths: start..<end, depth: branch.depth + next.count)
  }

  private func firstIndex(in branch: Branch, notBefore next: [UInt8]) -> Int {
    text.withUnsafeBufferPointer { text in
      next.withUnsafeBufferPointer { next in
        branch.paths.partitioningIndex { path in
          Self.compare(text[(Int(starts[path]) + branch.depth)..<Int(starts[path + 1])], next[...]) >= 0
        }
      }
    }
  }

  private static func compare(
    _ left: Slice<UnsafeBufferPointer<UInt8>>, _ right: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Int {
    let left = UnsafeBufferPointer(rebasing: left)
    let right = UnsafeBufferPointer(rebasing: right)
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index] ? -1 : 1
    }
    return left.count - right.count
  }

  // MARK: - Keys

  private static func append(_ pattern: PathPattern, _ direction: Direction, to keys: inout [UInt8]) {
    let isForwards = direction == .forwards
    for segment in isForwards ? pattern.segments : pattern.segments.reversed() {
      switch segment {
      case .literal(let bytes):
        keys.append(Sign.literal)
        keys += key(bytes, direction)
      case .wildcard: keys.append(Sign.wildcard)
      case .rest: keys.append(Sign.rest)
      }
      keys.append(Sign.end)
    }
  }

  /// Returns a segment in lower case, reversed in the backward direction. A zero would end the segment, so it is
  /// replaced. If two segments have equal keys, both are found.
  static func key(_ segment: some BidirectionalCollection<UInt8>, _ direction: Direction) -> [UInt8] {
    let folded = segment.map { max(1, $0.asciiLowercased) }
    return direction == .forwards ? folded : folded.reversed()
  }
}
