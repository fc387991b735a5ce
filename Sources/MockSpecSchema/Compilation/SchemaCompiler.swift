import MockSpecDiagnostics
import MockSpecDocument

/// Schema document → nodes.
///
/// Schemas wait in a queue until it is their turn, so that however they nest and refer to each other, compiling them
/// takes no stack.
struct SchemaCompiler {
  /// What compiling makes; the first node is the whole document.
  struct Result {
    var nodes: [SchemaNode]
    /// By resource, the nodes that a dynamic reference finds there.
    var dynamicAnchors: [[String: Int]]
    /// Of all patterns together.
    var instructionCount: Int
  }

  let options: SchemaOptions
  var nodes: [SchemaNode] = []
  var index: SchemaIndex
  /// Also the queue.
  private var locations: [SchemaIndex.Location] = []
  private var known: [SchemaIndex.Location: Int] = [:]
  /// Of all patterns together.
  var instructionCount = 0
  private var dynamicNames: Set<String> = []

  init(registry: SchemaRegistry, options: SchemaOptions) {
    self.options = options
    index = SchemaIndex(registry: registry)
  }

  mutating func compile(_ document: Document, at uri: String) throws(SchemaError) -> Result {
    let root = try index.add(document, at: URIReference(uri).withoutFragment)
    // Nodes are large, and there may be many.
    nodes.reserveCapacity(index.schemaCount)
    locations.reserveCapacity(index.schemaCount)
    known.reserveCapacity(index.schemaCount)
    _ = schema(at: root)
    var filled = 0
    repeat {
      while filled < locations.count {
        try fill(filled)
        filled += 1
      }
      addDynamicTargets()
    } while filled < locations.count
    let anchors = dynamicAnchors()
    makeCertainReferencesStatic(anchors)
    try checkDescent()
    return Result(nodes: nodes, dynamicAnchors: anchors, instructionCount: instructionCount)
  }

  /// The schema's place among the nodes, which is filled later.
  mutating func schema(at location: SchemaIndex.Location) -> Int {
    if let index = known[location] { return index }
    known[location] = nodes.count
    nodes.append(SchemaNode(place: index.node(location), resource: index.resource(of: location)))
    locations.append(location)
    return nodes.count - 1
  }

  /// A schema in the same document as another.
  mutating func schema(_ node: Node, in parent: Int) -> Int {
    schema(at: SchemaIndex.Location(document: locations[parent].document, node: node.index))
  }

  private mutating func fill(_ index: Int) throws(SchemaError) {
    let node = nodes[index].place
    switch node.kind {
    case .bool: nodes[index].rejectsAll = node.boolValue == false
    case .mapping:
      let vocabulary = self.index.resources[nodes[index].resource].vocabulary
      for (key, value) in node.entries {
        guard let keyword = Keyword.named(key.text), !keyword.vocabularies.isDisjoint(with: vocabulary) else {
          if options.unknownKeywords == .ignored { continue }
          throw SchemaError(key, "keyword '\(key.text)' is not supported")
        }
        try read(keyword, value, index)
      }
    default: throw SchemaError(node, "a schema is a mapping, true or false")
    }
  }

  // MARK: - References

  mutating func reference(_ value: Node, _ index: Int) throws(SchemaError) -> Int {
    schema(at: try self.index.target(of: value, from: nodes[index].resource).location)
  }

  mutating func dynamicReference(_ value: Node, _ index: Int) throws(SchemaError) {
    let target = try self.index.target(of: value, from: nodes[index].resource)
    let initial = schema(at: target.location)
    nodes[index].dynamicReference = DynamicReference(name: target.dynamicName ?? "", initial: initial)
    if let name = target.dynamicName { dynamicNames.insert(name) }
  }

  /// Any resource may turn out to be on the way to a dynamic reference.
  private mutating func addDynamicTargets() {
    for resource in index.resources {
      for (name, location) in resource.dynamicAnchors.sorted(by: { $0.key < $1.key }) where dynamicNames.contains(name)
      {
        _ = schema(at: location)
      }
    }
  }

  private func dynamicAnchors() -> [[String: Int]] {
    index.resources.map { resource in
      var anchors: [String: Int] = [:]
      for (name, location) in resource.dynamicAnchors where dynamicNames.contains(name) {
        anchors[name] = known[location]
      }
      return anchors
    }
  }

  /// A dynamic reference without a name, or whose name only one resource has, is none.
  private mutating func makeCertainReferencesStatic(_ anchors: [[String: Int]]) {
    for index in nodes.indices {
      guard let reference = nodes[index].dynamicReference else { continue }
      if anchors.count(where: { $0[reference.name] != nil }) > 1 { continue }
      nodes[index].dynamicReference = nil
      if nodes[index].reference == nil {
        nodes[index].reference = reference.initial
      } else {
        nodes[index].allOf.append(reference.initial)
      }
    }
  }
}
