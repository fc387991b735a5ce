import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The mappings of the language that contain failures, found from the root of a file.
struct FailedPlaces {
  /// A mapping with failures inside.
  struct Place {
    let level: Level
    let mapping: Node
    /// The key whose value the mapping is; `nil` for the root.
    let key: Node?
    /// The index of the mapping around it.
    let parent: Int?
  }

  /// Where a key or a value is.
  struct Site {
    let level: Level
    let mapping: Node
    let key: Node
    let value: Node
    /// The key whose value the mapping is; `nil` at the root.
    let owner: Node?
    /// The entry before this one in the mapping; `nil` for the first.
    let previous: Node.Entry?

    /// Whether the entry is ``restOfMatch``.
    var isRestOfMatch: Bool {
      level == .request && Self.isMethodAndPath(key, value) && restOfMatch?.key.index == key.index
    }

    /// The rest of `{match: GET,POST /items}`, which YAML reads as a second key, of a request whose match is only a method.
    var restOfMatch: Node.Entry? {
      guard level == .request, let match = mapping.value("match"), match.kind == .string,
        ValueForm.methods(in: match.text) != nil
      else { return nil }
      return mapping.entries.first { Self.isMethodAndPath($0.key, $0.value) }
    }

    private static func isMethodAndPath(_ key: Node, _ value: Node) -> Bool {
      guard value.isEmptyNull else { return false }
      let words = key.text.split(separator: " ")
      return words.count == 2 && words[1].hasPrefix("/") && ValueForm.methods(in: words[0]) != nil
    }
  }

  private(set) var failures: [SchemaFailure]
  private(set) var places: [Place] = []
  /// The keys and the values of the places, by their indexes in the document.
  private(set) var sites: [Int: Site] = [:]
  /// The offsets at which failures start, in ascending order.
  private var starts: [Int]
  /// The maximum number of places, which bounds the cost of a file in which everything is wrong.
  private static let limit = 10_000

  init(_ failures: [SchemaFailure], in root: Node, _ level: Level) {
    self.failures = failures
    starts = failures.map(\.range.bytes.lowerBound).sorted()
    visit(root, level, nil, nil)
  }

  /// Returns whether a key or its value has failures.
  func hasFailures(_ key: Node, _ value: Node) -> Bool {
    let bytes = key.bytes(withValue: value)
    let index = starts.partitioningIndex { $0 >= bytes.lowerBound }
    return index < starts.endIndex && starts[index] <= bytes.upperBound
  }

  private mutating func visit(_ node: Node, _ level: Level, _ key: Node?, _ parent: Int?) {
    guard places.count < Self.limit else { return }
    if node.kind == .sequence, let key {
      // A list of value matchers or of steps.
      for element in node.elements where element.kind == .mapping { visit(element, level, key, parent) }
    }
    guard node.kind == .mapping else { return }
    let index = places.count
    places.append(Place(level: level, mapping: node, key: key, parent: parent))
    let owner = key
    var previous: Node.Entry?
    for (key, value) in node.entries {
      defer { previous = (key, value) }
      guard hasFailures(key, value) else { continue }
      let site = Site(level: level, mapping: node, key: key, value: value, owner: owner, previous: previous)
      sites[key.index] = site
      sites[value.index] = site
      for element in value.elements where element.isScalar { sites[element.index] = site }
      if let child = level.child(key.text) { visit(value, child, key, index) }
    }
  }

  /// Removes failures that are explained by others.
  mutating func remove(_ isFollowOn: (SchemaFailure) -> Bool) { failures.removeAll(where: isFollowOn) }
}
