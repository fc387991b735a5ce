/// An index that finds the sets whose path patterns are similar to a path that no pattern matches. Similar paths differ
/// by a segment that is mistyped, missing, extra or different.
///
/// The search walks two trees, one from the start of the path and one from its end, and follows the cheapest mistakes first.
/// Among many sibling segments, it tries only those next to the path's segment in sort order. These have a common prefix in
/// one tree and a common suffix in the other, so one of the two contains a segment with a single mistyped letter. The cost
/// is limited for any number of paths.
struct NearestPaths: Sendable {
  private let trees: [(tree: SortedPaths, direction: SortedPaths.Direction)]

  /// - Parameter patterns: The patterns in the order in which they are tried, each with the number of its set.
  init(_ patterns: some Sequence<(set: Int32, pattern: PathPattern)>) {
    trees = [
      (SortedPaths(patterns, .forwards), .forwards), (SortedPaths(patterns, .backwards), .backwards),
    ]
  }

  /// Returns the numbers of the sets with similar paths, a few dozen at most.
  ///
  /// - Parameters:
  ///   - path: The path's segments.
  ///   - isUsed: Returns whether a set is still in use. Only such sets are found.
  func sets(near path: [[UInt8]], where isUsed: (Int32) -> Bool) -> Set<Int32> {
    guard path.count <= PathDifference.maxSegments else { return [] }
    var found: Set<Int32> = []
    for (tree, direction) in trees {
      let segments = path.map { SortedPaths.key($0, direction) }
      var walk = NearestWalk(tree, direction == .forwards ? segments : segments.reversed())
      walk.run(where: isUsed)
      found.formUnion(walk.found)
    }
    return found
  }
}

/// The search in one of the trees.
private struct NearestWalk {
  private struct Step {
    var branch: SortedPaths.Branch
    /// The number of consumed segments of the path.
    var position: Int
  }

  private let tree: SortedPaths
  private let segments: [[UInt8]]
  /// The steps to try, by cost.
  private var pending: [[Step]]
  private(set) var found: [Int32] = []

  private static let maxSteps = 64
  private static let maxFound = 24
  private static let maxAtOnePath = 8
  /// The number of neighbors to try on each side of a segment.
  private static let neighborsEach = 6

  init(_ tree: SortedPaths, _ segments: [[UInt8]]) {
    self.tree = tree
    self.segments = segments
    pending = Array(repeating: [], count: PathDifference.limit + 1)
    pending[0] = [Step(branch: tree.root, position: 0)]
  }

  mutating func run(where isUsed: (Int32) -> Bool) {
    var steps = 0
    for cost in pending.indices {
      while let step = pending[cost].popLast() {
        guard steps < Self.maxSteps, found.count < Self.maxFound else { return }
        steps += 1
        take(step, cost, isUsed)
      }
    }
  }

  private mutating func take(_ step: Step, _ cost: Int, _ isUsed: (Int32) -> Bool) {
    let branch = step.branch
    if let rest = tree.branch(SortedPaths.Sign.rest, [], of: branch) {
      for position in step.position...segments.count { add(rest, position, cost) }
    }
    let wildcard = tree.branch(SortedPaths.Sign.wildcard, [], of: branch)
    let segment = step.position < segments.count ? segments[step.position] : nil
    if let wildcard {
      if segment == nil { add(wildcard, step.position, cost + PathDifference.segment) }
      if let segment { add(wildcard, step.position + 1, cost + PathDifference.cost(ofWildcardFor: segment)) }
    }
    if let segment {
      let exact = tree.branch(SortedPaths.Sign.literal, segment, of: branch)
      if let exact { add(exact, step.position + 1, cost) }
      // The path's segment is extra.
      add(branch, step.position + 1, cost + PathDifference.cost(ofUnpaired: segment))
    } else {
      found += tree.sets(endingAt: branch).lazy.filter(isUsed).prefix(Self.maxAtOnePath)
    }
    guard cost < PathDifference.limit else { return }
    for neighbor in tree.neighbors(of: segment ?? [], in: branch, each: Self.neighborsEach) {
      // The pattern's segment is missing in the path.
      add(neighbor.branch, step.position, cost + PathDifference.cost(ofUnpaired: neighbor.segment))
      guard let segment, !neighbor.segment.elementsEqual(segment) else { continue }
      add(neighbor.branch, step.position + 1, cost + PathDifference.cost(of: segment, neighbor.segment))
    }
  }

  private mutating func add(_ branch: SortedPaths.Branch, _ position: Int, _ cost: Int) {
    if cost < pending.count { pending[cost].append(Step(branch: branch, position: position)) }
  }
}
