import MockSpecDocument

extension [SchemaFailure] {
  /// Merges the failures of mutually exclusive keys into a single failure:
  ///
  ///     file ─ json         only one of 'file', 'json' and 'text' is allowed
  ///        ╲   ╱
  ///        text
  ///
  ///     status ─ error ─ json       'status' and 'json' can't be combined with 'error'
  func withConflictsJoined() -> [SchemaFailure] {
    var conflicts = Conflicts()
    for failure in self {
      if case .conflict(_, let other) = failure.reason { conflicts.add(failure.node, other) }
    }
    guard conflicts.areSeveral else { return self }
    var seen: Set<Int> = []
    return compactMap { failure in
      guard case .conflict = failure.reason else { return failure }
      let keys = conflicts.keys(connectedTo: failure.node)
      guard keys.allSatisfy({ seen.insert($0.index).inserted }) else { return nil }
      return failure.joined(keys, conflicts)
    }
  }
}

extension SchemaFailure {
  fileprivate func joined(_ keys: [Node], _ conflicts: Conflicts) -> SchemaFailure {
    guard keys.count > 2 else { return self }
    let counts = keys.map { conflicts.keys(conflictingWith: $0).count }
    if counts.allSatisfy({ $0 == keys.count - 1 }) {
      return about(keys[1], .allInConflict(keys.map(\.text)))
    }
    // The key with the most conflicts; the first one if several have as many.
    let center = keys[counts.indices.max { counts[$0] < counts[$1] } ?? 0]
    let others = conflicts.keys(conflictingWith: center)
    return about(others[0], .conflict(others.map(\.text), with: center))
  }

  private func about(_ key: Node, _ reason: Reason) -> SchemaFailure {
    SchemaFailure(reason: reason, node: key, range: key.range, expected: expected, examples: examples)
  }
}

/// The pairs of keys that can't be combined.
private struct Conflicts {
  private var nodes: [Int: Node] = [:]
  private var edges: [Int: Set<Int>] = [:]

  mutating func add(_ key: Node, _ other: Node) {
    nodes[key.index] = key
    nodes[other.index] = other
    edges[key.index, default: []].insert(other.index)
    edges[other.index, default: []].insert(key.index)
  }

  var areSeveral: Bool { nodes.count > 2 }

  /// Returns the keys that can't be combined with a key, in the order of the document.
  func keys(conflictingWith key: Node) -> [Node] { sorted(edges[key.index] ?? []) }

  /// Returns the keys connected to a key by a chain of conflicts, including the key itself, in the order of the
  /// document.
  func keys(connectedTo key: Node) -> [Node] {
    var found: Set = [key.index]
    var pending = [key.index]
    while let index = pending.popLast() {
      for other in edges[index] ?? [] where found.insert(other).inserted { pending.append(other) }
    }
    return sorted(found)
  }

  private func sorted(_ keys: Set<Int>) -> [Node] { keys.sorted().compactMap { nodes[$0] } }
}
