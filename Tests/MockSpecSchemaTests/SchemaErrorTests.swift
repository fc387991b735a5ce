import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import Testing

/// A schema that can't be meant is refused when it is compiled, never passed over and never a crash.
struct SchemaErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var schema: String
    var description: String

    init(_ schema: String, _ description: String) {
      self.schema = schema
      self.description = description
    }

    var testDescription: String { schema }
  }

  @Test(arguments: [
    Case("{type: string, multipelOf: 2}", "f:1:16: keyword 'multipelOf' is not supported"),
    Case("$defs: {unused: {formatt: email}}", "f:1:18: keyword 'formatt' is not supported"),
    Case("type: text", "f:1:7: unknown type 'text'"), Case("type: [string, nil]", "f:1:16: unknown type 'nil'"),
    Case("[]", "f:1:1: a schema is a mapping, true or false"),
    Case("items: 3", "f:1:8: a schema is a mapping, true or false"),
    Case("minLength: -1", "f:1:12: a count is expected"), Case("maxItems: 1.5", "f:1:11: a count is expected"),
    Case("minProperties: a", "f:1:16: a count is expected"), Case("minimum: a", "f:1:10: a number is expected"),
    Case("uniqueItems: 1", "f:1:14: true or false is expected"), Case("required: a", "f:1:11: a list is expected"),
    Case("enum: a", "f:1:7: a list is expected"), Case("anyOf: {type: string}", "f:1:8: a list is expected"),
    Case("dependentRequired: {a: b}", "f:1:24: a list is expected"),
    Case("properties: []", "f:1:13: a mapping is expected"),
    Case("patternProperties: {'(': true}", "f:1:21: '(' opens a group that no ')' closes"),
    Case("pattern: '[a'", "f:1:10: '[' opens a class that no ']' closes"),
    Case("$ref: '#/$defs/a'", "f:1:7: nothing stands at '#/$defs/a'"),
    Case("{$ref: '#/allOf/1', allOf: [true]}", "f:1:8: nothing stands at '#/allOf/1'"),
    Case("$ref: other.json", "f:1:7: no schema is known at 'other.json'"),
    Case("{$id: 'http://a/b/', $ref: ../c#d}", "f:1:28: no schema is known at 'http://a/c'"),
    Case("$ref: '#name'", "f:1:7: nothing stands at '#name'"), Case("$ref: 3", "f:1:7: text is expected"),
    Case("{$id: 'a#b'}", "f:1:7: an identifier has no fragment"),
    Case(
      "{$id: a, $defs: {x: {$id: b}, y: {$id: b}}}", "f:1:27: 'b' is the identifier of another schema, too"),
    Case("{$anchor: a, not: {$anchor: a}}", "f:1:29: anchor 'a' is there twice"),
    Case(
      "$schema: http://json-schema.org/draft-07/schema#",
      "f:1:10: metaschema 'http://json-schema.org/draft-07/schema#' is not known; 'https://json-schema.org/draft/2020-12/schema' is"
    ),
    Case("multipleOf: 0", "f:1:13: a number above 0 is expected"),
    Case("multipleOf: -1", "f:1:13: a number above 0 is expected"),
    Case("required: [1]", "f:1:12: text is expected"),
  ])
  func `it says what is wrong and where`(test: Case) throws {
    let document = try document(test.schema)
    let error = #expect(throws: SchemaError.self) {
      try Schema(document, options: SchemaOptions(unknownKeywords: .refused))
    }
    #expect(error?.description == test.description)
  }

  @Test(arguments: [
    ("int", "did you mean 'integer'?"), ("bool", "did you mean 'boolean'?"), ("strin", "did you mean 'string'?"),
    ("Object", "did you mean 'object'?"), ("x", "types are: object, array, string, integer, number, boolean, null"),
  ])
  func `an unknown type has a suggestion`(name: String, help: String) throws {
    let document = try document("type: \(name)")
    let error = #expect(throws: SchemaError.self) { try Schema(document, options: SchemaOptions()) }
    #expect(error?.help == help)
  }

  @Test(arguments: [
    "$ref: '#'", "{$ref: '#/$defs/a', $defs: {a: {$ref: '#/$defs/b'}, b: {allOf: [{$ref: '#/$defs/a'}]}}}",
    "not: {$ref: '#'}", "anyOf: [true, {$ref: '#'}]", "if: {$ref: '#'}", "dependentSchemas: {a: {$ref: '#'}}",
  ])
  func `a circle of references about the same value is refused`(text: String) throws {
    let document = try document(text)
    let error = #expect(throws: SchemaError.self) { try Schema(document) }
    #expect(error?.message == "schemas refer to each other in a circle, or over more than 32 steps")
  }

  @Test(arguments: [
    "properties: {a: {$ref: '#'}}", "items: {$ref: '#'}", "additionalProperties: {$ref: '#'}",
    "prefixItems: [{$ref: '#'}]",
    "patternProperties: {a: {$ref: '#'}}", "{if: true, properties: {a: {anyOf: [{$ref: '#'}, {type: string}]}}}",
  ])
  func `a circle that goes down into the value is none`(text: String) throws {
    #expect(throws: Never.self) { try schema(text) }
  }

  @Test(arguments: [30, 100])
  func `a chain of references ends or is refused`(length: Int) throws {
    let chain = (0..<length).map { "  a\($0): {$ref: '#/$defs/a\($0 + 1)'}\n" }.joined()
    let document = try document("$ref: '#/$defs/a0'\n$defs:\n\(chain)  a\(length): {type: string}\n")
    if length == 30 {
      let schema = try Schema(document)
      #expect(schema.isValid(try MockSpecSchemaTests.document("a").root))
      #expect(!schema.isValid(try MockSpecSchemaTests.document("1").root))
    } else {
      #expect(throws: SchemaError.self) { try Schema(document) }
    }
  }

  @Test func `two chains that are short enough alone are refused as one`() throws {
    func chain(_ name: String, to end: String) -> String {
      let steps = (0..<20).map { "  \(name)\($0): {$ref: '#/$defs/\(name)\($0 + 1)'}\n" }
      return steps.joined() + "  \(name)20: \(end)\n"
    }
    let alone = try document("$defs:\n" + chain("a", to: "true"))
    #expect(throws: Never.self) { try Schema(alone) }
    let both = try document("$defs:\n" + chain("a", to: "true") + chain("b", to: "{$ref: '#/$defs/a0'}"))
    #expect(throws: SchemaError.self) { try Schema(both) }
  }

  @Test func `it keeps the range, and that of a mistake inside of a pattern`() throws {
    let text = try document("{type: string, pattern: 'ab(c'}")
    let error = #expect(throws: SchemaError.self) { try Schema(text) }
    #expect(error?.range.text == "'ab(c'")
    #expect(error?.patternRange == 2..<3)
    let other = try document("minLength: -1")
    let plain = #expect(throws: SchemaError.self) { try Schema(other) }
    #expect(plain?.range.text == "-1")
    #expect(plain?.patternRange == nil)
  }
}
