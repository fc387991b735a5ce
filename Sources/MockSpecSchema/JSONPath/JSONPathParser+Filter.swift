import MockSpecDiagnostics
import MockSpecDocument

// Filters (RFC 9535 §2.3.5) and functions (§2.4), with the check that they are well-typed.
extension JSONPathParser {
  /// A part of a filter whose use isn't known yet.
  private enum Part {
    case literal(Node, text: StringLiteral?)
    case query(JSONPath.Query)
    /// A function that has a value.
    case value(JSONPath.Operand)
    /// A function that is a condition.
    case condition(JSONPath.Filter)
  }

  mutating func filter() throws(JSONPathError) -> JSONPath.Filter {
    var choices = [try conjunction()]
    while takeOperator("||") { choices.append(try conjunction()) }
    return choices.count == 1 ? choices[0] : .any(choices)
  }

  private mutating func conjunction() throws(JSONPathError) -> JSONPath.Filter {
    var conditions = [try condition()]
    while takeOperator("&&") { conditions.append(try condition()) }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  /// Takes an operator with the blanks around it.
  private mutating func takeOperator(_ text: String) -> Bool {
    let end = position
    skipBlanks()
    guard take(text) else {
      position = end
      return false
    }
    skipBlanks()
    return true
  }

  private mutating func condition() throws(JSONPathError) -> JSONPath.Filter {
    let isNegated = take("!")
    if isNegated { skipBlanks() }
    if peek() == UInt8(ascii: "(") {
      let inner = try nested { parser throws(JSONPathError) in
        parser.skipBlanks()
        let filter = try parser.filter()
        parser.skipBlanks()
        guard parser.take(")") else { throw parser.unexpected("')', '&&' or '||'") }
        return filter
      }
      return isNegated ? .not(inner) : inner
    }
    let start = position
    let left = try part(isNegated ? "a path or a function after '!'" : "a condition, as in @.name == 'a'")
    let end = position
    skipBlanks()
    if peek() == UInt8(ascii: "<"), peek(1) == UInt8(ascii: ">") { throw unexpected("'!='") }
    if !isNegated, let relation = JSONPath.Relation.allCases.first(where: { take($0.rawValue) }) {
      let next = position
      position = end
      let first = try operand(left, start)
      position = next
      skipBlanks()
      let second = position
      let right = try part("a value after '\(relation.rawValue)'")
      return .comparison(first, relation, try operand(right, second))
    }
    position = end
    let test = try test(left, start)
    return isNegated ? .not(test) : test
  }

  /// Returns a part as a condition of its own.
  private func test(_ part: Part, _ start: Int) throws(JSONPathError) -> JSONPath.Filter {
    switch part {
    case .query(let query): return .exists(query)
    case .condition(let filter): return filter
    case .literal, .value:
      throw error(start, "\(shown(start)) alone isn't a condition", help: "compare it, as in \(text(start)) == 1")
    }
  }

  /// Returns a part as one value.
  private func operand(_ part: Part, _ start: Int) throws(JSONPathError) -> JSONPath.Operand {
    switch part {
    case .literal(let node, _): return .constant(node)
    case .value(let operand): return operand
    case .query(let query) where query.isSingular: return .node(query)
    case .query:
      throw error(
        start, "\(shown(start)) can have several values: expected one value",
        help: "write a filter of its own, as in \(text(start))[?@ == 1], or value(\(text(start))) for the only value")
    case .condition:
      throw error(
        start, "\(shown(start)) is true or false, and has no value",
        help: "remove the comparison; for the opposite, write '!' before the function")
    }
  }

  private mutating func part(_ expected: String) throws(JSONPathError) -> Part {
    switch peek() {
    case UInt8(ascii: "@"), UInt8(ascii: "$"):
      position += 1
      return .query(JSONPath.Query(isRelative: bytes[position - 1] == UInt8(ascii: "@"), segments: try segments()))
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      let literal = try string()
      var json = JSONText()
      json.string(literal.text)
      return .literal(Self.node(json.bytes), text: literal)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .literal(Self.node(try number()), text: nil)
    case UInt8(ascii: "/"):
      throw unexpected(expected, help: "write match(@.name, '…') for the whole text, or search(@.name, '…') for a part")
    case let byte where isInName(byte, isFirst: true): return try word()
    default: throw unexpected(expected)
    }
  }

  private static func node(_ json: some Sequence<UInt8>) -> Node {
    guard let document = DocumentParser.parseJSON(Array(json)) else { preconditionFailure("a literal is JSON") }
    return document.root
  }

  /// Parses `true`, `false`, `null` or a function.
  private mutating func word() throws(JSONPathError) -> Part {
    let start = position
    while isInName(peek()) { position += 1 }
    let name = text(start)
    if peek() == UInt8(ascii: "(") { return try function(name, start) }
    if ["true", "false", "null"].contains(name) { return .literal(Self.node(name.utf8), text: nil) }
    let literal = ["none": "null", "nil": "null", "undefined": "null"][name.lowercased()] ?? name.lowercased()
    let isLiteral = ["true", "false", "null"].contains(literal)
    throw error(
      start, "expected a value, found \(shown(start))",
      help: isLiteral
        ? "write \(literal)" : "write @.\(Excerpt.of(name)) for a member, or '\(Excerpt.of(name))' for a text")
  }

  private mutating func function(_ name: String, _ start: Int) throws(JSONPathError) -> Part {
    let counts = ["length": 1, "count": 1, "value": 1, "match": 2, "search": 2]
    guard let count = counts[name] else {
      let near = Suggestion.nearest(to: name, among: counts.keys.sorted())
      throw error(
        start, "unknown function '\(Excerpt.of(name))'",
        help: near.map { "did you mean '\($0)'?" } ?? "there are length, count, match, search and value")
    }
    let arguments = try nested { parser throws(JSONPathError) in
      var arguments: [(part: Part, range: Range<Int>)] = []
      repeat {
        parser.skipBlanks()
        let start = parser.position
        let part = try parser.part("a path or a value as an argument of '\(name)'")
        arguments.append((part, start..<parser.position))
        parser.skipBlanks()
      } while parser.take(",")
      guard parser.take(")") else { throw parser.unexpected("',' or ')'") }
      return arguments
    }
    guard arguments.count == count else {
      throw error(start, "expected \(count) argument\(count == 1 ? "" : "s") of '\(name)', found \(arguments.count)")
    }
    // The checks of arguments report them, and not the whole function.
    let end = position
    defer { position = end }
    position = arguments[0].range.upperBound
    let (first, range) = arguments[0]
    switch name {
    case "length": return .value(.length(try operand(first, range.lowerBound)))
    case "count": return .value(.count(try nodes(first, range.lowerBound, name)))
    case "value": return .value(.only(try nodes(first, range.lowerBound, name)))
    default:
      let text = try operand(first, range.lowerBound)
      let (second, range) = arguments[1]
      position = range.upperBound
      let pattern = try operand(second, range.lowerBound)
      var compiled: RegularExpression?
      if case .literal(_, let literal?) = second {
        compiled = try expression(literal, range, isWhole: name == "match")
        instructionCount += compiled?.instructionCount ?? 0
      }
      return .condition(.matches(text, pattern: pattern, isWhole: name == "match", compiled: compiled))
    }
  }

  private func nodes(_ part: Part, _ start: Int, _ function: String) throws(JSONPathError) -> JSONPath.Query {
    if case .query(let query) = part { return query }
    throw error(start, "expected a path as the argument of '\(function)', found \(shown(start))")
  }

  /// Compiles a literal pattern. An error is at its place inside the literal.
  private func expression(
    _ literal: StringLiteral, _ range: Range<Int>, isWhole: Bool
  ) throws(JSONPathError) -> RegularExpression {
    let pattern: InteroperablePattern
    do throws(JSONPathError) {
      pattern = try InteroperablePattern(literal.text)
    } catch {
      let start = literal.offsets[error.range.lowerBound]
      throw JSONPathError(
        range: start..<literal.offsets[error.range.upperBound], message: error.message, help: error.help)
    }
    do throws(RegularExpressionError) {
      return try pattern.compiled(isWhole: isWhole)
    } catch {
      throw JSONPathError(range: range, message: error.message, help: error.help)
    }
  }

  /// The text from a start to the position.
  func text(_ start: Int) -> String { Excerpt.of(bytes[start..<position]) }

  private func shown(_ start: Int) -> String { "'\(text(start))'" }
}
