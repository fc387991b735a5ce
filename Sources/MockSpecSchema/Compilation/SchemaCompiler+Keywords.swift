import MockSpecDocument

/// Reads keywords into the properties of a node.
extension SchemaCompiler {
  mutating func read(_ keyword: Keyword, _ value: Node, _ index: Int) throws(SchemaError) {
    switch keyword.subschemas {
    case .value: readSchema(keyword, schema(value, in: index), index)
    case .list: readSchemas(keyword, try schemas(value, in: index), index)
    case .mapping: try readNamedSchemas(keyword, value, index)
    case .none: try readValue(keyword, value, index)
    }
  }

  private mutating func readSchema(_ keyword: Keyword, _ schema: Int, _ index: Int) {
    switch keyword {
    case .not: nodes[index].not = schema
    case .if: nodes[index].condition = schema
    case .then: nodes[index].then = schema
    case .else: nodes[index].otherwise = schema
    case .additionalProperties: nodes[index].additionalProperties = schema
    case .propertyNames: nodes[index].propertyNames = schema
    case .items: nodes[index].items = schema
    case .contains: nodes[index].contains = schema
    case .unevaluatedItems: nodes[index].unevaluatedItems = schema
    case .unevaluatedProperties: nodes[index].unevaluatedProperties = schema
    default: break
    }
  }

  private mutating func readSchemas(_ keyword: Keyword, _ schemas: [Int], _ index: Int) {
    switch keyword {
    case .allOf: nodes[index].allOf += schemas
    case .anyOf: nodes[index].anyOf = schemas
    case .oneOf: nodes[index].oneOf = schemas
    case .prefixItems: nodes[index].prefixItems = schemas
    default: break
    }
  }

  private mutating func readNamedSchemas(_ keyword: Keyword, _ value: Node, _ index: Int) throws(SchemaError) {
    for (key, value) in try Self.entries(value) {
      let schema = schema(value, in: index)
      switch keyword {
      case .properties: nodes[index].properties.append((key.text, schema))
      case .patternProperties: nodes[index].patternProperties.append((try pattern(key), schema))
      case .dependentSchemas: nodes[index].dependentSchemas.append((key.text, schema))
      default: break
      }
    }
  }

  private mutating func readValue(_ keyword: Keyword, _ value: Node, _ index: Int) throws(SchemaError) {
    switch keyword {
    case .ref: nodes[index].reference = try reference(value, index)
    case .dynamicRef: try dynamicReference(value, index)
    case .type: nodes[index].types = try Self.types(value)
    case .enum: nodes[index].choices = try Self.list(value)
    case .const: nodes[index].constant = value
    case .pattern: nodes[index].pattern = try pattern(value)
    case .minLength: nodes[index].lengths.minimum = try Self.count(value)
    case .maxLength: nodes[index].lengths.maximum = try Self.count(value)
    case .format: readFormat(try SchemaError.text(of: value), index)
    case .minimum: nodes[index].minimum = try Self.number(value)
    case .maximum: nodes[index].maximum = try Self.number(value)
    case .exclusiveMinimum: nodes[index].exclusiveMinimum = try Self.number(value)
    case .exclusiveMaximum: nodes[index].exclusiveMaximum = try Self.number(value)
    case .multipleOf: nodes[index].multipleOf = try Self.divisor(value)
    default: try readCount(keyword, value, index)
    }
  }

  private mutating func readCount(_ keyword: Keyword, _ value: Node, _ index: Int) throws(SchemaError) {
    switch keyword {
    case .minItems: nodes[index].itemCounts.minimum = try Self.count(value)
    case .maxItems: nodes[index].itemCounts.maximum = try Self.count(value)
    case .minContains: nodes[index].containCounts.minimum = try Self.count(value)
    case .maxContains: nodes[index].containCounts.maximum = try Self.count(value)
    case .uniqueItems: nodes[index].uniqueItems = try Self.truth(value)
    case .minProperties: nodes[index].propertyCounts.minimum = try Self.count(value)
    case .maxProperties: nodes[index].propertyCounts.maximum = try Self.count(value)
    case .required: nodes[index].required = try Self.texts(value)
    case .dependentRequired:
      for (key, value) in try Self.entries(value) {
        nodes[index].dependentRequired.append((key.text, try Self.texts(value)))
      }
    case .title: nodes[index].title = value.text
    case .examples: nodes[index].examples = try Self.list(value)
    default: break
    }
  }

  private mutating func readFormat(_ name: String, _ index: Int) {
    let vocabulary = self.index.resources[nodes[index].resource].vocabulary
    if options.assertsFormats || vocabulary.contains(.formatAssertion) { nodes[index].format = Format(rawValue: name) }
  }

  private mutating func schemas(_ node: Node, in parent: Int) throws(SchemaError) -> [Int] {
    var result: [Int] = []
    for element in try Self.list(node) { result.append(schema(element, in: parent)) }
    return result
  }
}
