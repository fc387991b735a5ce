import MockSpecDocument

/// Schemas that all apply to one value: a schema, what it refers to, its `allOf`, and chosen alternatives.
struct SchemaConjunction {
  /// The schemas, inner ones first.
  private(set) var pieces: [Node] = []
  /// The `oneOf` and `anyOf` of which no alternative is chosen yet.
  private(set) var groups: [Group] = []
  /// The numbers of the definitions among the schemas.
  private(set) var numbers: [Int] = []
  /// The values of discriminators, by the names of their properties.
  private(set) var tags: [String: String] = [:]
  /// Whether no value is valid.
  private(set) var isImpossible = false

  /// The maximum number of definitions that apply to one value.
  private static let limit = 64

  struct Group {
    /// The number of the definition that has the alternatives.
    var owner: Int?
    var branches: [Node]
    var discriminator: Node?
  }

  init(_ parts: [Node], in schemas: OpenAPISchemas) { for part in parts { add(part, nil, nil, schemas) } }

  /// - Parameters:
  ///   - subject: The definition whose instances have the name that a discriminator tells.
  ///   - owner: The number of the schema, if it is a definition.
  private mutating func add(_ schema: Node, _ subject: Int?, _ owner: Int?, _ schemas: OpenAPISchemas) {
    guard schema.kind == .mapping, numbers.count < Self.limit else {
      isImpossible = isImpossible || schema.kind == .mapping || schema.boolValue == false
      return
    }
    if let number = OpenAPISchemas.reference(schema), !numbers.contains(number) {
      numbers.append(number)
      add(schemas[number], subject ?? (schemas.name(number) == nil ? nil : number), number, schemas)
    }
    for part in schema.elements("allOf") { add(part, subject, nil, schemas) }
    let discriminator = schema.value("discriminator")
    let lists = ["oneOf", "anyOf"].map { schema.elements($0) }.filter { !$0.isEmpty }
    for list in lists { groups.append(Group(owner: owner, branches: list, discriminator: discriminator)) }
    if lists.isEmpty, let discriminator, let subject { tag(discriminator, subject, schemas) }
    pieces.append(schema)
  }

  private mutating func tag(_ discriminator: Node, _ number: Int, _ schemas: OpenAPISchemas) {
    guard let name = discriminator.value("name")?.text else { return }
    tags[name] = discriminator.value("\(number)")?.text ?? schemas.name(number)
  }

  /// Returns the conjunction with an alternative of the first group.
  func choosing(_ branch: Node, in schemas: OpenAPISchemas) -> SchemaConjunction {
    var next = self
    let group = next.groups.removeFirst()
    next.add(branch, nil, nil, schemas)
    if let discriminator = group.discriminator, let number = OpenAPISchemas.reference(branch) {
      next.tag(discriminator, number, schemas)
    }
    return next
  }

  // MARK: - Keywords

  func values(_ keyword: String) -> [Node] { pieces.compactMap { $0.value(keyword) } }

  var hasNegation: Bool { pieces.contains { $0.value("not") != nil } }

  /// The greatest value of a keyword for a minimum.
  func greatest(_ keyword: String) -> Double? { values(keyword).compactMap(\.doubleValue).max() }

  /// The least value of a keyword for a maximum.
  func least(_ keyword: String) -> Double? { values(keyword).compactMap(\.doubleValue).min() }

  func count(_ keyword: String) -> Int? {
    let value = keyword.hasPrefix("min") ? greatest(keyword) : least(keyword)
    return value.flatMap { Int(exactly: $0) }
  }

  private static let hints: [(type: String, keywords: [String])] = [
    ("object", ["properties", "required", "additionalProperties", "patternProperties", "minProperties"]),
    ("array", ["items", "prefixItems", "minItems", "uniqueItems", "contains"]),
    ("string", ["pattern", "minLength", "maxLength", "format"]),
    ("number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
  ]

  /// The types that a value can have, null last. Without any, they follow from the other keywords.
  var types: [String] {
    let lists = values("type").map { $0.kind == .sequence ? $0.elements.map(\.text) : [$0.text] }
    guard var types = lists.first else {
      return [Self.hints.first { $0.keywords.contains { !values($0).isEmpty } }?.type ?? "object"]
    }
    for list in lists.dropFirst() {
      if types.contains("number"), list.contains("integer"), !list.contains("number") { types.append("integer") }
      types = types.filter { list.contains($0) || $0 == "integer" && list.contains("number") }
    }
    return types.filter { $0 != "null" } + types.filter { $0 == "null" }
  }

  /// The only values that are valid, as far as `const` and `enum` say; `nil` if they say nothing.
  var choices: [Node]? {
    let lists = pieces.flatMap { piece in
      [piece.value("const").map { [$0] }, piece.value("enum").map { Array($0.elements) }].compactMap(\.self)
    }
    guard let first = lists.first else { return nil }
    let isTyped = values("type").isEmpty ? nil : Set(types)
    let others = lists.dropFirst().map { Set($0.map(\.json)) }
    return first.filter { choice in
      (isTyped?.isDisjoint(with: choice.types) != true) && others.allSatisfy { $0.contains(choice.json) }
    }
  }
}

extension Node {
  /// The types of JSON Schema that a value has.
  fileprivate var types: Set<String> {
    switch kind {
    case .mapping: ["object"]
    case .sequence: ["array"]
    case .string: ["string"]
    case .null, .invalid: ["null"]
    case .bool: ["boolean"]
    case .integer: ["integer", "number"]
    case .float: doubleValue.map { $0 == $0.rounded() } == true ? ["integer", "number"] : ["number"]
    }
  }
}
