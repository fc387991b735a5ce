import MockSpecDocument
import MockSpecSchema
import Testing

/// Valid and invalid values for each keyword (JSON Schema 2020-12, Core and Validation).
struct SchemaKeywordTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var schema: String
    var valid: [String]
    var invalid: [String]

    init(_ schema: String, valid: [String], invalid: [String] = []) {
      self.schema = schema
      self.valid = valid
      self.invalid = invalid
    }

    var testDescription: String { schema }

    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let schema = try MockSpecSchemaTests.schema(schema)
      for (texts, expected) in [(valid, true), (invalid, false)] {
        for text in texts {
          let root = try document(text).root
          #expect(schema.isValid(root) == expected, "\(text)", sourceLocation: sourceLocation)
          #expect(schema.failures(in: root).isEmpty == expected, "\(text)", sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test(arguments: [
    Case("true", valid: ["1", "a", "{}", "~"]), Case("{}", valid: ["1", "a", "{}", "~", ".nan"]),
    Case("false", valid: [], invalid: ["1", "a", "{}", "~"]),
    Case("type: object", valid: ["{}", "{a: 1}"], invalid: ["[]", "a", "~"]),
    Case("type: array", valid: ["[]", "[1]"], invalid: ["{}", "a"]),
    Case("type: string", valid: ["a", "'1'", "''"], invalid: ["1", "true", "~", "[a]"]),
    Case("type: integer", valid: ["1", "-1", "1.0", "1e3", "0x1F"], invalid: ["1.5", "'1'", ".inf", ".nan", "1e-3"]),
    Case(
      "type: number", valid: ["1", "1.5", "-1e-3", "1e400"], invalid: ["'1'", "a", "true", ".inf", "-.inf", ".nan"]),
    Case("type: boolean", valid: ["true", "False"], invalid: ["'true'", "1", "yes"]),
    Case("type: 'null'", valid: ["~", "null"], invalid: ["''", "0", "false"]),
    Case("type: [string, 'null']", valid: ["a", "~"], invalid: ["1", "[]"]),
    Case(
      "enum: [a, 1, ~, [b], {c: 1}]", valid: ["a", "1.0", "~", "[b]", "{c: 1.0}"], invalid: ["b", "'1'", "[c]", "{}"]),
    Case("enum: []", valid: [], invalid: ["a", "1"]),
    Case("const: {a: [1, 2]}", valid: ["{a: [1, 2.0]}"], invalid: ["{a: [2, 1]}", "{a: [1, 2], b: 3}", "{}"]),
    Case("{const: 1, enum: [1, 2]}", valid: ["1"], invalid: ["2"]),
  ])
  func `types and values`(test: Case) throws { try test.check() }

  @Test(arguments: [
    Case("minLength: 2", valid: ["ab", "日本", "e\u{301}", "1"], invalid: ["a", "''", "😀"]),
    Case("maxLength: 2", valid: ["ab", "''", "😀😀", "123"], invalid: ["abc", "e\u{301}x"]),
    Case("{minLength: 3, maxLength: 2}", valid: ["1"], invalid: ["ab", "abc"]),
    Case("{maxLength: 2, minLength: 2.0}", valid: ["ab"], invalid: ["a", "abc"]),
    Case("pattern: b+", valid: ["abbc", "1"], invalid: ["ac", "''"]),
    Case("pattern: ^[a-z]+$", valid: ["abc"], invalid: ["abC", "'a b'"]),
    Case("minimum: 1", valid: ["1", "1.5", "a"], invalid: ["0", "0.99", "-5"]),
    Case("maximum: 1", valid: ["1", "-1", "a"], invalid: ["1.01", "2"]),
    Case("exclusiveMinimum: 1", valid: ["1.1"], invalid: ["1", "0"]),
    Case("exclusiveMaximum: 1", valid: ["0.9"], invalid: ["1", "1.0"]),
    Case("multipleOf: 0.1", valid: ["1.3", "0", "-2", "1e308", "a"], invalid: ["1.35", "0.01", ".inf"]),
    Case("multipleOf: 3", valid: ["9", "9.0", "-3", "0x9"], invalid: ["10", "1"]),
    Case(
      "exclusiveMaximum: 972783798187987123879878123.18878137", valid: ["972783798187987123879878123.18878136"],
      invalid: ["972783798187987123879878123.188781371", "972783798187987123879878123.18878137"]),
    Case("minimum: 9007199254740993", valid: ["9007199254740993"], invalid: ["9007199254740992"]),
    Case("{minimum: 0, maximum: 599}", valid: ["0", "599"], invalid: ["-1", "600", ".nan"]),
  ])
  func `text and numbers`(test: Case) throws { try test.check() }

  @Test(arguments: [
    Case("items: {type: integer}", valid: ["[]", "[1, 2]", "a", "{}"], invalid: ["[1, a]", "[[]]"]),
    Case(
      "{prefixItems: [{type: integer}], items: {type: string}}", valid: ["[]", "[1, a]"], invalid: ["[a]", "[1, 2]"]),
    Case("{prefixItems: [true], items: false}", valid: ["[]", "[1]"], invalid: ["[1, 2]"]),
    Case("minItems: 1", valid: ["[1]", "a"], invalid: ["[]"]),
    Case("maxItems: 1", valid: ["[]", "[1]"], invalid: ["[1, 2]"]),
    Case("{minItems: 2, maxItems: 1}", valid: ["a"], invalid: ["[]", "[1]", "[1, 2]"]),
    Case(
      "uniqueItems: true", valid: ["[]", "[1, 2]", "[1, '1']", "[[1], [2]]"], invalid: ["[1, 1.0]", "[{a: 1}, {a: 1}]"]),
    Case("uniqueItems: false", valid: ["[1, 1]"]),
  ])
  func `lists`(test: Case) throws { try test.check() }

  @Test(arguments: [
    Case("properties: {a: {type: integer}}", valid: ["{}", "{a: 1}", "{b: x}", "[a]"], invalid: ["{a: x}"]),
    Case("patternProperties: {^x-: {type: integer}}", valid: ["{x-a: 1}", "{a: b}"], invalid: ["{x-a: b}"]),
    Case(
      "{properties: {a: true}, patternProperties: {^x-: true}, additionalProperties: false}",
      valid: ["{}", "{a: 1, x-b: 2}"], invalid: ["{b: 1}", "{xa: 1}"]),
    Case("additionalProperties: {type: integer}", valid: ["{a: 1}"], invalid: ["{a: b}"]),
    Case(
      "{properties: {a: {minimum: 2}}, patternProperties: {a: {maximum: 3}}}", valid: ["{a: 2}", "{a: 3}"],
      invalid: ["{a: 1}", "{a: 4}"]),
    Case("required: [a, b]", valid: ["{a: 1, b: ~}", "[]"], invalid: ["{a: 1}", "{}"]),
    Case("minProperties: 1", valid: ["{a: 1}", "[]"], invalid: ["{}"]),
    Case("maxProperties: 1", valid: ["{}", "{a: 1}"], invalid: ["{a: 1, b: 2}"]),
    Case("{maxProperties: 0, minProperties: 1}", valid: ["a"], invalid: ["{}", "{a: 1}"]),
    Case("propertyNames: {pattern: ^a}", valid: ["{}", "{ab: 1}"], invalid: ["{b: 1}", "{ab: 1, b: 1}"]),
    Case("dependentRequired: {a: [b]}", valid: ["{}", "{b: 1}", "{a: 1, b: 1}"], invalid: ["{a: 1}"]),
    Case(
      "dependentSchemas: {a: {properties: {b: false}}}", valid: ["{a: 1}", "{b: 1}"], invalid: ["{a: 1, b: 1}"]),
  ])
  func `mappings`(test: Case) throws { try test.check() }

  @Test(arguments: [
    Case("allOf: [{minimum: 1}, {maximum: 3}]", valid: ["1", "3"], invalid: ["0", "4"]),
    Case("anyOf: [{maximum: 1}, {minimum: 3}]", valid: ["1", "3"], invalid: ["2"]),
    Case("oneOf: [{maximum: 2}, {minimum: 2}]", valid: ["1", "3"], invalid: ["2"]),
    Case("oneOf: [{type: string}, {type: integer}]", valid: ["a", "1"], invalid: ["1.5", "~"]),
    Case("not: {type: string}", valid: ["1"], invalid: ["a"]),
    Case(
      "{if: {required: [a]}, then: {required: [b]}, else: {required: [c]}}", valid: ["{a: 1, b: 1}", "{c: 1}"],
      invalid: ["{a: 1}", "{}", "{b: 1}"]),
    Case("{if: {required: [a]}, then: {required: [b]}}", valid: ["{}", "{a: 1, b: 1}"], invalid: ["{a: 1}"]),
    Case("then: false", valid: ["1"]),
    Case("{$ref: '#/$defs/n', maximum: 5, $defs: {n: {minimum: 1}}}", valid: ["1", "5"], invalid: ["0", "6"]),
    Case("{$ref: '#/$defs/a~1b~0', $defs: {a/b~: {type: string}}}", valid: ["a"], invalid: ["1"]),
    Case("{$ref: '#/allOf/1', allOf: [true, {type: string}]}", valid: ["a"], invalid: ["1"]),
  ])
  func `combinations`(test: Case) throws { try test.check() }

  @Test func `a recursive schema checks nested values`() throws {
    let tree = "{type: object, additionalProperties: false, properties: {v: {type: integer}, next: {$ref: '#'}}}"
    let deep = String(repeating: "{v: 1, next: ", count: 60) + "{v: 1}" + String(repeating: "}", count: 60)
    try Case(tree, valid: ["{}", deep], invalid: [deep.replacing("{v: 1}}", with: "{v: a}}")]).check()
  }

  @Test func `values with syntax errors are ignored`() throws {
    let parsed = DocumentParser.parse(Array("a: *nowhere".utf8), path: "f", format: .yaml)
    let root = try #require(parsed.document?.root)
    #expect(try schema("properties: {a: {type: integer, minimum: 3}}").isValid(root))
  }
}
