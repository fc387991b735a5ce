import MockSpecDocument

/// JSON Schema's types as bits.
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

  /// The types that a node has; a number with a zero fraction is an integer (JSON Schema Core §4.2.3), and YAML's
  /// `.inf` and `.nan` are of no type.
  init(of node: Node) { self = node.kind == .float ? node.withUTF8(TypeSet.init(ofFloat:)) : TypeSet(of: node.kind) }

  /// Of anything but a float, for which the digits must be looked at.
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
