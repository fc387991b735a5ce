internal import Synchronization

/// Compiles sets of code points to instructions that read their UTF-8 encoding.
///
/// Each set is compiled to a minimal deterministic automaton, entered at its first instruction. Because it is
/// deterministic, a thread doesn't fork while it reads a character. For `[a-zé]`:
///
///     0: a-z → end, C3 → 1
///     1: A9 → end
struct UTF8Compiler {
  private(set) var transitions: [MatchProgram.ByteTransition] = []
  private var known: [CodePointSet: MatchCode] = [:]

  mutating func code(for set: CodePointSet) -> MatchCode {
    if let code = known[set] { return code }
    let block = UTF8Block.of(set)
    let code = MatchCode(block.reads.map { .read(first: Int32(transitions.count) + $0.first, count: $0.count) })
    transitions += block.transitions
    known[set] = code
    return code
  }
}

/// The instructions of a set, before the position of their transitions in a program is known.
private struct UTF8Block {
  private(set) var reads: [(first: Int32, count: Int32)] = []
  private(set) var transitions: [MatchProgram.ByteTransition] = []

  /// The blocks of large sets. Patterns have few different ones, which are usually Unicode properties.
  private static let ofLargeSets = Mutex<[CodePointSet: UTF8Block]>([:])
  private static let maximumLargeSets = 16

  static func of(_ set: CodePointSet) -> UTF8Block {
    guard (100...5_000).contains(set.ranges.count) else { return UTF8Block(set) }
    if let block = ofLargeSets.withLock({ $0[set] }) { return block }
    let block = UTF8Block(set)
    ofLargeSets.withLock { known in
      if known.count < maximumLargeSets { known[set] = block }
    }
    return block
  }

  private init(_ set: CodePointSet) {
    for (index, node) in UTF8Automaton.nodes(for: set).enumerated().reversed() {
      reads.append((Int32(transitions.count), Int32(node.count)))
      // Nodes are written in reverse order, since the last one is the entry.
      transitions += node.map { .init(low: $0.low, high: $0.high, offset: Int32(index - ($0.target ?? -1))) }
    }
  }
}

/// An automaton that reads the UTF-8 encoding of a set. Nodes refer only to earlier nodes; the last one is the entry.
private struct UTF8Automaton {
  struct Edge: Hashable {
    var low: UInt8
    var high: UInt8
    /// The next node; `nil` if the character is complete.
    var target: Int?
  }

  private var nodes: [[Edge]] = []
  private var known: [[Edge]: Int] = [:]

  static func nodes(for set: CodePointSet) -> [[Edge]] {
    var automaton = UTF8Automaton()
    automaton.addEntry(for: set)
    return automaton.nodes
  }

  /// The encodings by length: the marker bits of the first byte, and the number of bytes that follow.
  private static let lengths: [(codePoints: ClosedRange<UInt32>, mark: UInt8, following: Int)] = [
    (0...0x7F, 0, 0),
    (0x80...0x7FF, 0xC0, 1),
    (0x800...0xD7FF, 0xE0, 2),
    (0xE000...0xFFFF, 0xE0, 2),
    (0x10000...0x10FFFF, 0xF0, 3),
  ]

  private mutating func addEntry(for set: CodePointSet) {
    var edges: [Edge] = []
    for length in Self.lengths {
      let ranges = set.ranges.filter(length.codePoints.overlaps).map { $0.clamped(to: length.codePoints) }
      for edge in self.edges(for: ranges, mark: length.mark, following: length.following) {
        Self.append(edge, to: &edges)
      }
    }
    nodes.append(edges)
  }

  /// Returns the edges for the next byte.
  ///
  /// - Parameter ranges: The values that the remaining bytes encode, with six bits in each byte after the first.
  private mutating func edges(for ranges: [ClosedRange<UInt32>], mark: UInt8, following: Int) -> [Edge] {
    var edges: [Edge] = []
    for (bytes, rest) in Self.split(ranges, bits: 6 * UInt32(following)) {
      let target = following == 0 ? nil : node(for: rest, following: following - 1)
      Self.append(
        Edge(low: mark | UInt8(bytes.lowerBound), high: mark | UInt8(bytes.upperBound), target: target), to: &edges)
    }
    return edges
  }

  private mutating func node(for ranges: [ClosedRange<UInt32>], following: Int) -> Int {
    let edges = edges(for: ranges, mark: 0x80, following: following)
    if let index = known[edges] { return index }
    nodes.append(edges)
    known[edges] = nodes.count - 1
    return nodes.count - 1
  }

  /// Splits ranges into runs of their upper bits, each with the ranges of the lower bits that can follow.
  private static func split(
    _ ranges: [ClosedRange<UInt32>], bits: UInt32
  ) -> [(upper: ClosedRange<UInt32>, lower: [ClosedRange<UInt32>])] {
    let last: UInt32 = 1 << bits - 1
    var parts: [(upper: ClosedRange<UInt32>, lower: [ClosedRange<UInt32>])] = []
    for range in ranges {
      var low = range.lowerBound
      while low <= range.upperBound {
        let upper = low >> bits
        var end = min(range.upperBound, low | last)
        if low & last == 0, end & last == last {
          let final = (range.upperBound + 1) >> bits - 1
          parts.append((upper...final, [0...last]))
          end = final << bits | last
        } else if parts.last?.upper == upper...upper {
          parts[parts.count - 1].lower.append(low & last...end & last)
        } else {
          parts.append((upper...upper, [low & last...end & last]))
        }
        low = end + 1
      }
    }
    return parts
  }

  private static func append(_ edge: Edge, to edges: inout [Edge]) {
    if let last = edges.last, last.target == edge.target, last.high + 1 == edge.low {
      edges[edges.count - 1].high = edge.high
    } else {
      edges.append(edge)
    }
  }
}
