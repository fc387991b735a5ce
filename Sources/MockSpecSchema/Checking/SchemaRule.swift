/// One schema as plain memory, for the quick pass: what most schemas don't have lies elsewhere and is found by pointer.
struct SchemaRule {
  var types = TypeSet.anything
  /// Whether the types are all there is.
  var isPlain = true
  var resource: Int32 = 0
  var text: UnsafePointer<TextRule>?
  var number: UnsafePointer<NumberRule>?
  var sequence: UnsafePointer<SequenceRule>?
  var mapping: UnsafePointer<MappingRule>?
  var choices: UnsafePointer<ChoiceRule>?
  var steps = UnsafeBufferPointer<Step>(start: nil, count: 0)
}

/// Another schema from a rule's point of view: an index, or what needs no look.
struct RuleReference: Equatable {
  let index: Int32

  static let none = RuleReference(index: -1)
  /// There is a schema, and anything meets it.
  static let always = RuleReference(index: -2)

  var exists: Bool { index != -1 }
  var mayFail: Bool { index >= 0 }
}

struct TextRule {
  var lengths: Limits
  /// Among the table's patterns.
  var pattern: Int32
  var format: Format?
}

struct NumberRule {
  var minimum: BoundRule?
  var maximum: BoundRule?
  var exclusiveMinimum: BoundRule?
  var exclusiveMaximum: BoundRule?
  var multipleOf: BoundRule?
}

struct BoundRule {
  var scalar: ScalarNumber
  /// Among the table's decimals.
  var decimal: Int32
}

struct ChoiceRule {
  var texts: UnsafeBufferPointer<Bytes>
  var numbers: UnsafeBufferPointer<BoundRule>
  /// `null`, `true` and `false`.
  var hasNull = false
  var hasTrue = false
  var hasFalse = false
  /// Collections, among the table's constants.
  var collections: Range<Int32>
}

struct SequenceRule {
  var prefix: UnsafeBufferPointer<RuleReference>
  var items: RuleReference
  var contains: RuleReference
  var containCounts: Limits
  var counts: Limits
  var uniqueItems: Bool
  var unevaluated: RuleReference
}

struct MappingRule {
  var properties: PropertyTable
  var patterns: UnsafeBufferPointer<PatternRule>
  var additional: RuleReference
  var names: RuleReference
  var counts: Limits
  var unevaluated: RuleReference
  /// Of the keys that the table has a bit for.
  var required: UInt64 = 0
  var dependentRequired: UnsafeBufferPointer<(key: UInt64, required: UInt64)>
  var dependentSchemas: UnsafeBufferPointer<(key: UInt64, schema: RuleReference)>
  /// The node, where it names more keys than there are bits.
  var unusual: Int32 = -1
}

struct PatternRule {
  /// Among the table's patterns.
  var pattern: Int32
  var schema: RuleReference
}

/// Another schema about the same value.
enum Step {
  case all(RuleReference)
  case dynamic(name: Int32, initial: RuleReference)
  case any(UnsafeBufferPointer<RuleReference>)
  case one(UnsafeBufferPointer<RuleReference>)
  case not(RuleReference)
  case condition(RuleReference, then: RuleReference, otherwise: RuleReference)
}
