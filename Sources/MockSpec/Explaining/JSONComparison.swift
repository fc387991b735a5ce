import MockSpecDocument
import MockSpecSchema

/// Finds the differences between an expected JSON value and the one in a call.
///
/// In each collection, differences of expected values come first, in their order, followed by extra values.
struct JSONComparison {
  static let maxDifferences = 20

  private let values: ShownValues
  /// Whether extra members of objects are differences.
  private let isExact: Bool
  private(set) var differences: [JSONDifference] = []
  /// Where redacted values differ.
  private(set) var secretDifferences: [String] = []
  /// Whether there are more than `maxDifferences`.
  private(set) var isTruncated = false

  init(_ expected: Node, _ found: Node, isExact: Bool, showing values: ShownValues) {
    self.values = values
    self.isExact = isExact
    compare(expected, found, "")
  }

  /// Recursion is bounded by the parser's depth limit.
  private mutating func compare(_ expected: Node, _ found: Node, _ pointer: String) {
    guard !isTruncated else { return }
    switch (expected.kind, found.kind) {
    case (.mapping, .mapping): compareMappings(expected, found, pointer)
    case (.sequence, .sequence): compareSequences(expected, found, pointer)
    default:
      if !JSONEquality.areEqualScalars(expected, found) { add(.different, pointer, expected, found) }
    }
  }

  private mutating func compareMappings(_ expected: Node, _ found: Node, _ pointer: String) {
    for (key, value) in expected.entries {
      let name = key.text
      let place = pointer + "/" + name.asPointerToken
      if let other = found.value(name) {
        compare(value, other, place)
      } else {
        add(.missing, place, value, nil)
      }
      if isTruncated { return }
    }
    guard isExact else { return }
    for (key, value) in found.entries where expected.value(key.text) == nil {
      add(.extra, pointer + "/" + key.text.asPointerToken, nil, value)
      if isTruncated { return }
    }
  }

  private mutating func compareSequences(_ expected: Node, _ found: Node, _ pointer: String) {
    var others = found.elements
    var index = 0
    for element in expected.elements {
      if let other = others.next() {
        compare(element, other, "\(pointer)/\(index)")
      } else {
        add(.missing, "\(pointer)/\(index)", element, nil)
      }
      index += 1
      if isTruncated { return }
    }
    while !isTruncated, let extra = others.next() {
      add(.extra, "\(pointer)/\(index)", nil, extra)
      index += 1
    }
  }

  private mutating func add(_ kind: JSONDifference.Kind, _ pointer: String, _ expected: Node?, _ found: Node?) {
    guard differences.count < Self.maxDifferences else {
      isTruncated = true
      return
    }
    let isSecret = values.redaction.isSecret(pointer: pointer)
    func shown(_ node: Node) -> String { isSecret ? values.hidden(node) : values.json(node) }
    if isSecret, let expected, let found, expected.kind == .string, found.kind == .string,
      let difference = SecretDifference.text(expected: expected.text, found: found.text)
    {
      secretDifferences.append("\(ShownValues.shortened(pointer)): \(difference)")
    }
    differences.append(
      JSONDifference(
        kind: kind, pointer: ShownValues.shortened(pointer), expected: expected.map(shown), found: found.map(shown)))
  }
}
