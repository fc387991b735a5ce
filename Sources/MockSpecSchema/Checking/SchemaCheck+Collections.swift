import MockSpecDocument

extension SchemaCheck {
  @inline(never)
  mutating func isValidSequence(
    _ node: Int, _ rule: UnsafePointer<SequenceRule>, _ marks: EvaluatedMarks.Region
  ) -> Bool {
    let end = Int(records[node].next)
    let prefix = rule.pointee.prefix
    var child = node + 1
    var position = 0
    var contained = 0
    while child < end {
      let schema = position < prefix.count ? prefix[position] : rule.pointee.items
      if schema.mayFail, !isValid(child, schema.index, .none) { return false }
      if schema.exists { evaluated.mark(position, in: marks) }
      if rule.pointee.contains.exists, isValid(child, rule.pointee.contains) {
        contained += 1
        evaluated.mark(position, in: marks)
      }
      child = Int(records[child].next)
      position += 1
    }
    charge(position)
    if rule.pointee.contains.exists, !rule.pointee.containCounts.contains(contained) { return false }
    if !rule.pointee.counts.contains(position) { return false }
    return !rule.pointee.uniqueItems || isWithoutRepeats(node)
  }

  @inline(never)
  private mutating func isWithoutRepeats(_ node: Int) -> Bool {
    charge(16 * size(of: node))
    return JSONEquality.firstRepeat(in: Node(document: document, index: node)) == nil
  }

  /// Returns the size of a value, in nodes and parts of their texts.
  func size(of node: Int) -> Int {
    var size = 0
    for index in node..<Int(records[node].next) { size &+= 1 &+ Int(records[index].textLength) / 8 }
    return size
  }

  @inline(never)
  mutating func isValidMapping(
    _ node: Int, _ rule: UnsafePointer<MappingRule>, _ marks: EvaluatedMarks.Region
  ) -> Bool {
    let end = Int(records[node].next)
    var key = node + 1
    var position = 0
    var present: UInt64 = 0
    while key < end {
      let value = key + 1
      if case .invalid = records[key].kind {
        key = Int(records[value].next)
        continue
      }
      if rule.pointee.names.mayFail, !isValid(key, rule.pointee.names.index, .none) { return false }
      let name = tree.bytes(key)
      var isKnown = false
      if let slot = rule.pointee.properties.slot(hash: records[key].hash, name) {
        present |= slot.bit
        isKnown = slot.schema.exists
        if slot.schema.mayFail, !isValid(value, slot.schema.index, .none) { return false }
      }
      for pattern in rule.pointee.patterns where !isKnown || pattern.schema.mayFail {
        guard matches(pattern.pattern, name) else {
          if isExhausted { return false }
          continue
        }
        isKnown = true
        if !isValid(value, pattern.schema) { return false }
      }
      if !isKnown, rule.pointee.additional.exists {
        isKnown = true
        if !isValid(value, rule.pointee.additional) { return false }
      }
      if isKnown { evaluated.mark(position, in: marks) }
      key = Int(records[value].next)
      position += 1
    }
    charge(position)
    if !rule.pointee.counts.contains(position) { return false }
    return isComplete(node, rule, present, marks)
  }

  /// Checks the keywords that depend on which keys are present.
  @inline(__always)
  private mutating func isComplete(
    _ node: Int, _ rule: UnsafePointer<MappingRule>, _ present: UInt64, _ marks: EvaluatedMarks.Region
  ) -> Bool {
    if rule.pointee.required & ~present != 0 { return false }
    for (key, required) in rule.pointee.dependentRequired where present & key != 0 {
      if required & ~present != 0 { return false }
    }
    for (key, schema) in rule.pointee.dependentSchemas where present & key != 0 {
      if !isValid(node, schema, marks) { return false }
    }
    return rule.pointee.manyKeysNode < 0 || isCompleteBySet(node, Int(rule.pointee.manyKeysNode), marks)
  }

  /// Checks the same keywords for schemas that name more keys than there are bits.
  @inline(never)
  private mutating func isCompleteBySet(_ node: Int, _ index: Int, _ marks: EvaluatedMarks.Region) -> Bool {
    let keys = Set(Node(document: document, index: node).entries.map(\.key.text))
    charge(16 * keys.count + table.nodes[index].dependentRequired.count + table.nodes[index].dependentSchemas.count)
    if !table.nodes[index].required.allSatisfy(keys.contains) { return false }
    for (key, required) in table.nodes[index].dependentRequired where keys.contains(key) {
      if !required.allSatisfy(keys.contains) { return false }
    }
    for (key, schema) in table.nodes[index].dependentSchemas where keys.contains(key) {
      if !isValid(node, Int32(schema), marks) { return false }
    }
    return true
  }

  // MARK: - Schemas about the same value

  @inline(never)
  mutating func satisfies(_ steps: UnsafeBufferPointer<Step>, _ node: Int, _ marks: EvaluatedMarks.Region) -> Bool {
    charge(steps.count)
    for step in steps {
      switch step {
      case .all(let schema): if !isValid(node, schema, marks) { return false }
      case .dynamic(let name, let initial):
        if !isValid(node, dynamicTarget(name, initial), marks) { return false }
      case .any(let schemas): if !satisfiesAny(schemas, node, marks) { return false }
      case .one(let schemas): if !satisfiesOne(schemas, node, marks) { return false }
      case .not(let schema): if isValid(node, schema) { return false }
      case .condition(let condition, let then, let otherwise):
        if !then.exists, !otherwise.exists, !marks.isWanted { continue }
        if !isValid(node, isValidBranch(node, condition, marks) ? then : otherwise, marks) { return false }
      }
    }
    return true
  }

  private mutating func satisfiesAny(
    _ schemas: UnsafeBufferPointer<RuleReference>, _ node: Int, _ marks: EvaluatedMarks.Region
  ) -> Bool {
    var isMet = false
    charge(schemas.count)
    for schema in schemas where isValidBranch(node, schema, marks) {
      isMet = true
      if !marks.isWanted { break }
    }
    return isMet
  }

  private mutating func satisfiesOne(
    _ schemas: UnsafeBufferPointer<RuleReference>, _ node: Int, _ marks: EvaluatedMarks.Region
  ) -> Bool {
    var count = 0
    charge(schemas.count)
    for schema in schemas where isValidBranch(node, schema, marks) {
      count += 1
      if count > 1 { return false }
    }
    return count == 1
  }

  /// Checks a schema that is allowed to fail. Its marks are kept only if the value is valid.
  @inline(__always)
  private mutating func isValidBranch(
    _ node: Int, _ schema: RuleReference, _ marks: EvaluatedMarks.Region
  ) -> Bool {
    guard marks.isWanted else { return isValid(node, schema) }
    charge(marks.count / 16)
    let branch = evaluated.push(like: marks)
    defer { evaluated.pop(branch) }
    guard isValid(node, schema, branch) else { return false }
    evaluated.add(branch, to: marks)
    return true
  }
}
