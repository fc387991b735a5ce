import MockSpecDocument

/// The documents that a schema refers to, with their resources by URI and the anchors of these.
///
/// Documents are added when they are first referred to. Only schemas are scanned, so an `$id` in a `const` or in an
/// unknown keyword isn't an identifier.
struct SchemaIndex {
  /// A node of one of the documents.
  struct Location: Hashable {
    var document: Int
    var node: Int
  }

  /// A schema with its own URI, and its subschemas without their own URI.
  struct Resource {
    var uri: URIReference
    var root: Location
    var vocabulary: Vocabulary
    var anchors: [String: Location] = [:]
    var dynamicAnchors: [String: Location] = [:]
  }

  /// The target of a reference.
  struct Target {
    var location: Location
    /// The dynamic anchor, which is looked up in the dynamic scope first.
    var dynamicName: String?
  }

  private let registry: SchemaRegistry
  private(set) var documents: [Document] = []
  private(set) var resources: [Resource] = []
  private var resourcesByURI: [String: Int] = [:]
  private var owners: [Location: Int] = [:]
  private var addedURIs: Set<String> = []
  /// The children of nodes on the paths of references, by token. Cached, since thousands of references can lead into
  /// one `$defs`.
  private var children: [Location: [[UInt8]: Int]] = [:]

  init(registry: SchemaRegistry) {
    self.registry = registry
  }

  func node(_ location: Location) -> Node { Node(document: documents[location.document], index: location.node) }

  /// The number of schemas found so far.
  var schemaCount: Int { owners.count }

  /// Returns the resource that contains a schema.
  func resource(of location: Location) -> Int { owners[location] ?? 0 }

  // MARK: - Adding documents

  mutating func add(_ document: Document, at uri: String) throws(SchemaError) -> Location {
    let root = Location(document: documents.count, node: 0)
    documents.append(document)
    addedURIs.insert(uri)
    try scan(root, in: nil, base: URIReference(uri))
    if let resource = owners[root], resourcesByURI[uri] == nil { resourcesByURI[uri] = resource }
    return root
  }

  /// Finds all schemas in a schema, each before its subschemas.
  private mutating func scan(_ start: Location, in resource: Int?, base: URIReference) throws(SchemaError) {
    var pending = [(node: node(start), resource: resource)]
    while let (node, outer) = pending.popLast() {
      let location = Location(document: start.document, node: node.index)
      guard owners[location] == nil else { continue }
      let owner = try ownResource(of: node, at: location, in: outer, base: base)
      owners[location] = owner
      guard node.kind == .mapping else { continue }
      try addAnchors(of: node, at: location, to: owner)
      let vocabulary = resources[owner].vocabulary
      for (key, value) in node.entries {
        guard let keyword = Keyword.named(key.text), !keyword.vocabularies.isDisjoint(with: vocabulary) else {
          continue
        }
        pending += keyword.subschemas(in: value).map { ($0, owner) }
      }
    }
  }

  private mutating func ownResource(
    of node: Node, at location: Location, in outer: Int?, base: URIReference
  ) throws(SchemaError) -> Int {
    let id = node.value("$id")
    if id == nil, let outer { return outer }
    var uri = outer.map { resources[$0].uri } ?? base
    if let id {
      uri = URIReference(try SchemaError.text(of: id)).resolved(against: uri)
      guard uri.fragment ?? "" == "" else { throw SchemaError(id, expected: "an identifier without a fragment") }
      uri.fragment = nil
    }
    var vocabulary = outer.map { resources[$0].vocabulary } ?? .standard
    if let schema = node.value("$schema") { vocabulary = try self.vocabulary(of: schema) }
    let resource = resources.count
    resources.append(Resource(uri: uri, root: location, vocabulary: vocabulary))
    if let known = resourcesByURI[uri.text] {
      if let id, resources[known].root.document == location.document {
        throw SchemaError(id, "duplicate identifier '\(uri.text)'")
      }
    } else {
      resourcesByURI[uri.text] = resource
    }
    return resource
  }

  private mutating func addAnchors(of node: Node, at location: Location, to owner: Int) throws(SchemaError) {
    for keyword in ["$anchor", "$dynamicAnchor"] {
      guard let value = node.value(keyword) else { continue }
      let name = try SchemaError.text(of: value)
      let known = resources[owner].anchors[name] ?? resources[owner].dynamicAnchors[name]
      guard known == nil || known == location else { throw SchemaError(value, "duplicate anchor '\(name)'") }
      if keyword == "$anchor" {
        resources[owner].anchors[name] = location
      } else {
        resources[owner].dynamicAnchors[name] = location
      }
    }
  }

  private func vocabulary(of schema: Node) throws(SchemaError) -> Vocabulary {
    let uri = URIReference(try SchemaError.text(of: schema))
    let name = uri.withoutFragment
    if name == Metaschema.uri { return .standard }
    guard let document = try? registry.document(at: name) else {
      throw SchemaError(schema, "unknown metaschema '\(schema.text)': expected '\(Metaschema.uri)'")
    }
    return try Vocabulary(metaschema: document)
  }

  // MARK: - References

  /// Returns the initial target of a `$ref` or a `$dynamicRef` (Core §8.2.3).
  mutating func target(of reference: Node, from resource: Int) throws(SchemaError) -> Target {
    let text = try SchemaError.text(of: reference)
    let uri = URIReference(text).resolved(against: resources[resource].uri)
    let name = uri.withoutFragment
    guard let found = try self.resource(at: name, for: reference) else {
      let base = resources[resource].uri.scheme
      let isOfID = URIReference(text).scheme == nil && base != nil && base != "file"
      throw SchemaError(
        unknown: name, reference,
        help: isOfID ? "remove '$id', so that the reference is a path relative to the file" : nil)
    }
    let fragment = URIReference.percentDecoded(uri.fragment ?? "")
    if let pointer = JSONPointer(fragment) {
      guard let location = try follow(pointer, from: found) else {
        throw SchemaError(reference, "'\(text)' doesn't exist")
      }
      return Target(location: location)
    }
    if let location = resources[found].dynamicAnchors[fragment] {
      return Target(location: location, dynamicName: fragment)
    }
    guard let location = resources[found].anchors[fragment] else {
      throw SchemaError(reference, "'\(text)' doesn't exist")
    }
    return Target(location: location)
  }

  private mutating func resource(at uri: String, for reference: Node) throws(SchemaError) -> Int? {
    if let known = resourcesByURI[uri] { return known }
    if !addedURIs.contains(uri) {
      let document: Document?
      do throws(SchemaRegistry.Refusal) {
        document = try registry.document(at: uri)
      } catch {
        throw SchemaError(reference, "'\(reference.excerpt)' \(error.reason)", help: error.help)
      }
      if let document {
        _ = try add(document, at: uri)
        return resourcesByURI[uri]
      }
    }
    // The URI can be an identifier inside a document that hasn't been added yet.
    for other in registry.uris where !addedURIs.contains(other) {
      guard let document = try? registry.document(at: other) else { continue }
      _ = try add(document, at: other)
      if let known = resourcesByURI[uri] { return known }
    }
    return nil
  }

  private mutating func childrenByToken(at location: Location) -> [[UInt8]: Int] {
    if let known = children[location] { return known }
    let found = JSONPointer.children(of: node(location))
    children[location] = found
    return found
  }

  /// Returns the location that a pointer refers to. It can be outside the known schemas, for example in an unknown
  /// keyword, and is a schema from then on.
  private mutating func follow(_ pointer: JSONPointer, from resource: Int) throws(SchemaError) -> Location? {
    let root = resources[resource].root
    var node = node(root)
    var owner = resource
    for token in pointer.tokens {
      let location = Location(document: root.document, node: node.index)
      guard let child = childrenByToken(at: location)[Array(token.utf8)] else { return nil }
      node = self.node(Location(document: root.document, node: child))
      owner = owners[Location(document: root.document, node: node.index)] ?? owner
    }
    let location = Location(document: root.document, node: node.index)
    if owners[location] == nil { try scan(location, in: owner, base: resources[owner].uri) }
    return location
  }
}
