import MockSpecDiagnostics
import MockSpecDocument

/// Schema document → table of nodes. Every keyword is known or an error: none is passed over in silence.
///
/// Schemas wait in a queue until it is their turn, so that however they nest and refer to each other, compiling them
/// takes no stack.
struct SchemaCompiler {
  private var nodes: [SchemaNode] = []
  /// Where each schema stands in the document; also the queue.
  private var places: [Node] = []
  /// Document index of a schema → its place in the table.
  private var known: [Int: Int] = [:]

  mutating func compile(_ root: Node) throws(SchemaError) -> [SchemaNode] {
    _ = schema(root)
    var index = 0
    while index < places.count {
      try fill(index)
      index += 1
    }
    try checkDescent()
    return nodes
  }

  /// The schema's place in the table, which is filled later.
  private mutating func schema(_ node: Node) -> Int {
    if let index = known[node.index] { return index }
    known[node.index] = nodes.count
    nodes.append(SchemaNode())
    places.append(node)
    return nodes.count - 1
  }

  private mutating func fill(_ index: Int) throws(SchemaError) {
    let node = places[index]
    switch node.kind {
    case .bool: nodes[index].rejectsAll = node.boolValue == false
    case .mapping:
      for (key, value) in node.entries { try keyword(key, value, index) }
    default: throw error(node, "a schema is a mapping, true or false")
    }
  }

  private mutating func keyword(_ key: Node, _ value: Node, _ index: Int) throws(SchemaError) {
    switch key.text {
    case "type": nodes[index].types = try types(value)
    case "enum": nodes[index].choices = try list(value)
    case "const": nodes[index].constant = value
    case "pattern": nodes[index].pattern = try pattern(value)
    case "minLength": nodes[index].lengths.minimum = try count(value)
    case "maxLength": nodes[index].lengths.maximum = try count(value)
    case "minimum": nodes[index].minimum = try number(value)
    case "maximum": nodes[index].maximum = try number(value)
    case "exclusiveMinimum": nodes[index].exclusiveMinimum = try number(value)
    case "exclusiveMaximum": nodes[index].exclusiveMaximum = try number(value)
    case "minItems": nodes[index].itemCounts.minimum = try count(value)
    case "maxItems": nodes[index].itemCounts.maximum = try count(value)
    case "uniqueItems": nodes[index].uniqueItems = try truth(value)
    case "minProperties": nodes[index].propertyCounts.minimum = try count(value)
    case "maxProperties": nodes[index].propertyCounts.maximum = try count(value)
    case "required": nodes[index].required = try list(value).map(\.text)
    case "title": nodes[index].title = value.text
    case "examples": nodes[index].examples = try list(value)
    case "$schema", "$id", "$comment", "description", "default": break
    default: try applicator(key, value, index)
    }
  }

  /// The keywords that hold other schemas.
  private mutating func applicator(_ key: Node, _ value: Node, _ index: Int) throws(SchemaError) {
    switch key.text {
    case "$ref": nodes[index].reference = schema(try target(value))
    case "$defs":
      for (_, value) in try entries(value) { _ = schema(value) }
    case "properties":
      for (key, value) in try entries(value) { nodes[index].properties.add(key.text, schema(value)) }
    case "patternProperties":
      for (key, value) in try entries(value) {
        nodes[index].patternProperties.append((try pattern(key), schema(value)))
      }
    case "additionalProperties": nodes[index].additionalProperties = schema(value)
    case "propertyNames": nodes[index].propertyNames = schema(value)
    case "items": nodes[index].items = schema(value)
    case "prefixItems": nodes[index].prefixItems = try schemas(value)
    case "allOf": nodes[index].allOf = try schemas(value)
    case "anyOf": nodes[index].anyOf = try schemas(value)
    case "oneOf": nodes[index].oneOf = try schemas(value)
    case "not": nodes[index].not = schema(value)
    case "if": nodes[index].condition = schema(value)
    case "then": nodes[index].then = schema(value)
    case "else": nodes[index].otherwise = schema(value)
    case "dependentRequired":
      for (key, value) in try entries(value) {
        nodes[index].dependentRequired.append((key.text, try list(value).map(\.text)))
      }
    case "dependentSchemas":
      for (key, value) in try entries(value) { nodes[index].dependentSchemas.append((key.text, schema(value))) }
    default: throw error(key, "keyword '\(key.text)' is not supported")
    }
  }

  private mutating func schemas(_ node: Node) throws(SchemaError) -> [Int] {
    var result: [Int] = []
    for element in try list(node) { result.append(schema(element)) }
    return result
  }

  /// A JSON Pointer (RFC 6901) into this same document, as `#/$defs/duration`.
  private func target(_ reference: Node) throws(SchemaError) -> Node {
    let text = reference.text
    guard text == "#" || text.hasPrefix("#/"), var node = places.first else {
      throw error(reference, "only references into the same schema are supported, such as '#/$defs/name'")
    }
    for step in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = step.replacing("~1", with: "/").replacing("~0", with: "~")
      let element = Int(name).flatMap { position in node.elements.enumerated().first { $0.offset == position }?.element
      }
      guard let next = node.value(String(name)) ?? element else {
        throw error(reference, "nothing stands at '\(text)'")
      }
      node = next
    }
    return node
  }

  // MARK: - Values of keywords

  private func types(_ value: Node) throws(SchemaError) -> TypeSet {
    var types: TypeSet = []
    for name in value.kind == .sequence ? try list(value) : [value] {
      guard let type = TypeSet(name: name.text) else { throw error(name, "unknown type '\(name.text)'") }
      types.formUnion(type)
    }
    return types
  }

  private func pattern(_ value: Node) throws(SchemaError) -> RegularExpression {
    do throws(RegularExpressionError) {
      return try RegularExpression(value.text)
    } catch let problem {
      throw error(value, problem.message)
    }
  }

  private func count(_ value: Node) throws(SchemaError) -> Int {
    guard let number = value.doubleValue, let count = Int(exactly: number), count >= 0 else {
      throw error(value, "a count is expected")
    }
    return count
  }

  private func number(_ value: Node) throws(SchemaError) -> Double {
    guard let number = value.doubleValue else { throw error(value, "a number is expected") }
    return number
  }

  private func truth(_ value: Node) throws(SchemaError) -> Bool {
    guard let truth = value.boolValue else { throw error(value, "true or false is expected") }
    return truth
  }

  private func list(_ value: Node) throws(SchemaError) -> [Node] {
    guard value.kind == .sequence else { throw error(value, "a list is expected") }
    return Array(value.elements)
  }

  private func entries(_ value: Node) throws(SchemaError) -> Node.Entries {
    guard value.kind == .mapping else { throw error(value, "a mapping is expected") }
    return value.entries
  }

  private func error(_ node: Node, _ message: String) -> SchemaError {
    SchemaError(place: node.range.place, message: message)
  }
}

/// How far schemas lead to others about the same value: `$ref`, `allOf` and their like. A circle would never end.
extension SchemaCompiler {
  private static let longestDescent = 32

  private func checkDescent() throws(SchemaError) {
    var heights: [Int: Int] = [:]
    for index in nodes.indices { _ = try height(of: index, above: 0, &heights) }
  }

  private func height(of index: Int, above depth: Int, _ heights: inout [Int: Int]) throws(SchemaError) -> Int {
    if let height = heights[index] { return height }
    guard depth < Self.longestDescent else { throw tooFar(index) }
    let rule = nodes[index]
    let next = [rule.reference, rule.not, rule.condition, rule.then, rule.otherwise].compactMap(\.self)
    var height = 1
    for index in next + rule.allOf + rule.anyOf + rule.oneOf + rule.dependentSchemas.map(\.schema) {
      height = max(height, 1 + (try self.height(of: index, above: depth + 1, &heights)))
    }
    guard height <= Self.longestDescent else { throw tooFar(index) }
    heights[index] = height
    return height
  }

  private func tooFar(_ index: Int) -> SchemaError {
    error(places[index], "schemas refer to each other in a circle, or over more than \(Self.longestDescent) steps")
  }
}
