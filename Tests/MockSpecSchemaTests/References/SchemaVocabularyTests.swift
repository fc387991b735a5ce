import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import Testing

/// The keywords that are known: those of the vocabularies that the metaschema lists.
struct SchemaVocabularyTests {
  private static func registry(vocabularies: String) throws -> SchemaRegistry {
    let base = "https://json-schema.org/draft/2020-12/vocab"
    var registry = SchemaRegistry()
    registry.add(
      try document("$vocabulary: {\(vocabularies.replacing("~", with: base))}"), at: "http://a/metaschema")
    return registry
  }

  @Test func `a metaschema can omit vocabularies`() throws {
    let registry = try Self.registry(vocabularies: "~/core: true, ~/applicator: true")
    let schema = try Schema(
      document("{$schema: http://a/metaschema, type: string, properties: {a: false}}"), registry: registry)
    #expect(schema.isValid(try document("1").root))
    #expect(!schema.isValid(try document("{a: 1}").root))
  }

  @Test func `keywords of omitted vocabularies are unknown`() throws {
    let registry = try Self.registry(vocabularies: "~/core: true")
    let text = try document("{$schema: http://a/metaschema, type: string}")
    let error = #expect(throws: SchemaError.self) {
      try Schema(text, registry: registry, options: SchemaOptions(unknownKeywords: .refused))
    }
    #expect(error?.description == "f:1:32: keyword 'type' isn't supported")
  }

  @Test func `an unknown vocabulary is ignored unless it is required`() throws {
    let text = try document("$schema: http://a/metaschema")
    let optional = try Self.registry(vocabularies: "http://b/c: false")
    #expect(throws: Never.self) { try Schema(text, registry: optional) }
    let required = try Self.registry(vocabularies: "http://b/c: true")
    let error = #expect(throws: SchemaError.self) { try Schema(text, registry: required) }
    #expect(error?.message == "vocabulary 'http://b/c' isn't supported")
  }

  @Test func `unknown keywords are annotations unless they are refused`() throws {
    let text = try document("{x-note: [1], multipelOf: 2, properties: {a: {$ref: '#/x-schema'}}, x-schema: false}")
    let schema = try Schema(text)
    #expect(schema.isValid(try document("3").root))
    #expect(!schema.isValid(try document("{a: 3}").root))
    #expect(throws: SchemaError.self) { try Schema(text, options: SchemaOptions(unknownKeywords: .refused)) }
  }

  @Test func `a format is an annotation unless formats are asserted`() throws {
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

  @Test func `unsupported formats are ignored`() throws {
    let schema = try Schema(document("format: color"), options: SchemaOptions(assertsFormats: true))
    #expect(schema.isValid(try document("loud").root))
  }
}
