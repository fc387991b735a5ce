import MockSpecDiagnostics

/// Path patterns in order of their segments, which makes a tree of them that takes no memory of its own: what stands
/// behind a common beginning stands together, and is found by halving.
///
///     /users             ┐
///     /users/{id}        │ all behind 'users'   ┐ behind 'users', '{id}'
///     /users/{id}/posts  ┘                      ┘
///
/// A pattern is one string of bytes: a sign for each segment's kind, its text in lower case, and a zero. Read backwards,
/// segments and their letters are reversed, so that paths with a common end stand together.
struct SortedPaths: Sendable {
  enum Direction: Sendable {
    case forwards, backwards
  }

  /// In the order in which the kinds of segments are sorted.
  enum Sign {
    static let end: UInt8 = 0
    static let literal: UInt8 = 1
    static let wildcard: UInt8 = 2
    static let rest: UInt8 = 3
  }

  /// Patterns that begin alike, and how many bytes of them do.
  struct Branch {
    var paths: Range<Int>
    var depth: Int
  }

  /// A literal segment, and what stands behind it.
  struct Neighbour {
    let segment: ArraySlice<UInt8>
    let branch: Branch
  }

  private var text: [UInt8] = []
  private var starts: [UInt32] = [0]
  /// Which set each pattern belongs to.
  private var sets: [Int32] = []

  init(_ patterns: [PathPattern?], _ direction: Direction) {
    var keys: [UInt8] = []
    var ends: [(set: Int32, start: Int, end: Int)] = []
    for (set, pattern) in patterns.enumerated() {
      guard let pattern else { continue }
      let start = keys.count
      Self.append(pattern, direction, to: &keys)
      ends.append((Int32(set), start, keys.count))
    }
    keys.withUnsafeBufferPointer { keys in
      // A set that is asked earlier stands before others of its path.
      ends.sort { left, right in
        let order = Self.compare(keys[left.start..<left.end], keys[right.start..<right.end])
        return order == 0 ? left.set < right.set : order < 0
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

  /// The sets whose path ends where the branch begins, of which there may be thousands.
  func sets(endingAt branch: Branch) -> some Sequence<Int32> {
    sets[branch.paths.lowerBound..<firstIndex(in: branch, notBefore: [Sign.literal])].lazy
  }

  func branch(_ sign: UInt8, _ segment: some Collection<UInt8>, of branch: Branch) -> Branch? {
    var next = [sign]
    next += segment
    next.append(Sign.end)
    return self.branch(behind: next, of: branch)
  }

  /// The literal segments nearest to where one would stand that isn't there, some before and some behind.
  func neighbours(of segment: [UInt8], in branch: Branch, each count: Int) -> [Neighbour] {
    let first = firstIndex(in: branch, notBefore: [Sign.literal])
    let place = firstIndex(in: branch, notBefore: [Sign.literal] + segment)
    let end = firstIndex(in: branch, notBefore: [Sign.wildcard])
    var found: [Neighbour] = []
    var next = place
    while next < end, found.count < count {
      found.append(neighbour(at: next, in: branch))
      next = found[found.count - 1].branch.paths.upperBound
    }
    let ahead = found.count
    next = place
    while next > first, found.count < ahead + count {
      found.append(neighbour(at: next - 1, in: branch))
      next = found[found.count - 1].branch.paths.lowerBound
    }
    return found
  }

  private func neighbour(at index: Int, in branch: Branch) -> Neighbour {
    let start = Int(starts[index]) + branch.depth
    let end = text[start...].firstIndex(of: Sign.end) ?? start
    let next = self.branch(behind: Array(text[start...end]), of: branch)
    return Neighbour(segment: text[(start + 1)..<end], branch: next ?? branch)
  }

  private func branch(behind next: [UInt8], of branch: Branch) -> Branch? {
    let start = firstIndex(in: branch, notBefore: next)
    var behind = next
    behind[behind.count - 1] = Sign.end + 1
    let end = firstIndex(in: Branch(paths: start..<branch.paths.upperBound, depth: branch.depth), notBefore: behind)
    return start == end ? nil : Branch(paths: start..<end, depth: branch.depth + next.count)
  }

  private func firstIndex(in branch: Branch, notBefore next: [UInt8]) -> Int {
    text.withUnsafeBufferPointer { text in
      next.withUnsafeBufferPointer { next in
        var low = branch.paths.lowerBound
        var high = branch.paths.upperBound
        while low < high {
          let middle = (low + high) / 2
          let key = text[(Int(starts[middle]) + branch.depth)..<Int(starts[middle + 1])]
          if Self.compare(key, next[...]) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
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

  /// A zero would end the segment; that two segments look alike in here does no harm.
  static func key(_ segment: some BidirectionalCollection<UInt8>, _ direction: Direction) -> [UInt8] {
    let folded = segment.map { max(1, $0.asciiLowercased) }
    return direction == .forwards ? folded : folded.reversed()
  }
}
