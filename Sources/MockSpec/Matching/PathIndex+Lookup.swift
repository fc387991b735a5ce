extension PathIndex {
  /// A link to follow, with the remaining part of the path.
  private struct Visit {
    var link: Link
    /// The start of the next segment; past the end of the path if none is left.
    var start: Int
    /// The end of the last segment; less than `start` if none is left.
    var end: Int
    /// Whether the link follows a `**`, so that the path is read from its end.
    var isBackward: Bool
  }

  /// Returns the indexes of the sets whose pattern matches a path, in ascending order.
  func sets(for path: CallPath) -> SetNumbers {
    var path = path.text
    return path.withUTF8 { sets(for: $0) }
  }

  /// Returns the indexes of the sets whose pattern matches a path in UTF-8, in ascending order.
  func sets(for path: UnsafeBufferPointer<UInt8>) -> SetNumbers {
    var found = SetNumbers()
    // Other edges that are followed later. Each node has one parent, so no node is visited twice.
    var pending: [Visit] = []
    var next: Visit? = Visit(link: .node(0), start: 1, end: path.count, isBackward: false)
    while var visit = next ?? pending.popLast() {
      next = nil
      if let leaf = visit.link.leaf {
        collect(leaf, path, &found)
        continue
      }
      let node = visit.link.node
      let here = nodes[node]
      if !here.rest.isNone {
        pending.append(Visit(link: here.rest, start: visit.start, end: visit.end, isBackward: true))
      }
      let isAtEnd = visit.start > visit.end
      if here.firstSet >= 0, isAtEnd || visit.isBackward {
        var set = here.firstSet
        while set >= 0 {
          collect(set, path, &found)
          set = nextSet[Int(set)]
        }
      }
      if isAtEnd { continue }

      var segment = FNV1a()
      if visit.isBackward {
        var start = visit.end
        while start > visit.start, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
        for index in start..<visit.end { segment.add(path[index]) }
        visit.end = start - 1
      } else {
        while visit.start < visit.end, path[visit.start] != UInt8(ascii: "/") {
          segment.add(path[visit.start])
          visit.start += 1
        }
        visit.start += 1
      }
      let literal = edges[EdgeTable.key(node, segment)]
      if let literal {
        visit.link = literal
        next = visit
      }
      if !here.wildcard.isNone {
        visit.link = here.wildcard
        if literal == nil { next = visit } else { pending.append(visit) }
      }
    }
    found.sort()
    return found
  }

  private func collect(_ set: Int32, _ path: UnsafeBufferPointer<UInt8>, _ found: inout SetNumbers) {
    let place = places[Int(set)]
    if place >= 0, patterns.matches(set, path) { found.append(place) }
  }
}

/// A list of set indexes. A single index, the usual case, is stored without an allocation.
struct SetNumbers: Sendable, Sequence {
  private var first: Int32 = -1
  private var others: [Int32] = []

  mutating func append(_ number: Int32) {
    if first < 0 { first = number } else { others.append(number) }
  }

  mutating func sort() {
    guard !others.isEmpty else { return }
    others.append(first)
    others.sort()
    first = others.removeFirst()
  }

  func makeIterator() -> Iterator { Iterator(numbers: self) }

  struct Iterator: IteratorProtocol {
    private let numbers: SetNumbers
    private var index = -1

    fileprivate init(numbers: SetNumbers) { self.numbers = numbers }

    mutating func next() -> Int32? {
      defer { index += 1 }
      if index < 0 { return numbers.first < 0 ? nil : numbers.first }
      return index < numbers.others.count ? numbers.others[index] : nil
    }
  }
}
