package import MockSpecDocument

/// Nodes are equal if they are the same JSON value, wherever they are written.
extension Node: Equatable {
  package static func == (left: Node, right: Node) -> Bool { JSONEquality.areEqual(left, right) }
}

/// The equality of JSON values in JSON Schema (Core §4.2.2) and in specs: objects are compared by keys in any order,
/// arrays by length and order, numbers by their exact value (1 = 1.0 = 10e-1).
package enum JSONEquality {
  /// Maximum number of elements that are compared with each other, which is faster than hashing for so few.
  private static let maximumCompared = 16

  /// Returns whether two values are equal.
  package static func areEqual(_ left: Node, _ right: Node) -> Bool {
    switch (left.kind, right.kind) {
    case (.mapping, .mapping): return areEqualMappings(left, right)
    case (.sequence, .sequence):
      var others = right.elements
      for element in left.elements {
        guard let other = others.next(), areEqual(element, other) else { return false }
      }
      return others.next() == nil
    default: return areEqualScalars(left, right)
    }
  }

  private static func areEqualMappings(_ left: Node, _ right: Node) -> Bool {
    haveSameCount(left, right) && allEntries(of: left, in: right, satisfy: areEqual)
  }

  /// Returns whether another mapping has each key of a mapping, and a condition holds for the two values. The time is linear in
  /// the number of entries.
  package static func allEntries(
    of mapping: Node, in other: Node, satisfy condition: (_ value: Node, _ other: Node) -> Bool
  ) -> Bool {
    var rest = mapping.entries
    guard (0...maximumCompared).allSatisfy({ _ in rest.next() != nil }) else {
      return mapping.entries.allSatisfy { key, value in other.value(key).map { condition(value, $0) } ?? false }
    }
    let others = Dictionary(other.entries.map { ($0.key.text, $0.value) }) { first, _ in first }
    return mapping.entries.allSatisfy { key, value in others[key.text].map { condition(value, $0) } ?? false }
  }

  /// Returns whether two mappings have the same number of entries. The time is linear in the smaller number.
  private static func haveSameCount(_ left: Node, _ right: Node) -> Bool {
    var others = right.entries
    for _ in left.entries where others.next() == nil { return false }
    return others.next() == nil
  }

  /// Returns whether two scalars are equal. Mappings and sequences aren't.
  package static func areEqualScalars(_ left: Node, _ right: Node) -> Bool {
    switch (left.kind, right.kind) {
    case (.string, .string): left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
    case (.integer, .integer), (.integer, .float), (.float, .integer), (.float, .float):
      areEqualNumbers(left.text, right.text)
    case (.bool, .bool): left.boolValue == right.boolValue
    case (.null, .null): true
    default: false
    }
  }

  /// Compares numbers by value. YAML's `.inf` and `.nan` equal only the same text.
  private static func areEqualNumbers(_ left: String, _ right: String) -> Bool {
    if left == right { return true }
    guard let left = DecimalNumber(left), let right = DecimalNumber(right) else { return false }
    return left == right
  }
}

extension JSONEquality {
  /// Returns the first pair of an element and an earlier equal one.
  static func firstRepeat(in sequence: Node) -> (first: Node, second: Node)? {
    for (position, element) in sequence.elements.enumerated() {
      if position == maximumCompared { return firstRepeatByHash(in: sequence) }
      for earlier in sequence.elements {
        if earlier.index == element.index { break }
        if areEqual(earlier, element) { return (earlier, element) }
      }
    }
    return nil
  }

  private static func firstRepeatByHash(in sequence: Node) -> (first: Node, second: Node)? {
    var seen: [Int: [Node]] = [:]
    for element in sequence.elements {
      let hash = hash(of: element)
      if let first = seen[hash]?.first(where: { areEqual($0, element) }) { return (first, element) }
      seen[hash, default: []].append(element)
    }
    return nil
  }

  /// Returns a hash that is the same for equal values. The seed is random for each process, so that collisions can't be
  /// constructed.
  package static func hash(of node: Node) -> Int {
    var hasher = Hasher()
    switch node.kind {
    case .mapping:
      // The sum doesn't depend on the order of keys.
      hasher.combine(node.entries.reduce(0) { sum, entry in sum &+ hash(of: entry.key, entry.value) })
    case .sequence: for element in node.elements { hasher.combine(hash(of: element)) }
    case .string: node.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .integer, .float: if let number = DecimalNumber(node.text) { hasher.combine(number) }
    case .bool: hasher.combine(node.boolValue)
    case .null: break
    // An invalid node equals no other one.
    case .invalid: hasher.combine(node.index)
    }
    return hasher.finalize()
  }

  private static func hash(of key: Node, _ value: Node) -> Int {
    var hasher = Hasher()
    key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(hash(of: value))
    return hasher.finalize()
  }
}

extension Node {
  /// Returns the value of the key that equals a key of another document.
  package func value(_ key: Node) -> Node? {
    for entry in entries where entry.key.keyHash == key.keyHash {
      if entry.key.withUTF8({ mine in key.withUTF8 { mine.elementsEqual($0) } }) { return entry.value }
    }
    return nil
  }
}
