import MockSpecDiagnostics
import MockSpecDocument

/// Reads and checks the values of keywords.
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

  /// Suggests a type, also for the short names of other languages, such as `int` and `bool`.
  private static func typeHelp(_ name: String) -> String {
    let isShort = { (type: String) in name.count > 2 && type.hasPrefix(name.lowercased()) }
    let near = TypeSet.names.first(where: isShort) ?? Suggestion.nearest(to: name, among: TypeSet.names)
    return near.map { "did you mean '\($0)'?" } ?? "one of: \(TypeSet.names.joined(separator: ", "))"
  }

  /// Maximum number of instructions of all patterns. It is enough for thousands of usual patterns, or four of the
  /// largest ones.
  private static let maximumInstructions = 1 << 18

  mutating func pattern(_ value: Node) throws(SchemaError) -> RegularExpression {
    let text = try SchemaError.text(of: value)
    let pattern: RegularExpression
    do throws(RegularExpressionError) {
      pattern = try RegularExpression(text)
    } catch {
      throw SchemaError(value, error.message, patternRange: error.range)
    }
    instructionCount += pattern.instructionCount
    guard instructionCount <= Self.maximumInstructions else {
      throw SchemaError(
        value, "the patterns of the schema are too large: at most \(Self.maximumInstructions) instructions")
    }
    return pattern
  }

  static func count(_ value: Node) throws(SchemaError) -> Int {
    guard let number = value.doubleValue, let count = Int(exactly: number), count >= 0 else {
      throw SchemaError(value, expected: "a whole number of at least 0")
    }
    return count
  }

  static func number(_ value: Node) throws(SchemaError) -> Bound {
    guard let number = ScalarNumber(value) else { throw SchemaError(value, expected: "a number") }
    return Bound(scalar: number, decimal: DecimalNumber(value.text))
  }

  private static let maximumDivisorDigits = 64

  static func divisor(_ value: Node) throws(SchemaError) -> Bound {
    let number = try number(value)
    guard let decimal = number.decimal, let zero = DecimalNumber("0"), decimal > zero else {
      throw SchemaError(value, expected: "a number above 0")
    }
    // The time of a division is proportional to the product of the numbers of digits.
    guard decimal.digits.count <= maximumDivisorDigits else {
      throw SchemaError(value, expected: "a number of at most \(maximumDivisorDigits) digits")
    }
    return number
  }

  static func truth(_ value: Node) throws(SchemaError) -> Bool {
    guard let truth = value.boolValue else { throw SchemaError(value, expected: "true or false") }
    return truth
  }

  static func list(_ value: Node) throws(SchemaError) -> [Node] {
    guard value.kind == .sequence else { throw SchemaError(value, expected: "a list") }
    return Array(value.elements)
  }

  static func texts(_ value: Node) throws(SchemaError) -> [String] {
    var texts: [String] = []
    for element in try list(value) { texts.append(try SchemaError.text(of: element)) }
    return texts
  }

  static func entries(_ value: Node) throws(SchemaError) -> Node.Entries {
    guard value.kind == .mapping else { throw SchemaError(value, expected: "a mapping") }
    return value.entries
  }
}
