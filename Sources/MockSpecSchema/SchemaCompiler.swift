import MockSpecDiagnostics
import MockSpecDocument

/// Schema document → table of nodes. Every keyword is known or an error: none is passed over in silence.
struct SchemaCompiler {
  private var nodes: [SchemaNode] = []
  /// Document index of a schema → its place in the table.
  private var known: [Int: Int] = [:]
  private var root: Node?

  mutating func compile(_ root: Node) throws(SchemaError) -> Int {
    self.root = root
    return try schema(root)
  }

  func finish() -> [SchemaNode] { nodes }

  private mutating func schema(_ node: Node) throws(SchemaError) -> Int {
    if let index = known[node.index] { return index }
    let index = nodes.count
    known[node.index] = index
    nodes.append(SchemaNode())
    switch node.kind {
    case .bool: nodes[index].rejectsAll = node.boolValue == false
    case .mapping:
      for (key, value) in node.entries { try keyword(key.text, value, index) }
    default: throw error(node, "a schema is a mapping, true or false")
    }
    return index
  }

  private mutating func keyword(_ name: String, _ value: Node, _ index: Int) throws(SchemaError) {
    switch name {
    case "type": nodes[index].types = try types(value)
    case "enum": nodes[index].constants = Array(value.elements)
    case "const": nodes[index].constants = [value]
    case "pattern": nodes[index].pattern = try pattern(value)
    case "minLength": nodes[index].lengths = try count(value)...nodes[index].lengths.upperBound
    case "maxLength": nodes[index].lengths = nodes[index].lengths.lowerBound...(try count(value))
    case "minimum": nodes[index].minimum = try number(value)
    case "maximum": nodes[index].maximum = try number(value)
    case "exclusiveMinimum": nodes[index].exclusiveMinimum = try number(value)
    case "exclusiveMaximum": nodes[index].exclusiveMaximum = try number(value)
    case "minItems": nodes[index].itemCounts = try count(value)...nodes[index].itemCounts.upperBound
    case "maxItems": nodes[index].itemCounts = nodes[index].itemCounts.lowerBound...(try count(value))
    case "uniqueItems": nodes[index].uniqueItems = value.boolValue ?? false
    case "minProperties": nodes[index].propertyCounts = try count(value)...nodes[index].propertyCounts.upperBound
    case "maxProperties": nodes[index].propertyCounts = nodes[index].propertyCounts.lowerBound...(try count(value))
    case "required": nodes[index].required = value.elements.map(\.text)
    case "title": nodes[index].title = value.text
    case "examples": nodes[index].examples = Array(value.elements)
    case "$schema", "$id", "$comment", "description", "default", "$defs": break
    default: try applicator(name, value, index)
    }
  }

  /// The keywords that hold other schemas.
  private mutating func applicator(_ name: String, _ value: Node, _ index: Int) throws(SchemaError) {
    switch name {
    case "$ref": nodes[index].reference = try schema(try target(value))
    case "properties":
      for (key, value) in value.entries { nodes[index].properties.add(key.text, try schema(value)) }
    case "patternProperties":
      for (key, value) in value.entries {
        nodes[index].patternProperties.append((try pattern(key), try schema(value)))
      }
    case "additionalProperties": nodes[index].additionalProperties = try schema(value)
    case "propertyNames": nodes[index].propertyNames = try schema(value)
    case "items": nodes[index].items = try schema(value)
    case "prefixItems": nodes[index].prefixItems = try schemas(value)
    case "allOf": nodes[index].allOf = try schemas(value)
    case "anyOf": nodes[index].anyOf = try schemas(value)
    case "oneOf": nodes[index].oneOf = try schemas(value)
    case "not": nodes[index].not = try schema(value)
    case "if": nodes[index].condition = try schema(value)
    case "then": nodes[index].then = try schema(value)
    case "else": nodes[index].otherwise = try schema(value)
    case "dependentRequired":
      nodes[index].dependentRequired = value.entries.map { ($0.key.text, $0.value.elements.map(\.text)) }
    case "dependentSchemas":
      for (key, value) in value.entries { nodes[index].dependentSchemas.append((key.text, try schema(value))) }
    default: throw error(value, "keyword '\(name)' is not supported")
    }
  }

  private mutating func schemas(_ list: Node) throws(SchemaError) -> [Int] {
    var result: [Int] = []
    for element in list.elements { result.append(try schema(element)) }
    return result
  }

  /// A JSON Pointer (RFC 6901) into this same document, as `#/$defs/duration`.
  private func target(_ reference: Node) throws(SchemaError) -> Node {
    let text = reference.text
    guard text.hasPrefix("#"), var node = root else { throw error(reference, "only local references are supported") }
    for step in text.dropFirst().split(separator: "/") {
      let name = step.replacing("~1", with: "/").replacing("~0", with: "~")
      guard let next = node.value(String(name)) else { throw error(reference, "nothing stands at '\(text)'") }
      node = next
    }
    return node
  }

  private func types(_ value: Node) throws(SchemaError) -> TypeSet {
    var types: TypeSet = []
    for name in value.kind == .sequence ? Array(value.elements) : [value] {
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
    guard let count = value.intValue, count >= 0 else { throw error(value, "a count is expected") }
    return count
  }

  private func number(_ value: Node) throws(SchemaError) -> Double {
    guard let number = value.doubleValue else { throw error(value, "a number is expected") }
    return number
  }

  private func error(_ node: Node, _ message: String) -> SchemaError {
    SchemaError(place: node.range.place, message: message)
  }
}
