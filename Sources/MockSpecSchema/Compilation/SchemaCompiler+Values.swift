import MockSpecDiagnostics
import MockSpecDocument

/// What the values of keywords must be.
extension SchemaCompiler {
  static func types(_ value: Node) throws(SchemaError) -> TypeSet {
    var types: TypeSet = []
    for name in value.kind == .sequence ? try list(value) : [value] {
      guard let type = TypeSet(name: name.text) else {
        throw SchemaError(name, "unknown type '\(name.text)'", help: typeHelp(name.text))
      }
      types.formUnion(type)
    }
    return types
  }

  /// Also for `int` and `bool`, as other languages shorten them.
  private static func typeHelp(_ name: String) -> String {
    let isShort = { (type: String) in name.count > 2 && type.hasPrefix(name.lowercased()) }
    let near = TypeSet.names.first(where: isShort) ?? Suggestion.nearest(to: name, among: TypeSet.names)
    return near.map { "did you mean '\($0)'?" } ?? "types are: \(TypeSet.names.joined(separator: ", "))"
  }

  /// Thousands of usual patterns, or what four of the largest take.
  private static let mostInstructions = 1 << 18

  mutating func pattern(_ value: Node) throws(SchemaError) -> RegularExpression {
    let text = try SchemaError.text(of: value)
    let pattern: RegularExpression
    do throws(RegularExpressionError) {
      pattern = try RegularExpression(text)
    } catch {
      throw SchemaError(value, error.message, patternRange: error.range)
    }
    instructionCount += pattern.instructionCount
    guard instructionCount <= Self.mostInstructions else {
      throw SchemaError(value, "the schema's patterns need more than \(Self.mostInstructions) instructions up to here")
    }
    return pattern
  }

  static func count(_ value: Node) throws(SchemaError) -> Int {
    guard let number = value.doubleValue, let count = Int(exactly: number), count >= 0 else {
      throw SchemaError(value, "a count is expected")
    }
    return count
  }

  static func number(_ value: Node) throws(SchemaError) -> Bound {
    guard let number = ScalarNumber(value) else { throw SchemaError(value, "a number is expected") }
    return Bound(scalar: number, decimal: DecimalNumber(value.text))
  }

  private static let mostDivisorDigits = 64

  static func divisor(_ value: Node) throws(SchemaError) -> Bound {
    let number = try number(value)
    guard let decimal = number.decimal, let zero = DecimalNumber("0"), decimal > zero else {
      throw SchemaError(value, "a number above 0 is expected")
    }
    // A division costs as many steps as both numbers have digits, multiplied.
    guard decimal.digits.count <= mostDivisorDigits else {
      throw SchemaError(value, "a number of at most \(mostDivisorDigits) digits is expected")
    }
    return number
  }

  static func truth(_ value: Node) throws(SchemaError) -> Bool {
    guard let truth = value.boolValue else { throw SchemaError(value, "true or false is expected") }
    return truth
  }

  static func list(_ value: Node) throws(SchemaError) -> [Node] {
    guard value.kind == .sequence else { throw SchemaError(value, "a list is expected") }
    return Array(value.elements)
  }

  static func texts(_ value: Node) throws(SchemaError) -> [String] {
    var texts: [String] = []
    for element in try list(value) { texts.append(try SchemaError.text(of: element)) }
    return texts
  }

  static func entries(_ value: Node) throws(SchemaError) -> Node.Entries {
    guard value.kind == .mapping else { throw SchemaError(value, "a mapping is expected") }
    return value.entries
  }
}
