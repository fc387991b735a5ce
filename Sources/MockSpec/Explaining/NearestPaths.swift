/// The sets whose paths come near to a path that isn't there: a segment mistyped, missing, too many or another one.
///
/// Walks two trees, from the path's start and from its end, and allows mistakes on the way, the cheapest first. Among many
/// siblings it looks only at those that stand next to where the segment would: they begin alike in one tree, and end
/// alike in the other, so either one shows a single mistyped letter. The cost is bounded, however many paths there are.
struct NearestPaths: Sendable {
  private let trees: [(tree: SortedPaths, direction: SortedPaths.Direction)]

  /// - Parameter patterns: by set; those without a path match any, and are never near.
  init(_ patterns: [PathPattern?]) {
    trees = [
      (SortedPaths(patterns, .forwards), .forwards), (SortedPaths(patterns, .backwards), .backwards),
    ]
  }

  /// - Parameter path: its segments.
  /// - Returns: in no particular order; a few dozen at most.
  func sets(near path: [[UInt8]]) -> Set<Int32> {
    guard path.count <= PathDifference.longest else { return [] }
    var found: Set<Int32> = []
    for (tree, direction) in trees {
      let segments = path.map { SortedPaths.key($0, direction) }
      var walk = NearestWalk(tree, direction == .forwards ? segments : segments.reversed())
      walk.run()
      found.formUnion(walk.found)
    }
    return found
  }
}

/// One tree under search.
private struct NearestWalk {
  private struct Step {
    var branch: SortedPaths.Branch
    /// How many of the path's segments are behind.
    var position: Int
  }

  private let tree: SortedPaths
  private let segments: [[UInt8]]
  /// By cost: what is to be looked at.
  private var pending: [[Step]]
  private(set) var found: [Int32] = []

  private static let mostSteps = 64
  private static let mostFound = 24
  private static let mostAtOnePath = 8
  private static let neighboursEach = 6

  init(_ tree: SortedPaths, _ segments: [[UInt8]]) {
    self.tree = tree
    self.segments = segments
    pending = Array(repeating: [], count: PathDifference.limit + 1)
    pending[0] = [Step(branch: tree.root, position: 0)]
  }

  mutating func run() {
    var steps = 0
    for cost in pending.indices {
      while let step = pending[cost].popLast() {
        guard steps < Self.mostSteps, found.count < Self.mostFound else { return }
        steps += 1
        go(on: step, cost)
      }
    }
  }

  private mutating func go(on step: Step, _ cost: Int) {
    let branch = step.branch
    if let rest = tree.branch(SortedPaths.Sign.rest, [], of: branch) {
      for position in step.position...segments.count { add(rest, position, cost) }
    }
    let wildcard = tree.branch(SortedPaths.Sign.wildcard, [], of: branch)
    let segment = step.position < segments.count ? segments[step.position] : nil
    if let wildcard {
      if segment == nil { add(wildcard, step.position, cost + PathDifference.segment) }
      if segment != nil { add(wildcard, step.position + 1, cost) }
    }
    if let segment {
      let exact = tree.branch(SortedPaths.Sign.literal, segment, of: branch)
      if let exact { add(exact, step.position + 1, cost) }
      // A segment too many.
      add(branch, step.position + 1, cost + PathDifference.cost(ofLone: segment))
    } else {
      found += tree.sets(endingAt: branch).prefix(Self.mostAtOnePath)
    }
    guard cost < PathDifference.limit else { return }
    for neighbour in tree.neighbours(of: segment ?? [], in: branch, each: Self.neighboursEach) {
      let lone = cost + PathDifference.cost(ofLone: neighbour.segment)
      add(neighbour.branch, step.position, lone)
      guard let segment, !neighbour.segment.elementsEqual(segment) else { continue }
      add(neighbour.branch, step.position + 1, cost + PathDifference.cost(of: segment, neighbour.segment))
    }
  }

  private mutating func add(_ branch: SortedPaths.Branch, _ position: Int, _ cost: Int) {
    if cost < pending.count { pending[cost].append(Step(branch: branch, position: position)) }
  }
}
