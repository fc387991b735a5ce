import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// Parses a YAML document, mostly in flow style.
func document(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Document {
  let parsed = DocumentParser.parse(Array(text.utf8), path: "f", format: .yaml)
  #expect(parsed.diagnostics.isEmpty, sourceLocation: sourceLocation)
  return try #require(parsed.document, sourceLocation: sourceLocation)
}

/// Compiles a schema. Unknown keywords are errors, so that tests can't contain typing errors.
func schema(_ text: String) throws -> Schema {
  try Schema(document(text), options: SchemaOptions(unknownKeywords: .refused))
}

/// A schema, a value in which 1️⃣ marks the reported range, and the expected diagnostic.
struct FailureCase: CustomTestStringConvertible, Sendable {
  var id: String
  var schema: String
  var marked: String
  var code: String
  var message: String
  var help: String?
  var label: String?

  init(
    _ id: String, _ schema: String, _ marked: String, _ code: String, _ message: String, help: String? = nil,
    label: String? = nil
  ) {
    self.id = id
    self.schema = schema
    self.marked = marked
    self.code = code
    self.message = message
    self.help = help
    self.label = label
  }

  var testDescription: String { id }

  /// Checks that there is exactly one failure, with this diagnostic.
  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let schema = try MockSpecSchemaTests.schema(schema)
    let root = try document(MarkedText(marked).text).root
    #expect(!schema.isValid(root), sourceLocation: sourceLocation)
    let diagnostics = schema.failures(in: root).map(\.diagnostic)
    try #require(diagnostics.count == 1, "\(diagnostics)", sourceLocation: sourceLocation)
    let diagnostic = diagnostics[0]
    #expect(diagnostic.marked == marked, sourceLocation: sourceLocation)
    #expect(diagnostic.code == code, sourceLocation: sourceLocation)
    #expect(diagnostic.message == message, sourceLocation: sourceLocation)
    #expect(diagnostic.help == help, sourceLocation: sourceLocation)
    #expect(diagnostic.label == label, sourceLocation: sourceLocation)
  }
}
