import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// References (JSON Schema 2020-12, Core §8 and §9).
struct SchemaReferenceTests {
  typealias Case = SchemaKeywordTests.Case

  @Test(arguments: [
    Case("{$ref: '#a', $defs: {x: {$anchor: a, type: string}}}", valid: ["a"], invalid: ["1"]),
    Case(
      "{$id: 'http://a/b/c', $ref: ../d, $defs: {x: {$id: /d, type: string}}}", valid: ["a"], invalid: ["1"]),
    Case(
      "{$ref: 'd#/$defs/%61%20b', $defs: {x: {$id: d, $defs: {a b: {type: string}}}}}", valid: ["a"], invalid: ["1"]),
    Case("{$ref: 'd#e', $defs: {x: {$id: d, if: {$anchor: e, type: string}}}}", valid: ["a"], invalid: ["1"]),
    Case(
      "{$ref: '#/prefixItems/1', prefixItems: [true, {type: array}]}", valid: ["[1, []]"], invalid: ["[1, 2]", "1"]),
    Case(
      "{$id: 'urn:a:b', properties: {x: {$ref: 'urn:a:b'}}, type: object}", valid: ["{x: {}}"], invalid: ["{x: 1}"]),
    Case(
      "{items: {$ref: '#/$defs/s'}, $defs: {s: {$dynamicRef: '#t'}, t: {$dynamicAnchor: t, type: string}}}",
      valid: ["[a]"], invalid: ["[1]"]),
  ])
  func `references are followed`(test: Case) throws { try test.check() }

  @Test func `an '$id' in a value isn't an identifier`() throws {
    let text = "{const: {$id: b, $anchor: a}, enum: [{$id: b}], $ref: b, $defs: {b: {$id: b}}}"
    #expect(throws: Never.self) { try MockSpecSchemaTests.schema(text) }
  }

  @Test func `a dynamic reference finds the outermost anchor in the dynamic scope`() throws {
    let text = """
      {$id: strict, $dynamicAnchor: node, $ref: tree, unevaluatedProperties: false, $defs: {t: {$id: tree,
       $dynamicAnchor: node, properties: {value: true, c: {type: array, items: {$dynamicRef: '#node'}}}}}}
      """
    try Case(
      text, valid: ["{value: 1, c: [{value: 1}]}"],
      invalid: ["{x: 1}", "{c: [{x: 1}]}", "{c: [{c: [{value: 1, x: 1}]}]}"]
    )
    .check()
    let schema = try MockSpecSchemaTests.schema(text)
    let failures = schema.failures(in: try document("{value: 1, c: [{valeu: 1}]}").root)
    #expect(failures.map(\.diagnostic.message) == ["unknown key 'valeu'"])
    #expect(failures.map(\.diagnostic.label) == ["did you mean 'value'?"])
  }

  @Test func `a circle of dynamic references exceeds the limit`() throws {
    let text = """
      {$id: a, $dynamicAnchor: x, anyOf: [{$ref: b}, {$ref: b}],
       $defs: {b: {$id: b, anyOf: [{$dynamicRef: '#x'}, {$dynamicRef: '#x'}], $defs: {x: {$dynamicAnchor: x}}}}}
      """
    let schema = try MockSpecSchemaTests.schema(text)
    #expect(!schema.isValid(try document("1").root))
    #expect(schema.failures(in: try document("1").root).map(\.diagnostic.code) == ["too-complex"])
  }

  @Test func `schemas of a registry are found by URI, by identifier and as subschemas`() throws {
    var registry = SchemaRegistry()
    registry.add(try document("{$id: 'http://a/named', type: string}"), at: "http://a/file.json")
    registry.add(try document("{$defs: {x: {$id: inner, $ref: file.json}}}"), at: "http://a/other.json")
    for reference in ["http://a/file.json", "http://a/named", "http://a/inner", "http://a/other.json#/$defs/x"] {
      let schema = try Schema(document("$ref: '\(reference)'"), registry: registry)
      #expect(schema.isValid(try document("a").root), "\(reference)")
      #expect(!schema.isValid(try document("1").root), "\(reference)")
    }
    let relative = try Schema(document("$ref: file.json"), at: "http://a/b.json", registry: registry)
    #expect(!relative.isValid(try document("1").root))
  }

  @Test func `a mistake in another document is reported in that document`() throws {
    var registry = SchemaRegistry()
    let parsed = DocumentParser.parse(Array("\ntype: strin".utf8), path: "other.yaml", format: .yaml)
    registry.add(try #require(parsed.document), at: "http://a/other")
    let text = try document("$ref: http://a/other")
    let error = #expect(throws: SchemaError.self) { try Schema(text, registry: registry) }
    #expect(error?.description == "other.yaml:2:7: unknown type 'strin'")
  }

  @Test(arguments: [
    ("{type: strin}", false), ("{type: [string]}", true), ("{properties: {a: {minLength: -1}}}", false),
    ("{allOf: []}", false), ("{$id: 'a#b'}", false), ("{$defs: {a: {items: [1]}}}", false), ("true", true),
  ])
  func `the metaschema decides what a valid schema is`(text: String, isValid: Bool) throws {
    let metaschema = try Schema(document("$ref: https://json-schema.org/draft/2020-12/schema"))
    #expect(metaschema.isValid(try document(text).root) == isValid)
    #expect(metaschema.failures(in: try document(text).root).isEmpty == isValid)
  }

  @Test(arguments: [
    "schema", "meta/core", "meta/applicator", "meta/unevaluated", "meta/validation", "meta/meta-data",
    "meta/format-annotation", "meta/format-assertion", "meta/content",
  ])
  func `each metaschema compiles`(name: String) throws {
    let reference = try document("$ref: https://json-schema.org/draft/2020-12/\(name)")
    #expect(throws: Never.self) { try Schema(reference, options: SchemaOptions(unknownKeywords: .refused)) }
  }

  @Test(arguments: ["schema/mockspec.schema.json", "schema/mockspec-project.schema.json"])
  func `the published schemas are valid against the metaschema`(path: String) throws {
    let metaschema = try Schema(document("$ref: https://json-schema.org/draft/2020-12/schema"))
    let parsed = DocumentParser.parse(try Repository.bytes(path), path: path, format: .json)
    #expect(metaschema.failures(in: try #require(parsed.document).root).isEmpty)
  }

  @Test func `many references are resolved separately`() throws {
    let keys = (0..<500).map { "k\($0): {const: \($0)}" }.joined(separator: ", ")
    let list = (0..<500).map { "{const: \($0)}" }.joined(separator: ", ")
    let schema = try schema(
      "{$defs: {\(keys), list: {anyOf: [\(list)]}}, properties: {"
        + (0..<500).map { "m\($0): {$ref: '#/$defs/k\($0)'}, l\($0): {$ref: '#/$defs/list/anyOf/\($0)'}" }
        .joined(separator: ", ") + "}}")
    let right = (0..<500).map { "m\($0): \($0), l\($0): \($0)" }.joined(separator: ", ")
    #expect(schema.isValid(try document("{\(right)}").root))
    #expect(!schema.isValid(try document("{m7: 8}").root))
    #expect(!schema.isValid(try document("{l7: 8}").root))
  }

  @Test func `keys are compared by bytes`() throws {
    let schema = try schema(
      "{$defs: {\u{E9}: {const: 1}, e\u{301}: {const: 2}}, properties: {a: {$ref: '#/$defs/\u{E9}'}, b: {$ref: '#/$defs/e\u{301}'}}}"
    )
    #expect(schema.isValid(try document("{a: 1, b: 2}").root))
    #expect(!schema.isValid(try document("{a: 2}").root))
    #expect(!schema.isValid(try document("{b: 1}").root))
  }
}
