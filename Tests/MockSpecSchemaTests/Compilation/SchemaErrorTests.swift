import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import Testing

/// Invalid schemas are reported when they are compiled.
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
    Case("{type: string, multipelOf: 2}", "f:1:16: keyword 'multipelOf' isn't supported"),
    Case("$defs: {unused: {formatt: email}}", "f:1:18: keyword 'formatt' isn't supported"),
    Case("type: text", "f:1:7: unknown type 'text'"), Case("type: [string, nil]", "f:1:16: unknown type 'nil'"),
    Case("[]", "f:1:1: expected a schema (a mapping, true or false), found a list"),
    Case("items: 3", "f:1:8: expected a schema (a mapping, true or false), found 3"),
    Case("minLength: -1", "f:1:12: expected a whole number of at least 0, found -1"),
    Case("maxItems: 1.5", "f:1:11: expected a whole number of at least 0, found 1.5"),
    Case("minProperties: a", "f:1:16: expected a whole number of at least 0, found 'a'"),
    Case("minimum: a", "f:1:10: expected a number, found 'a'"),
    Case("uniqueItems: 1", "f:1:14: expected true or false, found 1"),
    Case("required: a", "f:1:11: expected a list, found 'a'"),
    Case("enum: a", "f:1:7: expected a list, found 'a'"),
    Case("anyOf: {type: string}", "f:1:8: expected a list, found a mapping"),
    Case("dependentRequired: {a: b}", "f:1:24: expected a list, found 'b'"),
    Case("properties: []", "f:1:13: expected a mapping, found a list"),
    Case("patternProperties: {'(': true}", "f:1:21: '(' opens a group that isn't closed: expected ')'"),
    Case("pattern: '[a'", "f:1:10: '[' opens a character class that isn't closed: expected ']'"),
    Case("$ref: '#/$defs/a'", "f:1:7: '#/$defs/a' doesn't exist"),
    Case("{$ref: '#/allOf/1', allOf: [true]}", "f:1:8: '#/allOf/1' doesn't exist"),
    Case("$ref: other.json", "f:1:7: unknown schema 'other.json'"),
    Case("{$id: 'http://a/b/', $ref: ../c#d}", "f:1:28: unknown schema 'http://a/c'"),
    Case("$ref: '#name'", "f:1:7: '#name' doesn't exist"), Case("$ref: 3", "f:1:7: expected text, found 3"),
    Case("{$id: 'a#b'}", "f:1:7: expected an identifier without a fragment, found 'a#b'"),
    Case(
      "{$id: a, $defs: {x: {$id: b}, y: {$id: b}}}", "f:1:27: duplicate identifier 'b'"),
    Case("{$anchor: a, not: {$anchor: a}}", "f:1:29: duplicate anchor 'a'"),
    Case(
      "$schema: http://json-schema.org/draft-07/schema#",
      "f:1:10: unknown metaschema 'http://json-schema.org/draft-07/schema#': expected 'https://json-schema.org/draft/2020-12/schema'"
    ),
    Case("multipleOf: 0", "f:1:13: expected a number above 0, found 0"),
    Case("multipleOf: -1", "f:1:13: expected a number above 0, found -1"),
    Case("required: [1]", "f:1:12: expected text, found 1"),
  ])
  func `the message and the location are reported`(test: Case) throws {
    let document = try document(test.schema)
    let error = #expect(throws: SchemaError.self) {
      try Schema(document, options: SchemaOptions(unknownKeywords: .refused))
    }
    #expect(error?.description == test.description)
  }

  @Test(arguments: [
    ("int", "did you mean 'integer'?"), ("bool", "did you mean 'boolean'?"), ("strin", "did you mean 'string'?"),
    ("Object", "did you mean 'object'?"), ("x", "one of: object, array, string, integer, number, boolean, null"),
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
  func `a circle of references to schemas of the same value is an error`(text: String) throws {
    let document = try document(text)
    let error = #expect(throws: SchemaError.self) { try Schema(document) }
    #expect(error?.message == "circular reference, or more than 32 schemas that apply each other to the same value")
  }

  @Test(arguments: [
    "properties: {a: {$ref: '#'}}", "items: {$ref: '#'}", "additionalProperties: {$ref: '#'}",
    "prefixItems: [{$ref: '#'}]",
    "patternProperties: {a: {$ref: '#'}}", "{if: true, properties: {a: {anyOf: [{$ref: '#'}, {type: string}]}}}",
  ])
  func `a recursive schema of nested values is valid`(text: String) throws {
    #expect(throws: Never.self) { try schema(text) }
  }

  @Test(arguments: [30, 100])
  func `the length of a chain of references is limited`(length: Int) throws {
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

  @Test func `two chains that together exceed the limit are an error`() throws {
    func chain(_ name: String, to end: String) -> String {
      let steps = (0..<20).map { "  \(name)\($0): {$ref: '#/$defs/\(name)\($0 + 1)'}\n" }
      return steps.joined() + "  \(name)20: \(end)\n"
    }
    let alone = try document("$defs:\n" + chain("a", to: "true"))
    #expect(throws: Never.self) { try Schema(alone) }
    let both = try document("$defs:\n" + chain("a", to: "true") + chain("b", to: "{$ref: '#/$defs/a0'}"))
    #expect(throws: SchemaError.self) { try Schema(both) }
  }

  @Test func `the error contains the range of the keyword and of a mistake inside a pattern`() throws {
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
