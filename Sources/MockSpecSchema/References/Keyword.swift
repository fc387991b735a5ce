package import MockSpecDocument

/// The keywords of draft 2020-12, with their vocabulary and the location of subschemas in their values.
enum Keyword: String, CaseIterable, Sendable {
  case id = "$id"
  case schema = "$schema"
  case ref = "$ref"
  case anchor = "$anchor"
  case dynamicRef = "$dynamicRef"
  case dynamicAnchor = "$dynamicAnchor"
  case vocabulary = "$vocabulary"
  case comment = "$comment"
  case defs = "$defs"

  case allOf, anyOf, oneOf, not, `if`, then, `else`
  case properties, patternProperties, additionalProperties, propertyNames, dependentSchemas
  case prefixItems, items, contains
  case unevaluatedItems, unevaluatedProperties

  case type, const, `enum`
  case multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum
  case maxLength, minLength, pattern
  case maxItems, minItems, uniqueItems, maxContains, minContains
  case maxProperties, minProperties, required, dependentRequired

  case title, description, `default`, deprecated, readOnly, writeOnly, examples
  case format
  case contentEncoding, contentMediaType, contentSchema

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Returns the keyword with a name. Faster than `init(rawValue:)`, which compares all names.
  static func named(_ name: String) -> Keyword? { byName[name] }

  /// The vocabularies that define the keyword; any of them enables it.
  var vocabularies: Vocabulary {
    switch self {
    case .id, .schema, .ref, .anchor, .dynamicRef, .dynamicAnchor, .vocabulary, .comment, .defs: .core
    case .allOf, .anyOf, .oneOf, .not, .if, .then, .else, .properties, .patternProperties, .additionalProperties,
      .propertyNames, .dependentSchemas, .prefixItems, .items, .contains:
      .applicator
    case .unevaluatedItems, .unevaluatedProperties: .unevaluated
    case .type, .const, .enum, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum, .maxLength,
      .minLength, .pattern, .maxItems, .minItems, .uniqueItems, .maxContains, .minContains, .maxProperties,
      .minProperties, .required, .dependentRequired:
      .validation
    case .title, .description, .default, .deprecated, .readOnly, .writeOnly, .examples: .metaData
    case .format: [.formatAnnotation, .formatAssertion]
    case .contentEncoding, .contentMediaType, .contentSchema: .content
    }
  }

  enum Subschemas: Sendable {
    case none
    case value
    case list
    case mapping
  }

  var subschemas: Subschemas {
    switch self {
    case .not, .if, .then, .else, .additionalProperties, .propertyNames, .items, .contains, .unevaluatedItems,
      .unevaluatedProperties, .contentSchema:
      .value
    case .allOf, .anyOf, .oneOf, .prefixItems: .list
    case .defs, .properties, .patternProperties, .dependentSchemas: .mapping
    default: .none
    }
  }

  /// Returns the schemas in the keyword's value.
  func subschemas(in value: Node) -> [Node] {
    switch subschemas {
    case .none: []
    case .value: [value]
    case .list: value.elements.map(\.self)
    case .mapping: value.entries.map(\.value)
    }
  }
}

extension Schema {
  /// The names of all keywords.
  package static let keywords = Keyword.allCases.map(\.rawValue)

  /// The keys of a schema and its subschemas, in no particular order.
  package struct Keys {
    /// The keys that aren't keywords.
    package var unknown: [Node] = []
    /// The values of `pattern`, and the keys of `patternProperties`.
    package var patterns: [Node] = []
  }

  /// Returns keys of a schema and its subschemas.
  package static func keys(in schema: Node) -> Keys {
    var found = Keys()
    var pending = [schema]
    while let schema = pending.popLast() {
      for (key, value) in schema.entries {
        guard let keyword = Keyword.named(key.text) else {
          found.unknown.append(key)
          continue
        }
        if keyword == .pattern, value.kind == .string { found.patterns.append(value) }
        if keyword == .patternProperties { found.patterns += value.entries.map(\.key) }
        pending += keyword.subschemas(in: value)
      }
    }
    return found
  }
}
