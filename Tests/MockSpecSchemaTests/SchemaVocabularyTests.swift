import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import Testing

/// Which keywords count: those of the vocabularies that a metaschema lists, and others as one asks.
struct SchemaVocabularyTests {
  private static func registry(vocabularies: String) throws -> SchemaRegistry {
    let base = "https://json-schema.org/draft/2020-12/vocab"
    var registry = SchemaRegistry()
    registry.add(
      try document("$vocabulary: {\(vocabularies.replacing("~", with: base))}"), at: "http://a/metaschema")
    return registry
  }

  @Test func `a metaschema may leave vocabularies out`() throws {
    let registry = try Self.registry(vocabularies: "~/core: true, ~/applicator: true")
    let schema = try Schema(
      document("{$schema: http://a/metaschema, type: string, properties: {a: false}}"), registry: registry)
    #expect(schema.isValid(try document("1").root))
    #expect(!schema.isValid(try document("{a: 1}").root))
  }

  @Test func `what is left out is unknown`() throws {
    let registry = try Self.registry(vocabularies: "~/core: true")
    let text = try document("{$schema: http://a/metaschema, type: string}")
    let error = #expect(throws: SchemaError.self) {
      try Schema(text, registry: registry, options: SchemaOptions(unknownKeywords: .refused))
    }
    #expect(error?.description == "f:1:32: keyword 'type' is not supported")
  }

  @Test func `a foreign vocabulary is passed over unless it is required`() throws {
    let text = try document("$schema: http://a/metaschema")
    let optional = try Self.registry(vocabularies: "http://b/c: false")
    #expect(throws: Never.self) { try Schema(text, registry: optional) }
    let required = try Self.registry(vocabularies: "http://b/c: true")
    let error = #expect(throws: SchemaError.self) { try Schema(text, registry: required) }
    #expect(error?.message == "vocabulary 'http://b/c' is not supported")
  }

  @Test func `unknown keywords are annotations, unless they are refused`() throws {
    let text = try document("{x-note: [1], multipelOf: 2, properties: {a: {$ref: '#/x-schema'}}, x-schema: false}")
    let schema = try Schema(text)
    #expect(schema.isValid(try document("3").root))
    #expect(!schema.isValid(try document("{a: 3}").root))
    #expect(throws: SchemaError.self) { try Schema(text, options: SchemaOptions(unknownKeywords: .refused)) }
  }

  @Test func `a format is an annotation, unless it is asserted`() throws {
    let text = try document("format: ipv4")
    let value = try document("localhost").root
    #expect(try Schema(text).isValid(value))
    let schema = try Schema(text, options: SchemaOptions(assertsFormats: true))
    #expect(!schema.isValid(value))
    #expect(
      schema.failures(in: value).map(\.diagnostic.message) == ["expected text in format 'ipv4', found 'localhost'"])
    let registry = try Self.registry(vocabularies: "~/format-assertion: false")
    let asked = try Schema(document("{$schema: http://a/metaschema, format: ipv4}"), registry: registry)
    #expect(!asked.isValid(value))
  }

  @Test func `formats that aren't checked pass`() throws {
    let schema = try Schema(document("format: color"), options: SchemaOptions(assertsFormats: true))
    #expect(schema.isValid(try document("loud").root))
  }
}
