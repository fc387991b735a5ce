import MockSpecDiagnostics
import MockSpecDocument

/// The slow pass, for values that the quick one refused: collects everything that is wrong.
extension SchemaCheck {
  /// - Parameters:
  ///   - owner: the key whose value this is; `nil` for the whole document.
  ///   - because: the sibling key on whose account this schema applies (`dependentSchemas`).
  func failures(_ node: Node, _ index: Int, owner: Node?, because: String? = nil) -> [SchemaFailure] {
    if isValid(node, index) { return [] }
    let rule = schema.nodes[index]
    if rule.rejectsAll { return [fail(.forbidden, node, index)] }
    if let types = rule.types, types.isDisjoint(with: TypeSet(of: node)) { return [wrongType(node, index)] }
    var found: [SchemaFailure] = []
    if !isChosen(node, rule) {
      let choices = rule.constant.map { [$0] } ?? rule.choices ?? []
      return [fail(.notOneOf(choices.filter(\.isScalar).map(\.text)), node, index)]
    }
    if let reference = rule.reference {
      found += failures(node, reference, owner: owner, because: because).map { named($0, by: index, about: node) }
    }
    switch node.kind {
    case .string: found += textFailures(node, index)
    case .integer, .float: if !isInRange(node, rule) { found.append(fail(.outOfRange(bounds(rule)), node, index)) }
    case .sequence: found += sequenceFailures(node, index)
    case .mapping: found += mappingFailures(node, index, owner: owner, because: because)
    case .null, .bool, .invalid: break
    }
    return found + combinationFailures(node, index, owner: owner, because: because)
  }

  private func textFailures(_ node: Node, _ index: Int) -> [SchemaFailure] {
    let rule = schema.nodes[index]
    let length = node.text.unicodeScalars.count
    if length < rule.lengths.minimum { return [fail(.tooShort(minimum: rule.lengths.minimum), node, index)] }
    if length > rule.lengths.maximum { return [fail(.tooLong(maximum: rule.lengths.maximum), node, index)] }
    guard let pattern = rule.pattern, !isValidText(node, rule) else { return [] }
    return [fail(.noMatch(pattern: pattern.pattern), node, index)]
  }

  /// `from 200 to 599`, `at least 1`, `more than 0 and less than 1`.
  private func bounds(_ rule: SchemaNode) -> String {
    func text(_ number: Double) -> String {
      number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }
    if let low = rule.minimum, let high = rule.maximum { return "from \(text(low)) to \(text(high))" }
    let parts = [
      rule.minimum.map { "at least \(text($0))" }, rule.exclusiveMinimum.map { "more than \(text($0))" },
      rule.maximum.map { "at most \(text($0))" }, rule.exclusiveMaximum.map { "less than \(text($0))" },
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }

  private func sequenceFailures(_ node: Node, _ index: Int) -> [SchemaFailure] {
    let rule = schema.nodes[index]
    var found: [SchemaFailure] = []
    var count = 0
    for element in node.elements {
      if let schema = itemSchema(rule, at: count) { found += failures(element, schema, owner: nil) }
      count += 1
    }
    if count < rule.itemCounts.minimum { found.append(fail(.tooFew(minimum: rule.itemCounts.minimum), node, index)) }
    if count > rule.itemCounts.maximum { found.append(fail(.tooMany(maximum: rule.itemCounts.maximum), node, index)) }
    if rule.uniqueItems, let pair = JSONEquality.firstRepeat(in: node) {
      found.append(fail(.repeated(first: pair.first.range), pair.second, index))
    }
    return found
  }

  private func mappingFailures(_ node: Node, _ index: Int, owner: Node?, because: String?) -> [SchemaFailure] {
    let rule = schema.nodes[index]
    var found: [SchemaFailure] = []
    var count = 0
    for (key, value) in node.entries {
      count += 1
      if let names = rule.propertyNames, !isValid(key, names) {
        found += failures(key, names, owner: nil).prefix(1).map { keyFailure($0, key) }
      }
      for schema in schemas(for: key, rule) {
        found += propertyFailures(key, value, schema, rule, because: because)
      }
    }
    let place = owner?.range ?? firstByte(of: node)
    if count < rule.propertyCounts.minimum {
      found.append(fail(.tooFew(minimum: rule.propertyCounts.minimum), node, index, at: place))
    }
    if count > rule.propertyCounts.maximum {
      found.append(fail(.tooMany(maximum: rule.propertyCounts.maximum), node, index, at: place))
    }
    var missing = rule.required
    for (key, required) in rule.dependentRequired where node.entry(key) != nil {
      missing += required.filter { !missing.contains($0) }
    }
    for name in missing where node.entry(name) == nil {
      found.append(fail(.missingKey(name), node, index, at: place))
    }
    for (key, schema) in rule.dependentSchemas where node.entry(key) != nil {
      found += failures(node, schema, owner: owner, because: key)
    }
    return found
  }

  private func propertyFailures(
    _ key: Node, _ value: Node, _ index: Int, _ rule: SchemaNode, because: String?
  ) -> [SchemaFailure] {
    guard schema.nodes[index].rejectsAll else { return failures(value, index, owner: key) }
    if let because { return [fail(.conflict(with: because), key, index)] }
    let isUnknown = rule.properties.schema(of: key) == nil
    return [fail(isUnknown ? .unknownKey(known: rule.properties.names) : .forbidden, key, index)]
  }

  private func keyFailure(_ failure: SchemaFailure, _ key: Node) -> SchemaFailure {
    SchemaFailure(
      reason: .badKey, node: key, range: key.range, expected: failure.expected, examples: failure.examples)
  }

  private func combinationFailures(_ node: Node, _ index: Int, owner: Node?, because: String?) -> [SchemaFailure] {
    let rule = schema.nodes[index]
    var found: [SchemaFailure] = []
    for branch in rule.allOf { found += failures(node, branch, owner: owner, because: because) }
    for branches in [rule.anyOf, rule.oneOf] where !branches.isEmpty {
      if branches.contains(where: { isValid(node, $0) }) {
        let matches = branches.count { isValid(node, $0) }
        if branches == rule.oneOf, matches > 1 { found.append(fail(.forbidden, node, index)) }
      } else {
        found += branchFailures(node, branches, index, owner: owner, because: because)
      }
    }
    if let not = rule.not, isValid(node, not) { found.append(fail(.forbidden, node, index)) }
    if let condition = rule.condition, let branch = isValid(node, condition) ? rule.then : rule.otherwise {
      found += failures(node, branch, owner: owner, because: because)
    }
    return found
  }

  /// The branch that the user meant: the one whose type fits; of several, the one with the fewest failures.
  private func branchFailures(
    _ node: Node, _ branches: [Int], _ index: Int, owner: Node?, because: String?
  ) -> [SchemaFailure] {
    let fitting = branches.filter { types(of: $0).map { !$0.isDisjoint(with: TypeSet(of: node)) } ?? true }
    if fitting.isEmpty { return [wrongType(node, index)] }
    let reports = fitting.map { failures(node, $0, owner: owner, because: because) }
    return reports.min { $0.count < $1.count } ?? []
  }

  /// The types that a schema allows by itself or by what it refers to.
  private func types(of index: Int) -> TypeSet? {
    let rule = schema.nodes[index]
    if let types = rule.types { return types }
    if let reference = rule.reference { return types(of: reference) }
    let branches = rule.oneOf + rule.anyOf
    guard !branches.isEmpty else { return nil }
    var union: TypeSet = []
    for branch in branches {
      guard let types = types(of: branch) else { return nil }
      union.formUnion(types)
    }
    return union
  }

  // MARK: - Making failures

  private func wrongType(_ node: Node, _ index: Int) -> SchemaFailure {
    let types = types(of: index) ?? []
    let isQuoted = node.kind == .string && (node.range.text.hasPrefix("\"") || node.range.text.hasPrefix("'"))
    let fits =
      switch node.kindWithoutQuotes {
      case .bool: types.contains(.boolean)
      case .integer: types.contains(.integer)
      case .float: types.contains(.fraction)
      default: false
      }
    return fail(.wrongType(fitsUnquoted: isQuoted && fits), node, index)
  }

  private func fail(
    _ reason: SchemaFailure.Reason, _ node: Node, _ index: Int, at range: SourceRange? = nil
  ) -> SchemaFailure {
    SchemaFailure(
      reason: reason, node: node, range: range ?? node.range, expected: title(of: index),
      examples: examples(of: index))
  }

  /// The schema nearest to the value names it best: `$ref` with a title beside it says more than its target.
  private func named(_ failure: SchemaFailure, by index: Int, about node: Node) -> SchemaFailure {
    guard failure.node.index == node.index, let title = schema.nodes[index].title else { return failure }
    let examples = schema.nodes[index].examples
    return SchemaFailure(
      reason: failure.reason, node: failure.node, range: failure.range, expected: title,
      examples: examples.isEmpty ? failure.examples : written(examples))
  }

  private func title(of index: Int) -> String? {
    let rule = schema.nodes[index]
    return rule.title ?? rule.reference.flatMap(title(of:))
  }

  private func examples(of index: Int) -> [String] {
    let rule = schema.nodes[index]
    if !rule.examples.isEmpty { return written(rule.examples) }
    return rule.reference.map(examples(of:)) ?? []
  }

  /// Scalars only: a mapping in one line teaches nobody.
  private func written(_ examples: [Node]) -> [String] {
    examples.filter(\.isScalar).prefix(3).map(\.text)
  }

  private func firstByte(of node: Node) -> SourceRange {
    let start = node.range.bytes.lowerBound
    return SourceRange(file: node.range.file, bytes: start..<start + 1)
  }
}
