import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// A document and a schema from text as a test writes it, mostly in YAML's flow style.
func document(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Document {
  let parsed = DocumentParser.parse(Array(text.utf8), path: "f", format: .yaml)
  #expect(parsed.diagnostics.isEmpty, sourceLocation: sourceLocation)
  return try #require(parsed.document, sourceLocation: sourceLocation)
}

/// What isn't known is refused, so that no test goes wrong by a mistyped keyword.
func schema(_ text: String) throws -> Schema {
  try Schema(document(text), options: SchemaOptions(unknownKeywords: .refused))
}

/// What a schema says of a value: 1️⃣ marks the place.
struct Complaint: CustomTestStringConvertible, Sendable {
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

  /// Expects exactly one failure, which says this.
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
