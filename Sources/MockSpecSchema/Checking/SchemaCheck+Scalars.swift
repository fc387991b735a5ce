import MockSpecDocument

extension SchemaCheck {
  mutating func isChosen(_ node: Int, _ kind: Node.Kind, _ choices: UnsafePointer<ChoiceRule>) -> Bool {
    switch kind {
    case .string:
      let bytes = tree.bytes(node)
      charge(choices.pointee.texts.count / 8)
      for text in choices.pointee.texts where text.equal(bytes) { return true }
      return false
    case .integer, .float:
      let numbers = choices.pointee.numbers
      if numbers.isEmpty { return false }
      charge(numbers.count / 4 + lengthOfLongNumber(node))
      guard let value = number(node) else { return false }
      for number in numbers where isEqual(node, value, number) { return true }
      return false
    case .null: return choices.pointee.hasNull
    case .bool:
      let isTrue = tree.bytes(node).first.map { $0 | 0x20 } == UInt8(ascii: "t")
      return isTrue ? choices.pointee.hasTrue : choices.pointee.hasFalse
    case .mapping, .sequence:
      charge(choices.pointee.collections.count * size(of: node))
      let node = Node(document: document, index: node)
      return choices.pointee.collections.contains { JSONEquality.areEqual(table.constants[Int($0)], node) }
    case .invalid: return true
    }
  }

  mutating func isValidText(_ node: Int, _ rule: UnsafePointer<TextRule>) -> Bool {
    let bytes = tree.bytes(node)
    charge(bytes.count / (rule.pointee.format == nil ? 64 : 2))
    if !isRightLength(bytes, rule.pointee.lengths) { return false }
    if rule.pointee.pattern >= 0, !matches(rule.pointee.pattern, bytes) { return false }
    if let format = rule.pointee.format { return format.matches(bytes) }
    return true
  }

  /// Checks a length in Unicode scalars. They are counted only if the number of bytes isn't conclusive.
  @inline(__always)
  func isRightLength(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: Limits) -> Bool {
    if bytes.count < limits.minimum { return false }
    if bytes.count <= limits.maximum, bytes.count >= limits.minimum &* 4 { return true }
    var count = 0
    for byte in bytes where byte & 0xC0 != 0x80 { count &+= 1 }
    return limits.contains(count)
  }

  /// Checks the range of a number. `.nan` is outside every range.
  mutating func isInRange(_ node: Int, _ rule: UnsafePointer<NumberRule>) -> Bool {
    charge(8 * lengthOfLongNumber(node))
    guard let value = number(node) else { return true }
    if let bound = rule.pointee.minimum, isBelow(node, value, bound) != false { return false }
    if let bound = rule.pointee.exclusiveMinimum, isAbove(node, value, bound) != true { return false }
    if let bound = rule.pointee.maximum, isAbove(node, value, bound) != false { return false }
    if let bound = rule.pointee.exclusiveMaximum, isBelow(node, value, bound) != true { return false }
    if let divisor = rule.pointee.multipleOf { return isMultiple(node, value, divisor) }
    return true
  }

  /// Returns the length of a number with many digits, or 0 for one that fits into a machine word.
  private func lengthOfLongNumber(_ node: Int) -> Int {
    let length = Int(records[node].textLength)
    return length > 17 ? length : 0
  }

  private func number(_ node: Int) -> ScalarNumber? {
    ScalarNumber(quickly: tree.bytes(node)) ?? ScalarNumber(Node(document: document, index: node))
  }

  private func isEqual(_ node: Int, _ value: ScalarNumber, _ bound: BoundRule) -> Bool {
    if value.nearest != bound.scalar.nearest { return false }
    if value.isExact && bound.scalar.isExact { return true }
    guard let mine = decimal(node), bound.decimal >= 0 else { return true }
    return mine == table.decimals[Int(bound.decimal)]
  }

  /// Compares a number with a bound. Returns `nil` if one of the two is `.nan`.
  private func isBelow(_ node: Int, _ value: ScalarNumber, _ bound: BoundRule) -> Bool? {
    if value.nearest.isNaN || bound.scalar.nearest.isNaN { return nil }
    if value.nearest != bound.scalar.nearest { return value.nearest < bound.scalar.nearest }
    if value.isExact && bound.scalar.isExact { return false }
    guard let mine = decimal(node), bound.decimal >= 0 else { return false }
    return mine < table.decimals[Int(bound.decimal)]
  }

  private func isAbove(_ node: Int, _ value: ScalarNumber, _ bound: BoundRule) -> Bool? {
    guard let isBelow = isBelow(node, value, bound) else { return nil }
    return !isBelow && !isEqual(node, value, bound)
  }

  private func isMultiple(_ node: Int, _ value: ScalarNumber, _ divisor: BoundRule) -> Bool {
    if value.isExact, divisor.scalar.isExact { return Int(value.nearest) % Int(divisor.scalar.nearest) == 0 }
    guard let mine = decimal(node), divisor.decimal >= 0 else { return false }
    return mine.isMultiple(of: table.decimals[Int(divisor.decimal)])
  }

  private func decimal(_ node: Int) -> DecimalNumber? {
    DecimalNumber(String(decoding: tree.bytes(node), as: UTF8.self))
  }
}
