import MockSpecDocument

/// The quick pass: is it valid, yes or no.
///
/// Nesting is bounded by the document's own depth limit, since every recursion here but `$ref`, `allOf` and their like
/// descends one level, and how far those lead at one level the compiler has checked.
struct SchemaCheck {
  let schema: Schema

  func isValid(_ node: Node, _ index: Int) -> Bool {
    let rule = schema.nodes[index]
    if node.kind == .invalid { return true }
    if rule.rejectsAll { return false }
    if let types = rule.types, types.isDisjoint(with: TypeSet(of: node)) { return false }
    if !isChosen(node, rule) { return false }
    if let reference = rule.reference, !isValid(node, reference) { return false }

    switch node.kind {
    case .string: if !isValidText(node, rule) { return false }
    case .integer, .float: if !isInRange(node, rule) { return false }
    case .sequence: if !isValidSequence(node, rule) { return false }
    case .mapping: if !isValidMapping(node, rule) { return false }
    case .null, .bool, .invalid: break
    }
    return meetsCombinations(node, rule)
  }

  func isChosen(_ node: Node, _ rule: SchemaNode) -> Bool {
    if let constant = rule.constant, !JSONEquality.areEqual(constant, node) { return false }
    return rule.choices?.contains { JSONEquality.areEqual($0, node) } ?? true
  }

  func isValidText(_ node: Node, _ rule: SchemaNode) -> Bool {
    if rule.lengths != Limits(), !rule.lengths.contains(node.text.unicodeScalars.count) { return false }
    guard let pattern = rule.pattern else { return true }
    return node.withUTF8 { pattern.matches(utf8: $0) }
  }

  func isInRange(_ node: Node, _ rule: SchemaNode) -> Bool {
    guard let value = node.doubleValue else { return true }
    if let minimum = rule.minimum, !(value >= minimum) { return false }
    if let maximum = rule.maximum, !(value <= maximum) { return false }
    if let minimum = rule.exclusiveMinimum, !(value > minimum) { return false }
    if let maximum = rule.exclusiveMaximum, !(value < maximum) { return false }
    return true
  }

  private func isValidSequence(_ node: Node, _ rule: SchemaNode) -> Bool {
    var count = 0
    for element in node.elements {
      if let schema = itemSchema(rule, at: count), !isValid(element, schema) { return false }
      count += 1
    }
    return rule.itemCounts.contains(count) && !(rule.uniqueItems && JSONEquality.firstRepeat(in: node) != nil)
  }

  func itemSchema(_ rule: SchemaNode, at index: Int) -> Int? {
    index < rule.prefixItems.count ? rule.prefixItems[index] : rule.items
  }

  private func isValidMapping(_ node: Node, _ rule: SchemaNode) -> Bool {
    var count = 0
    for (key, value) in node.entries {
      count += 1
      if let names = rule.propertyNames, !isValid(key, names) { return false }
      for schema in schemas(for: key, rule) where !isValid(value, schema) { return false }
    }
    if !rule.propertyCounts.contains(count) { return false }
    if rule.required.contains(where: { node.entry($0) == nil }) { return false }
    for (key, required) in rule.dependentRequired where node.entry(key) != nil {
      if required.contains(where: { node.entry($0) == nil }) { return false }
    }
    for (key, schema) in rule.dependentSchemas where node.entry(key) != nil && !isValid(node, schema) { return false }
    return true
  }

  /// `properties`, `patternProperties` and, where neither speaks, `additionalProperties` (Core §10.3.2).
  func schemas(for key: Node, _ rule: SchemaNode) -> [Int] {
    var result: [Int] = []
    if let schema = rule.properties.schema(of: key) { result.append(schema) }
    for (pattern, schema) in rule.patternProperties where key.withUTF8({ pattern.matches(utf8: $0) }) {
      result.append(schema)
    }
    if result.isEmpty, let additional = rule.additionalProperties { result.append(additional) }
    return result
  }

  private func meetsCombinations(_ node: Node, _ rule: SchemaNode) -> Bool {
    if !rule.allOf.allSatisfy({ isValid(node, $0) }) { return false }
    if !rule.anyOf.isEmpty, !rule.anyOf.contains(where: { isValid(node, $0) }) { return false }
    if !rule.oneOf.isEmpty, rule.oneOf.count(where: { isValid(node, $0) }) != 1 { return false }
    if let not = rule.not, isValid(node, not) { return false }
    if let condition = rule.condition, let branch = isValid(node, condition) ? rule.then : rule.otherwise {
      return isValid(node, branch)
    }
    return true
  }
}
