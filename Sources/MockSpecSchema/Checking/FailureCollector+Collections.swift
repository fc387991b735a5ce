import MockSpecDiagnostics
import MockSpecDocument

/// Sequences and mappings.
extension FailureCollector {
  mutating func sequenceFailures(_ node: Node, _ index: Int) -> [SchemaFailure] {
    var found: [SchemaFailure] = []
    var count = 0
    var contained = 0
    for element in node.elements {
      check.charge(4)
      if found.count < Self.maximumFailures, let schema = itemSchema(index, at: count) {
        found += failures(element, schema, Context())
      }
      if let contains = nodes[index].contains, isValid(element, contains) { contained += 1 }
      count += 1
    }
    return found + sizeFailures(of: node, index, count: count, contained: contained)
  }

  private func itemSchema(_ index: Int, at position: Int) -> Int? {
    position < nodes[index].prefixItems.count ? nodes[index].prefixItems[position] : nodes[index].items
  }

  @inline(never)
  private func sizeFailures(of node: Node, _ index: Int, count: Int, contained: Int) -> [SchemaFailure] {
    let rule = nodes[index]
    var found: [SchemaFailure] = []
    if count < rule.itemCounts.minimum {
      found.append(fail(.tooFew(minimum: rule.itemCounts.minimum, found: count), node, index))
    }
    if count > rule.itemCounts.maximum {
      found.append(fail(.tooMany(maximum: rule.itemCounts.maximum, found: count), node, index))
    }
    if let contains = rule.contains {
      let (limits, element) = (rule.containCounts, title(of: contains))
      if contained < limits.minimum {
        found.append(
          fail(.tooFewContained(minimum: limits.minimum, found: contained, element: element), node, index))
      } else if contained > limits.maximum {
        found.append(
          fail(.tooManyContained(maximum: limits.maximum, found: contained, element: element), node, index))
      }
    }
    if rule.uniqueItems, let pair = JSONEquality.firstRepeat(in: node) {
      found.append(fail(.repeated(first: pair.first.range), pair.second, index))
    }
    return found
  }

  mutating func mappingFailures(_ node: Node, _ index: Int, _ context: Context) -> [SchemaFailure] {
    var found: [SchemaFailure] = []
    var count = 0
    for (key, value) in node.entries {
      count += 1
      check.charge(16)
      if found.count >= Self.maximumFailures { continue }
      found += nameFailures(key, index)
      for schema in schemas(for: key, index) { found += propertyFailures(key, value, schema, index, context) }
    }
    found += keyFailures(in: node, index, count: count, at: context.owner?.range ?? firstCharacter(of: node))
    for (key, schema) in nodes[index].dependentSchemas {
      guard let entry = node.entry(key) else { continue }
      found += failures(node, schema, Context(owner: context.owner, because: entry.key))
    }
    return found
  }

  @inline(never)
  private mutating func nameFailures(_ key: Node, _ index: Int) -> [SchemaFailure] {
    guard let names = nodes[index].propertyNames, !isValid(key, names) else { return [] }
    return failures(key, names, Context()).prefix(1).map { failure in
      SchemaFailure(
        reason: .badKey, node: key, range: key.range, expected: failure.expected, examples: failure.examples)
    }
  }

  @inline(never)
  private func keyFailures(in node: Node, _ index: Int, count: Int, at place: SourceRange) -> [SchemaFailure] {
    let rule = nodes[index]
    var found: [SchemaFailure] = []
    if count < rule.propertyCounts.minimum {
      found.append(fail(.tooFew(minimum: rule.propertyCounts.minimum, found: count), node, index, at: place))
    }
    if count > rule.propertyCounts.maximum {
      found.append(fail(.tooMany(maximum: rule.propertyCounts.maximum, found: count), node, index, at: place))
    }
    for (name, because) in missingKeys(node, rule).prefix(Self.maximumFailures) {
      found.append(fail(.missingKey(name, because: because?.text), node, index, at: because?.range ?? place))
    }
    return found
  }

  /// Returns the missing keys of a mapping, each with the key that requires it, if there is one.
  private func missingKeys(_ node: Node, _ rule: SchemaNode) -> [(name: String, because: Node?)] {
    // Keys are compared by their bytes, as everywhere. Sets are used, since there can be thousands of keys.
    let present = Set(node.entries.map { $0.key.withUTF8(Array.init) })
    var wanted = rule.required.map { (name: $0, because: Node?.none) }
    var known = Set(rule.required)
    for (key, required) in rule.dependentRequired where present.contains(Array(key.utf8)) {
      wanted += required.filter { known.insert($0).inserted }.map { ($0, node.entry(key)?.key) }
    }
    return wanted.filter { !present.contains(Array($0.name.utf8)) }
  }

  /// Returns the schemas for a key: those of `properties` and `patternProperties`, otherwise `additionalProperties`
  /// (Core §10.3.2).
  @inline(never)
  private mutating func schemas(for key: Node, _ index: Int) -> [Int] {
    let rule = nodes[index]
    var result: [Int] = []
    if let schema = property(key, index) { result.append(schema) }
    for (pattern, schema) in rule.patternProperties where key.withUTF8({ check.matches(pattern, $0) }) {
      result.append(schema)
    }
    if result.isEmpty, let additional = rule.additionalProperties { result.append(additional) }
    return result
  }

  @inline(never)
  private func property(_ key: Node, _ index: Int) -> Int? {
    guard let mapping = check.rules[index].mapping else { return nil }
    let slot = key.withUTF8 { mapping.pointee.properties.slot(hash: key.keyHash, $0) }
    return slot.flatMap { $0.node < 0 ? nil : Int($0.node) }
  }

  private mutating func propertyFailures(
    _ key: Node, _ value: Node, _ schema: Int, _ index: Int, _ context: Context
  ) -> [SchemaFailure] {
    nodes[schema].rejectsAll
      ? [rejection(of: key, schema, index, context)] : failures(value, schema, Context(owner: key))
  }

  @inline(never)
  private mutating func rejection(of key: Node, _ schema: Int, _ index: Int, _ context: Context) -> SchemaFailure {
    if let because = context.because { return fail(.conflict([key.text], with: because), key, schema) }
    if property(key, index) != nil { return fail(.forbidden, key, schema) }
    let known = names.own[index] ?? nodes[index].properties.map(\.name)
    names.own[index] = known
    return fail(.unknownKey(known: known), key, schema)
  }

  // MARK: - unevaluatedProperties and unevaluatedItems

  mutating func unevaluatedFailures(_ node: Node, _ index: Int) -> [SchemaFailure] {
    let isMapping = node.kind == .mapping
    guard isMapping || node.kind == .sequence,
      let schema = isMapping ? nodes[index].unevaluatedProperties : nodes[index].unevaluatedItems
    else { return [] }
    let isEvaluated = check.evaluatedChildren(of: node.index, index)
    var found: [SchemaFailure] = []
    if isMapping {
      for (entry, isEvaluated) in zip(node.entries, isEvaluated) where !isEvaluated {
        if found.count >= Self.maximumFailures { break }
        if nodes[schema].rejectsAll {
          found.append(fail(.unknownKey(known: knownKeys(of: index)), entry.key, schema))
        } else {
          found += failures(entry.value, schema, Context(owner: entry.key))
        }
      }
    } else {
      for (element, isEvaluated) in zip(node.elements, isEvaluated) where !isEvaluated {
        if found.count >= Self.maximumFailures { break }
        found += failures(element, schema, Context())
      }
    }
    return found
  }

  /// Returns the keys named by a schema and by all schemas that it applies to the same value.
  private mutating func knownKeys(of root: Int) -> [String] {
    if let known = names.all[root] { return known }
    var found: [String] = []
    var known: Set<String> = []
    var pending = [root]
    var seen: Set<Int> = []
    while let index = pending.popLast() {
      guard seen.insert(index).inserted else { continue }
      let node = nodes[index]
      found += node.properties.map(\.name).filter { known.insert($0).inserted }
      let single = [node.reference, node.dynamicReference?.initial, node.condition, node.then, node.otherwise]
      pending += single.compactMap(\.self) + node.allOf + node.anyOf + node.oneOf
      pending += node.dependentSchemas.map(\.schema)
    }
    names.all[root] = found
    return found
  }
}
