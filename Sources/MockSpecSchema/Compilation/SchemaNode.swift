import MockSpecDocument

/// One schema with its keywords as they were written, and what it says of itself for error messages.
///
/// Schemas name each other by index, so that recursive ones need no cycles of references.
struct SchemaNode: Sendable {
  /// Where it stands, for error messages.
  var place: Node
  /// The resource that it belongs to, which is where a dynamic reference looks.
  var resource: Int
  /// `false`: nothing is valid.
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

/// To the schema of that name in the outermost resource on the way here that has one (Core §8.2.3.2).
struct DynamicReference: Sendable {
  var name: String
  /// Where the name leads as it stands, which is also where it leads if nothing on the way here has it.
  var initial: Int
}

/// How many there may be. Nothing meets a minimum above the maximum.
struct Limits: Sendable, Equatable {
  var minimum = 0
  var maximum = Int.max

  func contains(_ count: Int) -> Bool { count >= minimum && count <= maximum }
}

/// A number of a schema.
struct Bound: Sendable {
  var scalar: ScalarNumber
  /// With all its digits; `nil` where those are of no use, as in YAML's `.inf`.
  var decimal: DecimalNumber?
}

extension SchemaNode {
  var namesKeys: Bool { !required.isEmpty || !dependentRequired.isEmpty || !dependentSchemas.isEmpty }

  /// Whether nothing is asked of a value, here or in another schema about the same value.
  var isAlwaysMet: Bool { !asksItself && reference == nil && !hasSteps }

  /// The schema that this one does nothing but refer to.
  var onlyReference: Int? { asksItself || hasSteps ? nil : reference }

  private var hasSteps: Bool {
    dynamicReference != nil || !allOf.isEmpty || !anyOf.isEmpty || !oneOf.isEmpty || not != nil || condition != nil
  }

  private var asksItself: Bool {
    rejectsAll || types != nil || constant != nil || choices != nil || asksOfScalars || asksOfItems || asksOfKeys
  }

  var asksOfScalars: Bool {
    pattern != nil || format != nil || lengths != Limits() || minimum != nil || maximum != nil
      || exclusiveMinimum != nil
      || exclusiveMaximum != nil || multipleOf != nil
  }

  var asksOfItems: Bool {
    !prefixItems.isEmpty || items != nil || contains != nil || itemCounts != Limits() || uniqueItems
      || unevaluatedItems != nil
  }

  var asksOfKeys: Bool {
    !properties.isEmpty || !patternProperties.isEmpty || additionalProperties != nil || propertyNames != nil
      || propertyCounts != Limits() || unevaluatedProperties != nil || namesKeys
  }
}
