import MockSpecDocument

/// Rules for sequences and mappings.
extension RuleCompiler {
  func sequence(_ node: SchemaNode) -> UnsafePointer<SequenceRule>? {
    guard node.constrainsItems else { return nil }
    return arena.store(
      SequenceRule(
        prefix: references(node.prefixItems), items: reference(node.items), contains: reference(node.contains),
        containCounts: node.containCounts, counts: node.itemCounts, uniqueItems: node.uniqueItems,
        unevaluated: reference(node.unevaluatedItems)))
  }

  mutating func mapping(_ node: SchemaNode, _ index: Int) -> UnsafePointer<MappingRule>? {
    guard node.constrainsKeys else { return nil }
    let bits = KeyBits(node)
    var rule = MappingRule(
      properties: PropertyTable(slots(node, bits), in: arena),
      patterns: arena.store(
        node.patternProperties.map { PatternRule(pattern: add($0.pattern), schema: reference($0.schema)) }),
      additional: reference(node.additionalProperties), names: reference(node.propertyNames),
      counts: node.propertyCounts, unevaluated: reference(node.unevaluatedProperties),
      dependentRequired: arena.store([]), dependentSchemas: arena.store([]))
    if bits.areEnough {
      rule.required = bits[node.required]
      rule.dependentRequired = arena.store(node.dependentRequired.map { (bits[[$0.key]], bits[$0.required]) })
      rule.dependentSchemas = arena.store(node.dependentSchemas.map { (bits[[$0.key]], reference($0.schema)) })
    } else {
      rule.manyKeysNode = Int32(index)
    }
    return arena.store(rule)
  }

  private func slots(_ node: SchemaNode, _ bits: KeyBits) -> [PropertyTable.Slot] {
    var schemas: [String: Int] = [:]
    for (name, schema) in node.properties { schemas[name] = schema }
    let names = Set(schemas.keys).union(bits.names)
    return names.sorted().map { name in
      PropertyTable.Slot(
        name: arena.store(name), hash: keyHash(name.utf8), schema: reference(schemas[name]),
        node: Int32(schemas[name] ?? -1), bit: bits[[name]])
    }
  }
}

/// Assigns a bit to each key that a schema requires or depends on.
private struct KeyBits {
  private var bits: [String: UInt64] = [:]
  let areEnough: Bool

  init(_ node: SchemaNode) {
    var names = Set(node.required + node.dependentRequired.map(\.key) + node.dependentSchemas.map(\.key))
    for (_, required) in node.dependentRequired { names.formUnion(required) }
    areEnough = names.count <= UInt64.bitWidth
    guard areEnough else { return }
    for (position, name) in names.sorted().enumerated() { bits[name] = 1 << UInt64(position) }
  }

  var names: Dictionary<String, UInt64>.Keys { bits.keys }

  subscript(names: [String]) -> UInt64 { names.reduce(0) { $0 | (bits[$1] ?? 0) } }
}
