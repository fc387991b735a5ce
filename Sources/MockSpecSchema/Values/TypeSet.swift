import MockSpecDocument

/// A set of JSON Schema types.
struct TypeSet: OptionSet, Sendable {
  let rawValue: UInt8

  static let object = TypeSet(rawValue: 1)
  static let array = TypeSet(rawValue: 2)
  static let string = TypeSet(rawValue: 4)
  static let integer = TypeSet(rawValue: 8)
  static let fraction = TypeSet(rawValue: 16)
  static let boolean = TypeSet(rawValue: 32)
  static let null = TypeSet(rawValue: 64)
  static let number: TypeSet = [.integer, .fraction]
  static let anything = TypeSet(rawValue: .max)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static let names = ["object", "array", "string", "integer", "number", "boolean", "null"]

  init?(name: String) {
    switch name {
    case "object": self = .object
    case "array": self = .array
    case "string": self = .string
    case "integer": self = .integer
    case "number": self = .number
    case "boolean": self = .boolean
    case "null": self = .null
    default: return nil
    }
  }

  /// Creates the set of types that a node has. A number with a zero fraction is an integer (Core §4.2.3). YAML's `.inf`
  /// and `.nan` have no type.
  init(of node: Node) { self = node.kind == .float ? node.withUTF8(TypeSet.init(ofFloat:)) : TypeSet(of: node.kind) }

  /// A description such as `an integer or null`; `nil` for the empty set and for all types.
  var description: String? {
    guard rawValue != 0, self != .anything else { return nil }
    var names: [String] = []
    if contains(.object) { names.append("a mapping") }
    if contains(.array) { names.append("a list") }
    if contains(.string) { names.append("text") }
    if contains(.number) { names.append("a number") } else if contains(.integer) { names.append("an integer") }
    if contains(.boolean) { names.append("a boolean") }
    if contains(.null) { names.append("null") }
    return names.count > 1 ? names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1] : names.first
  }

  /// Creates the set of types of a node kind. For a float, the type depends on the digits, too.
  @inline(__always)
  init(of kind: Node.Kind) {
    switch kind {
    case .mapping: self = .object
    case .sequence: self = .array
    case .string: self = .string
    case .integer: self = .integer
    case .float: self = .number
    case .bool: self = .boolean
    case .null: self = .null
    case .invalid: self = .anything
    }
  }

  init(ofFloat bytes: UnsafeBufferPointer<UInt8>) {
    if let quick = ScalarNumber(quickly: bytes) {
      self = quick.nearest.rounded() == quick.nearest ? .integer : .fraction
    } else if let decimal = DecimalNumber(String(decoding: bytes, as: UTF8.self)) {
      self = decimal.isInteger ? .integer : .fraction
    } else {
      self = []
    }
  }
}
