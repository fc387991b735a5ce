/// Path → the response sets that match it, found in time that depends on the path's length and not on how many there are.
///
/// A tree of segments. Each node has literal edges, at most one wildcard edge, and at most one `**`, behind which the
/// rest of the pattern hangs as a second tree that is read from the path's end:
///
///     /users/{id}/posts   root ─users─▶ · ─*─▶ · ─posts─▶ set
///     /users/**/avatar    root ─users─▶ · ─**─▶ · ─avatar─▶ set      (from the end)
///
/// All literal edges are in one table, by node and segment. Building and memory are linear in the patterns' segments.
struct PathIndex: Sendable {
  private struct Node: Sendable {
    var wildcard: Int32 = -1
    /// The root of the tree of what stands behind a `**` here.
    var rest: Int32 = -1
    /// The first set that ends here; `nextSet` goes on.
    var firstSet: Int32 = -1
  }

  private var nodes = [Node()]
  private var edges = EdgeTable()
  /// Set → the next one that ends at the same node.
  private var nextSet: [Int32] = []
  private var withoutPath: [Int32] = []

  /// - Parameter patterns: by set; `nil` for one that takes any path.
  init(_ patterns: [PathPattern?]) {
    nextSet = Array(repeating: -1, count: patterns.count)
    for (set, pattern) in patterns.enumerated() {
      if let pattern { add(pattern, Int32(set)) } else { withoutPath.append(Int32(set)) }
    }
  }

  private mutating func add(_ pattern: PathPattern, _ set: Int32) {
    var node: Int32 = 0
    let rest = pattern.segments.firstIndex(of: .rest)
    for segment in pattern.segments[..<(rest ?? pattern.segments.count)] { node = child(of: node, segment) }
    if let rest {
      if nodes[Int(node)].rest < 0 { nodes[Int(node)].rest = newNode() }
      node = nodes[Int(node)].rest
      for segment in pattern.segments[(rest + 1)...].reversed() { node = child(of: node, segment) }
    }
    nextSet[Int(set)] = nodes[Int(node)].firstSet
    nodes[Int(node)].firstSet = set
  }

  private mutating func child(of node: Int32, _ segment: PathPattern.Segment) -> Int32 {
    guard case .literal(let bytes) = segment else {
      if nodes[Int(node)].wildcard < 0 { nodes[Int(node)].wildcard = newNode() }
      return nodes[Int(node)].wildcard
    }
    if let known = edges.target(from: node, bytes[...]) { return known }
    let new = newNode()
    edges.add(from: node, bytes, to: new)
    return new
  }

  private mutating func newNode() -> Int32 {
    nodes.append(Node())
    return Int32(nodes.count - 1)
  }

  // MARK: - Looking up

  /// The sets whose path matches, in the order of their numbers.
  func sets(for path: RequestPath) -> [Int32] {
    var found = withoutPath
    // Where a literal and a wildcard both lead on, the wildcard waits here. A node is reached by one way only, so none
    // is visited twice.
    var pending: [(node: Int32, depth: Int)] = [(0, 0)]
    while let (start, startDepth) = pending.popLast() {
      var node = start
      var depth = startDepth
      while true {
        let here = nodes[Int(node)]
        if here.rest >= 0 { collectRest(here.rest, path, from: depth, &found) }
        if depth == path.count {
          collect(here, &found)
          break
        }
        let next = edges.target(from: node, path.bytes[path[depth]])
        depth += 1
        if let next {
          if here.wildcard >= 0 { pending.append((here.wildcard, depth)) }
          node = next
        } else if here.wildcard >= 0 {
          node = here.wildcard
        } else {
          break
        }
      }
    }
    if found.count > 1 { found.sort() }
    return found
  }

  /// What stands behind a `**`, compared from the end of the path backwards to `depth`; the `**` takes what is left.
  private func collectRest(_ root: Int32, _ path: RequestPath, from depth: Int, _ found: inout [Int32]) {
    var pending: [(node: Int32, end: Int)] = [(root, path.count)]
    while let (node, end) = pending.popLast() {
      let here = nodes[Int(node)]
      collect(here, &found)
      guard end > depth else { continue }
      if here.wildcard >= 0 { pending.append((here.wildcard, end - 1)) }
      if let next = edges.target(from: node, path.bytes[path[end - 1]]) { pending.append((next, end - 1)) }
    }
  }

  private func collect(_ node: Node, _ found: inout [Int32]) {
    var set = node.firstSet
    while set >= 0 {
      found.append(set)
      set = nextSet[Int(set)]
    }
  }
}

/// All literal edges of a tree, in one open-addressing table: (node, segment) → node.
struct EdgeTable: Sendable {
  private struct Edge: Sendable {
    var hash: UInt32
    var from: Int32
    var to: Int32
    var textStart: UInt32
    var textLength: UInt32
  }

  private var edges: [Edge] = []
  /// Index into `edges`, or -1; a power of two, at most half full.
  private var slots = [Int32](repeating: -1, count: 16)
  private var text: [UInt8] = []

  mutating func add(from node: Int32, _ segment: [UInt8], to target: Int32) {
    let hash = Self.hash(node, segment[...])
    edges.append(
      Edge(
        hash: hash, from: node, to: target, textStart: UInt32(text.count), textLength: UInt32(segment.count)))
    text += segment
    if edges.count * 2 > slots.count {
      slots = [Int32](repeating: -1, count: slots.count * 2)
      for index in edges.indices { insert(Int32(index)) }
    } else {
      insert(Int32(edges.count - 1))
    }
  }

  private mutating func insert(_ edge: Int32) {
    let mask = slots.count - 1
    var slot = Int(edges[Int(edge)].hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = edge
  }

  func target(from node: Int32, _ segment: ArraySlice<UInt8>) -> Int32? {
    let hash = Self.hash(node, segment)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while case let index = slots[slot], index >= 0 {
      let edge = edges[Int(index)]
      if edge.hash == hash, edge.from == node, edge.textLength == segment.count,
        text[Int(edge.textStart)..<Int(edge.textStart + edge.textLength)].elementsEqual(segment)
      {
        return edge.to
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// FNV-1a over the segment, started from the node. Specs are the user's own, so nobody chooses keys that collide.
  private static func hash(_ node: Int32, _ segment: ArraySlice<UInt8>) -> UInt32 {
    var hash = 2_166_136_261 ^ UInt32(bitPattern: node) &* 2_654_435_769
    for byte in segment { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash ^ hash >> 15
  }
}
