package import MockSpecDocument

/// JSON Schema's equality (Core §4.2.2), which is also the language's: objects by keys in any order, arrays by length
/// and order, numbers by value whatever their notation (1 = 1.0 = 10e-1), with all their digits.
package enum JSONEquality {
  package static func areEqual(_ left: Node, _ right: Node) -> Bool {
    switch (left.kind, right.kind) {
    case (.mapping, .mapping):
      var count = 0
      for (key, value) in left.entries {
        guard let other = right.value(key), areEqual(value, other) else { return false }
        count += 1
      }
      return right.entries.reduce(0) { sum, _ in sum + 1 } == count
    case (.sequence, .sequence):
      var others = right.elements
      for element in left.elements {
        guard let other = others.next(), areEqual(element, other) else { return false }
      }
      return others.next() == nil
    default: return areEqualScalars(left, right)
    }
  }

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

  /// Texts that aren't numbers in JSON, such as YAML's `.inf`, equal only themselves.
  private static func areEqualNumbers(_ left: String, _ right: String) -> Bool {
    if left == right { return true }
    guard let left = DecimalNumber(left), let right = DecimalNumber(right) else { return false }
    return left == right
  }

  /// The first element that equals an earlier one. Compares every pair.
  static func firstRepeat(in sequence: Node) -> (first: Node, second: Node)? {
    var seen: [Node] = []
    for element in sequence.elements {
      if let first = seen.first(where: { areEqual($0, element) }) { return (first, element) }
      seen.append(element)
    }
    return nil
  }
}

extension Node {
  /// The value under a key that equals another document's key.
  package func value(_ key: Node) -> Node? {
    for entry in entries where entry.key.keyHash == key.keyHash {
      if entry.key.withUTF8({ mine in key.withUTF8 { mine.elementsEqual($0) } }) { return entry.value }
    }
    return nil
  }
}
