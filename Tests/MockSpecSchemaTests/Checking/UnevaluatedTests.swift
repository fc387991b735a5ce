import MockSpecDocument
import MockSpecSchema
import Testing

/// `unevaluatedProperties` and `unevaluatedItems` (Core §11), and their failures.
struct UnevaluatedTests {
  typealias Case = SchemaKeywordTests.Case

  @Test(arguments: [
    Case(
      "{allOf: [{properties: {a: true}}], patternProperties: {^x-: true}, unevaluatedProperties: false}",
      valid: ["{}", "{a: 1, x-b: 1}", "1"], invalid: ["{b: 1}"]),
    Case(
      "{anyOf: [{properties: {a: {type: string}}}, {properties: {b: true}}], unevaluatedProperties: false}",
      valid: ["{a: x, b: 1}", "{b: 1}"], invalid: ["{a: 1, b: 1}", "{c: 1}"]),
    Case(
      "{if: {properties: {a: {const: 1}}, required: [a]}, then: {properties: {b: true}}, unevaluatedProperties: false}",
      valid: ["{a: 1, b: 1}", "{}"], invalid: ["{a: 2}", "{b: 1}"]),
    Case(
      "{dependentSchemas: {a: {properties: {a: true, b: true}}}, unevaluatedProperties: {type: integer}}",
      valid: ["{a: x, b: x}", "{b: 1}"], invalid: ["{b: x}"]),
    Case("{not: {properties: {a: true}}, unevaluatedProperties: false}", valid: [], invalid: ["{}", "{a: 1}"]),
    Case(
      "{allOf: [{unevaluatedProperties: true}], unevaluatedProperties: false}", valid: ["{a: 1}"], invalid: []),
    Case(
      "{prefixItems: [true], contains: {type: string}, unevaluatedItems: false}", valid: ["[1, a]", "[a]"],
      invalid: ["[1, 2, a]", "[1]"]),
    Case("{allOf: [{items: true}], unevaluatedItems: false}", valid: ["[1, 2]"]),
    Case("{minContains: 2, contains: {type: string}}", valid: ["[a, b]", "1"], invalid: ["[a]", "[]"]),
    Case("{maxContains: 1, contains: {type: string}}", valid: ["[a, 1]"], invalid: ["[a, b]", "[1]"]),
    Case("{minContains: 0, maxContains: 1, contains: {type: string}}", valid: ["[1]", "[]"], invalid: ["[a, b]"]),
  ])
  func `children that no other keyword evaluates are checked`(test: Case) throws { try test.check() }

  @Test func `more than 64 children are distinguished`() throws {
    let schema = try MockSpecSchemaTests.schema(
      "{prefixItems: [\(Array(repeating: "true", count: 130).joined(separator: ","))], unevaluatedItems: false}")
    let items = { (count: Int) in "[" + Array(repeating: "1", count: count).joined(separator: ", ") + "]" }
    #expect(schema.isValid(try document(items(130)).root))
    #expect(!schema.isValid(try document(items(131)).root))
  }

  @Test(arguments: [
    FailureCase(
      "a key that nothing knows", "{allOf: [{properties: {port: true}}], unevaluatedProperties: false}", "{1️⃣prot1️⃣: 1}",
      "unknown-key", "unknown key 'prot'", label: "did you mean 'port'?"),
    FailureCase(
      "only what is wrong elsewhere",
      "{allOf: [{properties: {a: {title: text, type: string}}}], unevaluatedProperties: false}",
      "{a: 1️⃣11️⃣, b: 2}", "wrong-type", "expected text, found 1"),
    FailureCase(
      "a value of the wrong type", "{unevaluatedItems: {title: text, type: string}}", "[1️⃣11️⃣]", "wrong-type",
      "expected text, found 1"),
    FailureCase(
      "an element too many", "{prefixItems: [true], unevaluatedItems: false}", "[1, 1️⃣21️⃣]", "bad-value",
      "2 isn't allowed here"),
    FailureCase(
      "too few of a kind", "{title: a list of steps, contains: {title: a pause, const: pause}}", "1️⃣[a]1️⃣", "too-few",
      "expected at least 1 element matching a pause in a list of steps, found none"),
    FailureCase(
      "too many of a kind", "{contains: {const: a}, maxContains: 1}", "1️⃣[a, a]1️⃣", "too-many",
      "expected at most 1 element matching a schema in a list, found 2"),
    FailureCase(
      "no multiple", "{title: a price, multipleOf: 0.01}", "1️⃣1.0051️⃣", "bad-value",
      "expected a price, a multiple of 0.01, found 1.005"),
  ])
  func `failures are reported`(failure: FailureCase) throws { try failure.check() }
}
