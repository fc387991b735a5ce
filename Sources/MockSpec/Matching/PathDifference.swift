import MockSpecDiagnostics

/// The cheapest alignment of a pattern's segments with those of a path, and the resulting changes.
///
///     /v1/users/{id}/posts
///        /users/42/post      1: 'v1' is missing; 4: 'post' for 'posts'
struct PathDifference: Sendable {
  enum Change: Sendable {
    /// The path's segment differs from the pattern's.
    case different(expected: String, found: String, at: Int)
    /// The path lacks a segment of the pattern.
    case missing(String)
    /// The path has a segment that the pattern lacks.
    case extra(String, at: Int)
  }

  let cost: Int
  /// The changes, in the order of the path.
  let changes: [Change]
  private let hasCommonLiteral: Bool

  /// The cost of a segment that is different, missing or extra. A mistyped segment costs 1 for each wrong letter.
  static let segment = 4
  /// The maximum cost of a similar path: two segments.
  static let limit = 8
  /// The maximum number of segments. Longer paths are never compared.
  static let maxSegments = 24

  /// Returns the cost of a missing or extra segment. A slash at the end is an empty segment, which costs less.
  static func cost(ofUnpaired segment: some Collection<UInt8>) -> Int { segment.isEmpty ? 1 : Self.segment }

  /// Returns the cost of a segment in place of the expected one.
  static func cost(of found: some Collection<UInt8>, _ expected: some Collection<UInt8>) -> Int {
    if found.elementsEqual(expected) { return 0 }
    return EditDistance.ofTypo(found, expected).map { max(1, $0) } ?? segment
  }

  /// Returns the cost of a segment in place of a wildcard, which doesn't match an empty one.
  static func cost(ofWildcardFor found: some Collection<UInt8>) -> Int { found.isEmpty ? 1 : 0 }

  /// Aligns a pattern with the segments of a path; `nil` if one of them is too long.
  init?(_ pattern: PathPattern, _ path: [[UInt8]]) {
    guard pattern.segments.count <= Self.maxSegments, path.count <= Self.maxSegments else { return nil }
    let table = Table(pattern.segments, path)
    cost = table.cost
    (changes, hasCommonLiteral) = table.alignment
  }

  /// Whether the paths are similar: the cost is low, and they have an equal or mistyped literal segment in common.
  var isNear: Bool { cost <= Self.limit && hasCommonLiteral }
}

/// The table of a dynamic program: the cost of aligning the first segments of the pattern with the first of the path.
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

  /// Returns the cheapest move to a cell of the table, and its total cost.
  private func cheapest(_ row: Int, _ column: Int) -> (move: Move, cost: Int) {
    var best = (move: Move.both, cost: Int.max)
    if row > 0, column > 0 { best.cost = costs[row - 1][column - 1] + pairCost(row - 1, column - 1) }
    if row > 0, case let cost = costs[row - 1][column] + unpairedCost(row - 1), cost < best.cost {
      best = (.pattern, cost)
    }
    if column > 0 {
      let isRest = row > 0 && pattern[row - 1] == .rest
      let cost = costs[row][column - 1] + (isRest ? 0 : PathDifference.cost(ofUnpaired: path[column - 1]))
      if cost < best.cost { best = (.path, cost) }
    }
    return best
  }

  private func pairCost(_ segment: Int, _ index: Int) -> Int {
    switch pattern[segment] {
    case .literal(let bytes): PathDifference.cost(of: path[index], bytes)
    case .wildcard: PathDifference.cost(ofWildcardFor: path[index])
    case .rest: 0
    }
  }

  private func unpairedCost(_ segment: Int) -> Int {
    switch pattern[segment] {
    case .literal(let bytes): PathDifference.cost(ofUnpaired: bytes)
    case .wildcard: PathDifference.segment
    case .rest: 0
    }
  }

  /// The changes of the cheapest alignment, found backwards from the end, and whether it pairs a literal segment.
  var alignment: (changes: [PathDifference.Change], hasCommonLiteral: Bool) {
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
