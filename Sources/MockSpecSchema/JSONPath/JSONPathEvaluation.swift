import MockSpecDocument

/// One evaluation of a path over a document. Nodes are indexes, since they are visited without reference counting then.
///
/// The lists of nodes grow by segments, without recursion; filters in filters recurse, as deep as the parser allows.
struct JSONPathEvaluation {
  struct StepLimit: Error {}

  private let tree: DocumentTree
  private let root: Node
  /// The steps left; negative if they didn't suffice.
  private(set) var steps: Int
  /// The last pattern from the document, since a filter often uses the same one for each node.
  private var lastPattern: (text: String, isWhole: Bool, expression: RegularExpression?)?

  init(tree: DocumentTree, root: Node, steps: Int) {
    (self.tree, self.root, self.steps) = (tree, root, steps)
  }

  /// Returns the selected nodes; `nil` if the steps don't suffice.
  mutating func result(of query: JSONPath.Query) -> [Node]? {
    do throws(StepLimit) {
      let places = try nodes(query, at: root.index)
      // Callers copy the texts, and a node can be selected many times.
      for place in places { try charge(Int(tree.records[place].textLength) / 64) }
      return places.map { Node(document: root.document, index: $0) }
    } catch {
      return nil
    }
  }

  private mutating func charge(_ count: Int) throws(StepLimit) {
    steps -= count
    if steps < 0 { throw StepLimit() }
  }

  // MARK: - Nodes

  private func next(_ place: Int) -> Int { Int(tree.records[place].next) }

  /// The elements of an array, or the values of an object.
  private struct Children: Sequence, IteratorProtocol {
    let records: UnsafePointer<Record>
    var place: Int
    let end: Int
    /// The number of keys before each child.
    let keys: Int

    mutating func next() -> Int? {
      let child = place + keys
      guard child < end else { return nil }
      place = Int(records[child].next)
      return child
    }
  }

  private func children(_ place: Int) -> Children {
    Children(
      records: tree.records, place: place + 1, end: next(place), keys: tree.records[place].kind == .mapping ? 1 : 0)
  }

  private func isArray(_ place: Int) -> Bool { tree.records[place].kind == .sequence }

  private mutating func count(_ place: Int) throws(StepLimit) -> Int {
    let count = children(place).reduce(0) { count, _ in count + 1 }
    try charge(count)
    return count
  }

  private mutating func nodes(_ query: JSONPath.Query, at current: Int) throws(StepLimit) -> [Int] {
    var nodes = [query.isRelative ? current : root.index]
    for segment in query.segments {
      var selected: [Int] = []
      for node in nodes {
        // In document order. Keys are among the descendants, too, but have no children.
        for place in node..<(segment.isDescendant ? next(node) : node + 1) {
          try charge(1)
          for selector in segment.selectors { try select(selector, place, into: &selected) }
        }
      }
      nodes = selected
    }
    return nodes
  }

  /// Returns the node of a singular query.
  private mutating func node(_ query: JSONPath.Query, at current: Int) throws(StepLimit) -> Int? {
    var place = query.isRelative ? current : root.index
    for segment in query.segments {
      try charge(1)
      let found: Int? =
        switch segment.selectors[0] {
        case .name(let name, let hash): try member(name, hash, of: place)
        case .index(let index): try element(index, of: place)
        case .wildcard, .slice, .filter: nil
        }
      guard let found else { return nil }
      place = found
    }
    return place
  }

  private mutating func select(
    _ selector: JSONPath.Selector, _ place: Int, into selected: inout [Int]
  ) throws(StepLimit) {
    switch selector {
    case .name(let name, let hash): if let child = try member(name, hash, of: place) { selected.append(child) }
    case .index(let index): if let child = try element(index, of: place) { selected.append(child) }
    case .wildcard:
      for child in children(place) {
        try charge(1)
        selected.append(child)
      }
    case .slice(let start, let end, let step):
      guard isArray(place) else { return }
      let elements = Array(children(place))
      try charge(elements.count)
      for index in Self.indexes(start, end, step, count: elements.count) {
        try charge(1)
        selected.append(elements[index])
      }
    case .filter(let filter):
      for child in children(place) {
        try charge(1)
        if try holds(filter, child) { selected.append(child) }
      }
    }
  }

  private mutating func member(_ name: [UInt8], _ hash: UInt32, of place: Int) throws(StepLimit) -> Int? {
    guard tree.records[place].kind == .mapping else { return nil }
    for child in children(place) {
      try charge(1)
      if tree.records[child - 1].hash == hash, tree.bytes(child - 1).elementsEqual(name) { return child }
    }
    return nil
  }

  private mutating func element(_ index: Int, of place: Int) throws(StepLimit) -> Int? {
    guard isArray(place) else { return nil }
    var left = index < 0 ? try count(place) + index : index
    guard left >= 0 else { return nil }
    for child in children(place) {
      try charge(1)
      if left == 0 { return child }
      left -= 1
    }
    return nil
  }

  /// Returns the indexes of a slice (RFC 9535 §2.3.4.2.2).
  private static func indexes(_ start: Int?, _ end: Int?, _ step: Int, count: Int) -> StrideTo<Int> {
    func index(_ bound: Int?, orElse other: Int, _ allowed: ClosedRange<Int>) -> Int {
      guard let bound else { return other }
      return min(max(bound < 0 ? bound + count : bound, allowed.lowerBound), allowed.upperBound)
    }
    if step == 0 { return stride(from: 0, to: 0, by: 1) }
    return step > 0
      ? stride(from: index(start, orElse: 0, 0...count), to: index(end, orElse: count, 0...count), by: step)
      : stride(
        from: index(start, orElse: count - 1, -1...count - 1), to: index(end, orElse: -1, -1...count - 1), by: step)
  }

  // MARK: - Filters

  private mutating func holds(_ filter: JSONPath.Filter, _ current: Int) throws(StepLimit) -> Bool {
    switch filter {
    case .any(let filters):
      for filter in filters where try holds(filter, current) { return true }
      return false
    case .all(let filters):
      for filter in filters where try !holds(filter, current) { return false }
      return true
    case .not(let filter): return try !holds(filter, current)
    case .exists(let query):
      return query.isSingular ? try node(query, at: current) != nil : try !nodes(query, at: current).isEmpty
    case .matches(let text, let pattern, let isWhole, let compiled):
      guard let text = try string(text, current) else { return false }
      var expression = compiled
      if expression == nil {
        guard let pattern = try string(pattern, current) else { return false }
        expression = try self.expression(pattern.text, isWhole: isWhole)
      }
      guard let expression else { return false }
      return try matches(expression, text)
    case .comparison(let left, let relation, let right):
      return try compare(try value(left, current), relation, try value(right, current))
    }
  }

  private enum Value {
    case nothing
    case node(Node)
    case count(Int)
  }

  private mutating func value(_ operand: JSONPath.Operand, _ current: Int) throws(StepLimit) -> Value {
    switch operand {
    case .constant(let node): return .node(node)
    case .node(let query): return try value(at: node(query, at: current))
    case .only(let query):
      let nodes = try nodes(query, at: current)
      return try value(at: nodes.count == 1 ? nodes[0] : nil)
    case .count(let query): return .count(try nodes(query, at: current).count)
    case .length(let operand):
      guard case .node(let node) = try value(operand, current) else { return .nothing }
      switch node.kind {
      case .string: return .count(node.withUTF8 { $0.count { $0 & 0xC0 != 0x80 } })
      case .mapping, .sequence: return .count(try count(node.index))
      case .integer, .float, .bool, .null, .invalid: return .nothing
      }
    }
  }

  private mutating func value(at place: Int?) throws(StepLimit) -> Value {
    guard let place else { return .nothing }
    // Comparing a long text takes longer.
    try charge(1 + Int(tree.records[place].textLength) / 16)
    return .node(Node(document: root.document, index: place))
  }

  private mutating func string(_ operand: JSONPath.Operand, _ current: Int) throws(StepLimit) -> Node? {
    if case .node(let node) = try value(operand, current), node.kind == .string { node } else { nil }
  }

  private mutating func compare(
    _ left: Value, _ relation: JSONPath.Relation, _ right: Value
  ) throws(StepLimit) -> Bool {
    if let order = Self.order(left, right) {
      return switch relation {
      case .equal: order == 0
      case .unequal: order != 0
      case .below: order < 0
      case .above: order > 0
      case .atMost: order <= 0
      case .atLeast: order >= 0
      }
    }
    return switch relation {
    case .equal: try areEqual(left, right)
    case .unequal: try !areEqual(left, right)
    case .below: isBelow(left, right)
    case .above: isBelow(right, left)
    case .atMost: isBelow(left, right) ? true : try areEqual(left, right)
    case .atLeast: isBelow(right, left) ? true : try areEqual(left, right)
    }
  }

  /// Compares values that aren't both numbers.
  private mutating func areEqual(_ left: Value, _ right: Value) throws(StepLimit) -> Bool {
    switch (left, right) {
    case (.nothing, .nothing): return true
    case (.node(let left), .node(let right)):
      // Literals are scalars.
      if !left.isScalar, !right.isScalar {
        try charge(4 * min(next(left.index) - left.index, next(right.index) - right.index))
      }
      return JSONEquality.areEqual(left, right)
    default: return false
    }
  }

  /// Compares values that aren't both numbers. Only texts have an order.
  private func isBelow(_ left: Value, _ right: Value) -> Bool {
    guard case .node(let left) = left, case .node(let right) = right, left.kind == .string, right.kind == .string else {
      return false
    }
    // The order of UTF-8 bytes is that of the characters.
    return left.withUTF8 { left in right.withUTF8 { left.lexicographicallyPrecedes($0) } }
  }

  /// Compares numbers by their exact values.
  ///
  /// - Returns: A number below, equal to or above 0; `nil` if one of the values isn't a number.
  private static func order(_ left: Value, _ right: Value) -> Int? {
    guard let mine = number(left), let theirs = number(right) else { return nil }
    if mine.nearest != theirs.nearest { return mine.nearest < theirs.nearest ? -1 : 1 }
    if mine.isExact, theirs.isExact { return 0 }
    guard let mine = decimal(left), let theirs = decimal(right) else { return nil }
    return mine == theirs ? 0 : mine < theirs ? -1 : 1
  }

  private static func number(_ value: Value) -> ScalarNumber? {
    switch value {
    case .nothing: nil
    case .count(let count): ScalarNumber(nearest: Double(count), isExact: true)
    case .node(let node): node.kind == .integer || node.kind == .float ? ScalarNumber(node) : nil
    }
  }

  private static func decimal(_ value: Value) -> DecimalNumber? {
    switch value {
    case .nothing: nil
    case .count(let count): DecimalNumber(String(count))
    case .node(let node): DecimalNumber(node.text)
    }
  }

  // MARK: - Patterns

  /// The number of bytes, or of simulated instructions, that count as one step.
  private static let matchSteps = 16

  private mutating func matches(_ expression: RegularExpression, _ text: Node) throws(StepLimit) -> Bool {
    let allowed = Self.matchSteps * max(0, steps)
    var left = allowed
    let isMatch = text.withUTF8 { expression.matches(utf8: $0, steps: &left) }
    try charge(1 + (allowed - left) / Self.matchSteps)
    guard let isMatch else { throw StepLimit() }
    return isMatch
  }

  /// Returns the expression of a pattern in the document; `nil` if it isn't valid, so that it matches nothing.
  private mutating func expression(_ pattern: String, isWhole: Bool) throws(StepLimit) -> RegularExpression? {
    if let lastPattern, lastPattern.isWhole == isWhole, lastPattern.text.utf8.elementsEqual(pattern.utf8) {
      return lastPattern.expression
    }
    try charge(pattern.utf8.count)
    var expression: RegularExpression?
    if let pattern = try? InteroperablePattern(pattern) {
      expression = try? pattern.compiled(isWhole: isWhole)
      // For the program and its table, which are built anew; for a program that is too large, for its part.
      try charge(expression.map { min(256 * $0.instructionCount, 65_536) } ?? 8192)
    }
    lastPattern = (pattern, isWhole, expression)
    return expression
  }
}
