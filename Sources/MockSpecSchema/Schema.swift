import MockSpecDiagnostics
package import MockSpecDocument

/// A JSON Schema (2020-12), compiled once and then immutable: a flat table of nodes that name each other by index, so
/// that recursive schemas need no cycles of references.
package struct Schema: Sendable {
  let nodes: [SchemaNode]
  /// The whole document is the first schema.
  let root = 0

  /// Compiles a schema document.
  ///
  /// - Throws: `SchemaError` for a keyword or a reference that isn't known, or a pattern that doesn't compile.
  package init(_ document: Document) throws(SchemaError) {
    var compiler = SchemaCompiler()
    nodes = try compiler.compile(document.root)
  }

  /// Whether the document's node is valid; stops at the first failure.
  package func isValid(_ node: Node) -> Bool { SchemaCheck(schema: self).isValid(node, root) }

  /// Everything that is wrong, in the document's order; empty if and only if `isValid`.
  package func failures(in node: Node) -> [SchemaFailure] {
    if isValid(node) { return [] }
    let found = SchemaCheck(schema: self).failures(node, root, owner: nil)
    let keyed = found.enumerated().map { (key: ($1.range.bytes.lowerBound, $0), value: $1) }
    return keyed.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// The schema itself is wrong.
package struct SchemaError: Error, CustomStringConvertible {
  /// `path:line:column`.
  package let place: String
  package let message: String
  package var description: String { "\(place): \(message)" }
}

/// One schema with its keywords, and what it says of itself for error messages.
struct SchemaNode: Sendable {
  /// `false`: nothing is valid.
  var rejectsAll = false
  var types: TypeSet?
  var constant: Node?
  var choices: [Node]?
  var pattern: RegularExpression?
  var lengths = Limits()
  var minimum: Double?
  var maximum: Double?
  var exclusiveMinimum: Double?
  var exclusiveMaximum: Double?
  var itemCounts = Limits()
  var uniqueItems = false
  var propertyCounts = Limits()
  var required: [String] = []
  var properties = PropertyTable()
  var patternProperties: [(pattern: RegularExpression, schema: Int)] = []
  var additionalProperties: Int?
  var propertyNames: Int?
  var prefixItems: [Int] = []
  var items: Int?
  var allOf: [Int] = []
  var anyOf: [Int] = []
  var oneOf: [Int] = []
  var not: Int?
  var condition: Int?
  var then: Int?
  var otherwise: Int?
  var reference: Int?
  var dependentRequired: [(key: String, required: [String])] = []
  var dependentSchemas: [(key: String, schema: Int)] = []

  var title: String?
  var examples: [Node] = []
}

/// How many there may be. Nothing meets a minimum above the maximum.
struct Limits: Sendable, Equatable {
  var minimum = 0
  var maximum = Int.max

  func contains(_ count: Int) -> Bool { count >= minimum && count <= maximum }
}

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
  init(of node: Node) {
    switch node.kind {
    case .mapping: self = .object
    case .sequence: self = .array
    case .string: self = .string
    case .integer: self = .integer
    case .float:
      let value = node.doubleValue ?? .nan
      if value.isFinite {
        self = value.rounded() == value ? .integer : .fraction
      } else {
        self = DecimalNumber(node.text) == nil ? [] : .integer
      }
    case .bool: self = .boolean
    case .null: self = .null
    case .invalid: self = TypeSet(rawValue: .max)
    }
  }
}

/// Property name → schema, found by the hash that every key carries already.
struct PropertyTable: Sendable {
  private(set) var names: [String] = []
  private var slots: [UInt32: [(name: String, schema: Int)]] = [:]

  mutating func add(_ name: String, _ schema: Int) {
    names.append(name)
    slots[keyHash(name.utf8), default: []].append((name, schema))
  }

  func schema(of key: Node) -> Int? {
    guard let candidates = slots[key.keyHash] else { return nil }
    return candidates.first { key.hasText($0.name) }?.schema
  }
}
