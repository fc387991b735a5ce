/// One schema in trivial memory, for `SchemaCheck`. Parts that most schemas don't have are stored out of line.
struct SchemaRule {
  var types = TypeSet.anything
  /// Whether the types are the only constraint.
  var isPlain = true
  var resource: Int32 = 0
  var text: UnsafePointer<TextRule>?
  var number: UnsafePointer<NumberRule>?
  var sequence: UnsafePointer<SequenceRule>?
  var mapping: UnsafePointer<MappingRule>?
  var choices: UnsafePointer<ChoiceRule>?
  var steps = UnsafeBufferPointer<Step>(start: nil, count: 0)
}

/// A reference from a rule to another schema: an index, or a value that needs no check.
struct RuleReference: Equatable {
  let index: Int32

  static let none = RuleReference(index: -1)
  /// A schema that accepts every value.
  static let always = RuleReference(index: -2)

  var exists: Bool { index != -1 }
  var mayFail: Bool { index >= 0 }
}

/// Constraints for strings.
struct TextRule {
  var lengths: Limits
  /// An index in the table's patterns; negative if there is none.
  var pattern: Int32
  var format: Format?
}

/// Constraints for numbers.
struct NumberRule {
  var minimum: BoundRule?
  var maximum: BoundRule?
  var exclusiveMinimum: BoundRule?
  var exclusiveMaximum: BoundRule?
  var multipleOf: BoundRule?
}

/// A number of the schema.
struct BoundRule {
  var scalar: ScalarNumber
  /// An index in the table's decimals; negative if there is none.
  var decimal: Int32
}

/// The values that `enum` and `const` allow.
struct ChoiceRule {
  var texts: UnsafeBufferPointer<BorrowedBytes>
  var numbers: UnsafeBufferPointer<BoundRule>
  var hasNull = false
  var hasTrue = false
  var hasFalse = false
  /// The mappings and sequences, as indices in the table's constants.
  var collections: Range<Int32>
}

/// Constraints for sequences.
struct SequenceRule {
  var prefix: UnsafeBufferPointer<RuleReference>
  var items: RuleReference
  var contains: RuleReference
  var containCounts: Limits
  var counts: Limits
  var uniqueItems: Bool
  var unevaluated: RuleReference
}

/// Constraints for mappings.
struct MappingRule {
  var properties: PropertyTable
  var patterns: UnsafeBufferPointer<PatternRule>
  var additional: RuleReference
  var names: RuleReference
  var counts: Limits
  var unevaluated: RuleReference
  /// The bits of the required keys.
  var required: UInt64 = 0
  var dependentRequired: UnsafeBufferPointer<(key: UInt64, required: UInt64)>
  var dependentSchemas: UnsafeBufferPointer<(key: UInt64, schema: RuleReference)>
  /// The index of the node if the schema names more keys than there are bits; otherwise negative.
  var manyKeysNode: Int32 = -1
}

/// One entry of `patternProperties`.
struct PatternRule {
  /// An index in the table's patterns.
  var pattern: Int32
  var schema: RuleReference
}

/// A keyword that applies other schemas to the same value.
enum Step {
  case all(RuleReference)
  case dynamic(name: Int32, initial: RuleReference)
  case any(UnsafeBufferPointer<RuleReference>)
  case one(UnsafeBufferPointer<RuleReference>)
  case not(RuleReference)
  case condition(RuleReference, then: RuleReference, otherwise: RuleReference)
}
