import MockSpecDiagnostics
import MockSpecDocument

/// Compiles a schema document to nodes.
///
/// Schemas are processed from a queue rather than recursively, so that deeply nested schemas don't overflow the stack.
struct SchemaCompiler {
  /// The result of compiling. The first node is the root of the document.
  struct Result {
    var nodes: [SchemaNode]
    /// For each resource, the nodes of its dynamic anchors by name.
    var dynamicAnchors: [[String: Int]]
    /// The number of instructions of all patterns.
    var instructionCount: Int
  }

  let options: SchemaOptions
  var nodes: [SchemaNode] = []
  var index: SchemaIndex
  /// The location of each node. The array is also the queue: nodes are filled in this order.
  private var locations: [SchemaIndex.Location] = []
  private var known: [SchemaIndex.Location: Int] = [:]
  /// The number of instructions of all patterns.
  var instructionCount = 0
  private var dynamicNames: Set<String> = []

  init(registry: SchemaRegistry, options: SchemaOptions) {
    self.options = options
    index = SchemaIndex(registry: registry)
  }

  mutating func compile(_ document: Document, at uri: String) throws(SchemaError) -> Result {
    let root = try index.add(document, at: URIReference(uri).withoutFragment)
    // Avoids copying many large nodes.
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
    makeUnambiguousReferencesStatic(anchors)
    try checkDescent()
    return Result(nodes: nodes, dynamicAnchors: anchors, instructionCount: instructionCount)
  }

  /// Returns the index of the node of a schema. A new node is filled later.
  mutating func schema(at location: SchemaIndex.Location) -> Int {
    if let index = known[location] { return index }
    known[location] = nodes.count
    nodes.append(SchemaNode(source: index.node(location), resource: index.resource(of: location)))
    locations.append(location)
    return nodes.count - 1
  }

  /// Returns the index of the node of a schema in the document of another one.
  mutating func schema(_ node: Node, in parent: Int) -> Int {
    schema(at: SchemaIndex.Location(document: locations[parent].document, node: node.index))
  }

  private mutating func fill(_ index: Int) throws(SchemaError) {
    let node = nodes[index].source
    switch node.kind {
    case .bool: nodes[index].rejectsAll = node.boolValue == false
    case .mapping:
      let vocabulary = self.index.resources[nodes[index].resource].vocabulary
      for (key, value) in node.entries {
        guard let keyword = Keyword.named(key.text), !keyword.vocabularies.isDisjoint(with: vocabulary) else {
          if options.unknownKeywords == .ignored { continue }
          throw SchemaError(key, "keyword '\(key.text)' isn't supported")
        }
        try read(keyword, value, index)
      }
    default: throw SchemaError(node, expected: "a schema (a mapping, true or false)")
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

  /// Adds the schemas with dynamic anchors of all resources, since any resource can be in the dynamic scope.
  private mutating func addDynamicTargets() {
    for resource in index.resources {
      for (name, location) in resource.dynamicAnchors.sorted(by: { $0.key < $1.key }) where dynamicNames.contains(name)
      {
        _ = schema(at: location)
      }
    }
  }

  /// Returns for each resource the nodes of its dynamic anchors.
  private func dynamicAnchors() -> [[String: Int]] {
    index.resources.map { resource in
      var anchors: [String: Int] = [:]
      for (name, location) in resource.dynamicAnchors where dynamicNames.contains(name) {
        anchors[name] = known[location]
      }
      return anchors
    }
  }

  /// Replaces dynamic references that have only one possible target by static ones.
  private mutating func makeUnambiguousReferencesStatic(_ anchors: [[String: Int]]) {
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
