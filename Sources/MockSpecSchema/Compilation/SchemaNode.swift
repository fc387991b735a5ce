import MockSpecDocument

/// One schema with its keywords as written, including its title and examples for diagnostics.
///
/// Schemas refer to each other by index, which allows recursive schemas without reference cycles.
struct SchemaNode: Sendable {
  /// The schema in its document, for diagnostics.
  var source: Node
  /// The resource that contains the schema.
  var resource: Int
  /// Whether the schema is `false`.
  var rejectsAll = false

  var types: TypeSet?
  var constant: Node?
  var choices: [Node]?

  var pattern: RegularExpression?
  var lengths = Limits()
  var format: Format?

  var minimum: Bound?
  var maximum: Bound?
  var exclusiveMinimum: Bound?
  var exclusiveMaximum: Bound?
  var multipleOf: Bound?

  var prefixItems: [Int] = []
  var items: Int?
  var contains: Int?
  var containCounts = Limits(minimum: 1)
  var itemCounts = Limits()
  var uniqueItems = false
  var unevaluatedItems: Int?

  var properties: [(name: String, schema: Int)] = []
  var patternProperties: [(pattern: RegularExpression, schema: Int)] = []
  var additionalProperties: Int?
  var propertyNames: Int?
  var propertyCounts = Limits()
  var required: [String] = []
  var dependentRequired: [(key: String, required: [String])] = []
  var dependentSchemas: [(key: String, schema: Int)] = []
  var unevaluatedProperties: Int?

  var reference: Int?
  var dynamicReference: DynamicReference?
  var allOf: [Int] = []
  var anyOf: [Int] = []
  var oneOf: [Int] = []
  var not: Int?
  var condition: Int?
  var then: Int?
  var otherwise: Int?

  var title: String?
  var examples: [Node] = []
}

/// A reference to a dynamic name. Its target is the schema with that name in the outermost resource of the dynamic
/// scope that has one (Core §8.2.3.2).
struct DynamicReference: Sendable {
  var name: String
  /// The static target of the reference, which applies if no resource in the dynamic scope has the name.
  var initial: Int
}

/// A range of counts. It is empty if the minimum is greater than the maximum.
struct Limits: Sendable, Equatable {
  var minimum = 0
  var maximum = Int.max

  func contains(_ count: Int) -> Bool { count >= minimum && count <= maximum }
}

/// A number in a schema.
struct Bound: Sendable {
  var scalar: ScalarNumber
  /// The number with all digits; `nil` for YAML's `.inf` and `.nan`.
  var decimal: DecimalNumber?
}

extension SchemaNode {
  var namesKeys: Bool { !required.isEmpty || !dependentRequired.isEmpty || !dependentSchemas.isEmpty }

  /// Whether the schema accepts every value.
  var acceptsEverything: Bool { !constrainsValue && reference == nil && !hasSteps }

  /// The target of the schema if it contains only a reference.
  var onlyReference: Int? { constrainsValue || hasSteps ? nil : reference }

  private var hasSteps: Bool {
    dynamicReference != nil || !allOf.isEmpty || !anyOf.isEmpty || !oneOf.isEmpty || not != nil || condition != nil
  }

  private var constrainsValue: Bool {
    rejectsAll || types != nil || constant != nil || choices != nil || constrainsScalars || constrainsItems
      || constrainsKeys
  }

  var constrainsScalars: Bool {
    pattern != nil || format != nil || lengths != Limits() || minimum != nil || maximum != nil
      || exclusiveMinimum != nil
      || exclusiveMaximum != nil || multipleOf != nil
  }

  var constrainsItems: Bool {
    !prefixItems.isEmpty || items != nil || contains != nil || itemCounts != Limits() || uniqueItems
      || unevaluatedItems != nil
  }

  var constrainsKeys: Bool {
    !properties.isEmpty || !patternProperties.isEmpty || additionalProperties != nil || propertyNames != nil
      || propertyCounts != Limits() || unevaluatedProperties != nil || namesKeys
  }
}
