import MockSpecDiagnostics

/// What turns a pattern into the path that was asked for: the cheapest way to line up their segments.
///
///     /v1/users/{id}/posts
///        /users/42/post      1: 'v1' is missing; 4: 'post' for 'posts'
struct PathDifference: Sendable {
  enum Change: Sendable {
    /// Where the pattern has one segment, the path has another.
    case different(expected: String, found: String, at: Int)
    case missing(String)
    case extra(String, at: Int)
  }

  let cost: Int
  /// From the start.
  let changes: [Change]
  private let hasCommonLiteral: Bool

  /// What a segment costs that is another one, missing or too many; one that is only mistyped costs a letter each.
  static let segment = 4
  /// Two segments: whatever costs more isn't near.
  static let limit = 8
  /// Longer paths are near to nothing.
  static let longest = 24

  /// A slash at the end is an empty segment.
  static func cost(ofLone segment: some Collection<UInt8>) -> Int { segment.isEmpty ? 1 : Self.segment }

  static func cost(of found: some Collection<UInt8>, _ expected: some Collection<UInt8>) -> Int {
    if found.elementsEqual(expected) { return 0 }
    return EditDistance.ofTypo(found, expected).map { max(1, $0) } ?? segment
  }

  /// - Parameter path: its segments.
  /// - Returns: `nil` for paths that are too long.
  init?(_ pattern: PathPattern, _ path: [[UInt8]]) {
    guard pattern.segments.count <= Self.longest, path.count <= Self.longest else { return nil }
    let table = Table(pattern.segments, path)
    cost = table.cost
    (changes, hasCommonLiteral) = table.wayBack
  }

  /// Whether the two have anything in common: a literal segment, or one that is mistyped.
  var isNear: Bool { cost <= Self.limit && hasCommonLiteral }
}

/// Costs of lining up the first segments of the one with the first of the other.
private struct Table {
  private let pattern: [PathPattern.Segment]
  private let path: [[UInt8]]
  private var costs: [[Int]]

  init(_ pattern: [PathPattern.Segment], _ path: [[UInt8]]) {
    self.pattern = pattern
    self.path = path
    costs = Array(repeating: Array(repeating: 0, count: path.count + 1), count: pattern.count + 1)
    for row in 0...pattern.count {
      for column in 0...path.count where row + column > 0 {
        costs[row][column] = cheapest(row, column).cost
      }
    }
  }

  var cost: Int { costs[pattern.count][path.count] }

  private enum Move {
    case both, pattern, path
  }

  /// The best way to get to a field of the table, and what it costs in all.
  private func cheapest(_ row: Int, _ column: Int) -> (move: Move, cost: Int) {
    var best = (move: Move.both, cost: Int.max)
    if row > 0, column > 0 { best.cost = costs[row - 1][column - 1] + pairCost(row - 1, column - 1) }
    if row > 0, case let cost = costs[row - 1][column] + loneCost(row - 1), cost < best.cost { best = (.pattern, cost) }
    if column > 0 {
      let isRest = row > 0 && pattern[row - 1] == .rest
      let cost = costs[row][column - 1] + (isRest ? 0 : PathDifference.cost(ofLone: path[column - 1]))
      if cost < best.cost { best = (.path, cost) }
    }
    return best
  }

  private func pairCost(_ segment: Int, _ index: Int) -> Int {
    guard case .literal(let bytes) = pattern[segment] else { return 0 }
    return PathDifference.cost(of: path[index], bytes)
  }

  private func loneCost(_ segment: Int) -> Int {
    switch pattern[segment] {
    case .literal(let bytes): PathDifference.cost(ofLone: bytes)
    case .wildcard: PathDifference.segment
    case .rest: 0
    }
  }

  /// The changes on the cheapest way, walked back from the end, and whether a literal segment stands in both.
  var wayBack: (changes: [PathDifference.Change], hasCommonLiteral: Bool) {
    var changes: [PathDifference.Change] = []
    var hasCommonLiteral = false
    var (row, column) = (pattern.count, path.count)
    while row + column > 0 {
      let move = cheapest(row, column).move
      let isRest = row > 0 && pattern[row - 1] == .rest
      switch move {
      case .both:
        let cost = pairCost(row - 1, column - 1)
        if case .literal(let bytes) = pattern[row - 1], !bytes.isEmpty, cost < PathDifference.segment {
          hasCommonLiteral = true
        }
        if cost > 0 { changes.append(.different(expected: text(row - 1), found: found(column - 1), at: column)) }
      case .pattern:
        if !isRest { changes.append(.missing(text(row - 1))) }
      case .path:
        if !isRest { changes.append(.extra(found(column - 1), at: column)) }
      }
      if move != .path { row -= 1 }
      if move != .pattern { column -= 1 }
    }
    return (changes.reversed(), hasCommonLiteral)
  }

  private func found(_ index: Int) -> String { String(decoding: path[index], as: UTF8.self) }

  private func text(_ segment: Int) -> String {
    switch pattern[segment] {
    case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
    case .wildcard(let name): name.map { "{\($0)}" } ?? "*"
    case .rest: "**"
    }
  }
}
