/// Path → the response sets that match it, found in time that depends on the path's length and not on how many there are.
///
/// A tree of segments. Each node has literal edges, at most one wildcard edge, and at most one `**`, behind which the
/// rest of the pattern hangs as a second tree that is read from the path's end:
///
///     /users/{id}/posts   root ─users─▶ · ─*─▶ · ─posts─▶ set
///     /users/**/avatar    root ─users─▶ · ─**─▶ · ─avatar─▶ set      (from the end)
///
/// A branch with a single set ends where no other set shares it: the set is a leaf there, and its whole pattern is compared.
/// Since that is done for every set that is found, edges need only the hashes of their segments: two segments of one
/// hash share an edge, which costs time and changes no answer. Building and memory are linear in the patterns' segments.
struct PathIndex: Sendable {
  struct Node: Sendable {
    var wildcard = Link.none
    var rest = Link.none
    /// The first set that ends here; `nextSet` goes on.
    var firstSet: Int32 = -1
  }

  private(set) var nodes = [Node()]
  private(set) var edges = EdgeTable()
  /// Set → the next one that ends at the same node.
  private(set) var nextSet: [Int32]
  private(set) var patterns: PatternTexts

  /// - Parameter patterns: by set; `nil` for one that takes any path.
  init(_ patterns: [PathPattern?]) {
    nextSet = Array(repeating: -1, count: patterns.count)
    self.patterns = PatternTexts(count: patterns.count)
    let any = [PathPattern.Segment.rest]
    for pattern in patterns { self.patterns.append(pattern?.segments ?? any) }
    // Backwards, so that sets that end at one node follow each other by number.
    for set in patterns.indices.reversed() { add(Int32(set), patterns) }
  }

  private mutating func add(_ set: Int32, _ patterns: [PathPattern?]) {
    var node = 0
    var depth = 0
    let steps = Steps(patterns[Int(set)])
    while let step = steps[depth] {
      let link = link(from: node, step)
      guard let link, !link.isNone else {
        setLink(from: node, step, to: .leaf(set))
        return
      }
      depth += 1
      if let leaf = link.leaf {
        let other = Steps(patterns[Int(leaf)])
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
  /// Where an edge leads: to a node, to a single set, or nowhere.
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
    case literal(SegmentHash)
    case wildcard, rest
  }

  /// A pattern as a way through the tree: what stands behind a `**` comes from its end.
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
      case .literal(let bytes): .literal(SegmentHash(decoded: bytes))
      case .wildcard: .wildcard
      case .rest: .rest
      }
    }
  }
}
