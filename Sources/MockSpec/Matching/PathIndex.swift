/// An index that finds the response sets whose path pattern matches a path.
///
/// The time of a lookup depends on the path's length, and not on the number of sets. The index is a tree of segments.
/// Each node has literal edges, at most one wildcard edge, and at most one edge for `**`. The segments after `**` form
/// a second tree, which is read from the end of the path:
///
///     /users/{id}/posts   root ─users─▶ · ─*─▶ · ─posts─▶ set
///     /users/**/avatar    root ─users─▶ · ─**─▶ · ─avatar─▶ set      (from the end)
///
/// A branch ends in a leaf as soon as it leads to a single set. The whole pattern of each found set is compared with
/// the path, so edges need only the hashes of their segments. Segments with the same hash share an edge, which costs
/// time but doesn't change the result. The time for building the index and its memory are linear in the number of
/// segments of all patterns.
///
/// Each set has a number, which doesn't change when other sets are inserted or removed. A change therefore costs little more
/// than a copy of a few flat arrays.
struct PathIndex: Sendable {
  struct Node: Sendable {
    var wildcard = Link.none
    var rest = Link.none
    /// The number of the first set whose pattern ends here; `nextSet` links to the others.
    var firstSet: Int32 = -1
  }

  private(set) var nodes = [Node()]
  private(set) var edges = EdgeTable()
  /// For each set number, the number of the next set whose pattern ends at the same node.
  private(set) var nextSet: [Int32] = []
  private(set) var patterns = PatternTexts()
  /// For each set number, the index of the set in the list of all sets; -1 if it was removed.
  private(set) var places: [Int32] = []

  /// - Parameter patterns: The pattern of each set; `nil` for a set that matches any path.
  init(_ patterns: [PathPattern?]) {
    add(patterns, at: patterns.indices) { patterns[Int($0)] }
  }

  /// Returns the index after a change of the list of sets.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - pattern: Returns the pattern of the set at an index after the change.
  func rearranged(_ change: Rearrangement, pattern: (Int32) -> PathPattern?) -> PathIndex {
    var index = self
    index.places = places.map { $0 < 0 ? $0 : change.places[Int($0)] }
    index.add(change.inserted.map { pattern(Int32($0)) }, at: change.inserted, pattern)
    return index
  }

  /// - Parameters:
  ///   - patterns: The patterns of the new sets.
  ///   - places: The indexes of the new sets.
  ///   - pattern: Returns the pattern of the set at an index.
  private mutating func add(
    _ patterns: [PathPattern?], at places: some Collection<Int>, _ pattern: (Int32) -> PathPattern?
  ) {
    let first = self.places.count
    self.places += places.map(Int32.init)
    nextSet += repeatElement(-1, count: patterns.count)
    self.patterns.reserve(self.places.count)
    let any = [PathPattern.Segment.rest]
    for pattern in patterns { self.patterns.append(pattern?.segments ?? any) }
    // The order is reversed, so that the sets of one node are linked in ascending order.
    for (offset, new) in patterns.enumerated().reversed() { add(Int32(first + offset), new, pattern) }
  }

  private mutating func add(_ set: Int32, _ new: PathPattern?, _ pattern: (Int32) -> PathPattern?) {
    var node = 0
    var depth = 0
    let steps = Steps(new)
    while let step = steps[depth] {
      let link = link(from: node, step)
      guard let link, !isUnused(link) else {
        setLink(from: node, step, to: .leaf(set))
        return
      }
      depth += 1
      if let leaf = link.leaf {
        let other = Steps(pattern(places[Int(leaf)]))
        let new = newNode()
        setLink(from: node, step, to: .node(new))
        if let next = other[depth] { setLink(from: new, next, to: .leaf(leaf)) } else { end(leaf, at: new) }
        node = new
      } else {
        node = link.node
      }
    }
    end(set, at: node)
  }

  /// Returns whether a link leads nowhere, or to a single set that was removed.
  private func isUnused(_ link: Link) -> Bool { link.isNone || link.leaf.map { places[Int($0)] < 0 } == true }

  private mutating func end(_ set: Int32, at node: Int) {
    nextSet[Int(set)] = nodes[node].firstSet
    nodes[node].firstSet = set
  }

  private func link(from node: Int, _ step: Step) -> Link? {
    switch step {
    case .literal(let hash): edges[EdgeTable.key(node, hash)]
    case .wildcard: nodes[node].wildcard
    case .rest: nodes[node].rest
    }
  }

  private mutating func setLink(from node: Int, _ step: Step, to link: Link) {
    switch step {
    case .literal(let hash): edges[EdgeTable.key(node, hash)] = link
    case .wildcard: nodes[node].wildcard = link
    case .rest: nodes[node].rest = link
    }
  }

  private mutating func newNode() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }
}

extension PathIndex {
  /// The destination of an edge: a node, the number of a single set, or none.
  struct Link: Sendable {
    private let code: Int32

    static let none = Link(code: .min)
    static func node(_ index: Int) -> Link { Link(code: Int32(index)) }
    static func leaf(_ set: Int32) -> Link { Link(code: ~set) }

    var isNone: Bool { code == .min }
    var node: Int { Int(code) }
    var leaf: Int32? { code < 0 && code != .min ? ~code : nil }
  }

  fileprivate enum Step {
    case literal(FNV1a)
    case wildcard, rest
  }

  /// The steps of a pattern through the tree. The segments after `**` are in reverse order.
  fileprivate struct Steps {
    private let segments: [PathPattern.Segment]
    private let rest: Int

    init(_ pattern: PathPattern?) {
      segments = pattern?.segments ?? [.rest]
      rest = segments.firstIndex(of: .rest) ?? segments.count
    }

    subscript(depth: Int) -> Step? {
      guard depth < segments.count else { return nil }
      return switch segments[depth <= rest ? depth : segments.count + rest - depth] {
      case .literal(let bytes): .literal(FNV1a(decoded: bytes))
      case .wildcard: .wildcard
      case .rest: .rest
      }
    }
  }
}
