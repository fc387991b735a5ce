import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

extension OpenAPISchemas {
  /// The number of schemas in one another that a definition has.
  private static let nestingLimit = 16
  private static let types: Set = ["object", "array", "string", "integer", "number", "boolean", "null"]

  /// Writes a schema as one of draft 2020-12, without what a response doesn't have: properties that are only written. Values of the
  /// wrong kind are ignored.
  mutating func write(
    _ schema: Node, to text: inout JSONText, nesting: Int = 0, isDefinition: Bool = false,
    _ references: inout OpenAPIReferences, _ losses: inout LossList
  ) {
    guard schema.kind == .mapping else { return text.raw(schema.boolValue == false ? "false" : "true") }
    let isChecked = ["oneOf", "anyOf", "not", "example", "examples", "default"].contains { schema.value($0) != nil }
    if !isDefinition, isChecked || nesting > Self.nestingLimit {
      return text.raw("{\"$ref\":\"#/$defs/\(number(of: schema))\"}")
    }
    text.raw("{")
    if let reference = schema.value("$ref"), let name = reference.string {
      if let target = references.target(of: name, at: reference, &losses) {
        text.member("$ref", "#/$defs/\(number(of: target, named: name))")
      }
      // Its siblings are ignored.
      if isLegacy { return text.raw("}") }
    }
    let hidden = schema.entries("properties").filter { isHidden($0.value, &references, &losses) }.map(\.key.text)
    for (key, value) in schema.entries {
      switch key.text {
      case "type": writeTypes(of: schema, to: &text)
      case "required" where value.kind == .sequence:
        text.member("required", value.elements.compactMap(\.string).filter { !hidden.contains($0) })
      case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum": writeBound(key, value, of: schema, to: &text)
      case "multipleOf": if let number = value.doubleValue, number > 0 { text.member(key.text, json: value.json) }
      case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains",
        "maxContains":
        if let count = value.doubleValue.flatMap({ Int(exactly: $0) }), count >= 0 {
          text.member(key.text, count)
        }
      case "uniqueItems": if value.boolValue == true { text.member(key.text, true) }
      case "const", "default": text.member(key.text, json: value.json)
      case "enum": if value.kind == .sequence { text.member(key.text, json: value.json) }
      case "examples": if value.kind == .sequence, !isLegacy { text.member(key.text, json: value.json) }
      case "example":
        if isLegacy || schema.value("examples") == nil { text.member("examples", json: [0x5B] + value.json + [0x5D]) }
      case "pattern":
        if value.kind == .string, let own = pattern(value, &losses) { text.member(key.text, own) }
      case "format": if value.kind == .string { text.member(key.text, json: value.json) }
      case "discriminator": writeDiscriminator(value, to: &text, &references, &losses)
      case "allOf", "anyOf", "oneOf", "prefixItems":
        writeList(key.text, value, to: &text, nesting, &references, &losses)
      case "items" where value.kind == .sequence:
        writeList("prefixItems", value, to: &text, nesting, &references, &losses)
      case "items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else",
        "unevaluatedItems", "unevaluatedProperties":
        guard value.kind == .mapping || value.kind == .bool else { continue }
        text.key(key.text)
        write(value, to: &text, nesting: nesting + 1, &references, &losses)
      case "properties", "patternProperties", "dependentSchemas":
        guard value.kind == .mapping else { continue }
        text.key(key.text)
        text.raw("{")
        for (name, value) in value.entries {
          if key.text == "properties", hidden.contains(name.text) { continue }
          guard let name = key.text == "patternProperties" ? pattern(name, &losses) : name.text else { continue }
          text.key(name)
          write(value, to: &text, nesting: nesting + 1, &references, &losses)
        }
        text.raw("}")
      default: continue
      }
    }
    text.raw("}")
  }

  private mutating func writeList(
    _ key: String, _ value: Node, to text: inout JSONText, _ nesting: Int,
    _ references: inout OpenAPIReferences, _ losses: inout LossList
  ) {
    guard value.kind == .sequence, !value.isEmpty else { return }
    text.key(key)
    text.raw("[")
    for element in value.elements {
      text.separate()
      write(element, to: &text, nesting: nesting + 1, &references, &losses)
    }
    text.raw("]")
  }

  /// Whether a property is only written by clients.
  private func isHidden(
    _ property: Node, _ references: inout OpenAPIReferences, _ losses: inout LossList
  ) -> Bool {
    property.isTrue("writeOnly")
      || property.value("$ref") != nil && references.resolve(property, &losses)?.isTrue("writeOnly") == true
  }

  private func writeTypes(of schema: Node, to text: inout JSONText) {
    let value = schema.value("type")
    var names = value?.kind == .sequence ? schema.elements("type").map(\.text) : [value?.text ?? ""]
    if isLegacy, schema.isTrue("nullable") || schema.isTrue("x-nullable"), names.allSatisfy(Self.types.contains) {
      names.append("null")
    }
    names = names.filter(Self.types.contains)
    if names.count == 1 { text.member("type", names[0]) } else if !names.isEmpty { text.member("type", names) }
  }

  /// Writes a limit of a number. Up to OpenAPI 3.0, `exclusiveMinimum` says how `minimum` is meant.
  private func writeBound(_ key: Node, _ value: Node, of schema: Node, to text: inout JSONText) {
    guard value.doubleValue != nil else { return }
    let exclusive = "exclusive" + key.text.prefix(1).uppercased() + key.text.dropFirst()
    let isExclusive = schema.value(exclusive)?.boolValue == true
    text.member(isExclusive ? exclusive : key.text, json: value.json)
  }

  /// Writes the value of the discriminator for each schema that it names, by number.
  private mutating func writeDiscriminator(
    _ node: Node, to text: inout JSONText, _ references: inout OpenAPIReferences, _ losses: inout LossList
  ) {
    guard let name = node.string ?? node.value("propertyName")?.string else { return }
    text.key("discriminator")
    text.raw("{")
    text.member("name", name)
    for (key, value) in node.entries("mapping") {
      guard let reference = value.string else { continue }
      let pointer = reference.contains("/") ? reference : "#/components/schemas/" + reference
      guard let target = references.target(of: pointer, at: value, &losses) else { continue }
      text.member("\(number(of: target))", key.text)
    }
    text.raw("}")
  }
}

extension JSONText {
  fileprivate mutating func member(_ name: String, json: [UInt8]) {
    key(name)
    raw(json)
  }
}
