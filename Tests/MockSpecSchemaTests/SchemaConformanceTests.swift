import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// JSON-Schema-Test-Suite, draft 2020-12: a schema is either refused, since it holds a keyword or a reference that is
/// not supported, or decides every one of its tests rightly.
@Suite(.enabled(if: ConformanceData.exists("json-schema/draft2020-12"), "\(ConformanceData.absence)"))
struct SchemaConformanceTests {
  /// `$schema` is not looked at, and so no other dialect is known.
  private static let skipped = ["vocabulary.json"]

  @Test func `every schema that compiles decides rightly`() throws {
    var decided = 0
    for file in ConformanceData.files("json-schema/draft2020-12") where !Self.skipped.contains(file.name) {
      let parsed = DocumentParser.parse(file.bytes, path: file.name, format: .json)
      for group in try #require(parsed.document).root.elements {
        guard let schema = try Self.compiled(group, file.name) else { continue }
        for test in group.value("tests")?.elements.map(\.self) ?? [] {
          guard let data = test.value("data"), let expected = test.value("valid")?.boolValue else { continue }
          decided += 1
          let name = "\(file.name): \(group.value("description")?.text ?? ""): \(test.value("description")?.text ?? "")"
          #expect(schema.isValid(data) == expected, "\(name)")
          #expect(schema.failures(in: data).isEmpty == expected, "\(name)")
        }
      }
    }
    #expect(decided >= 722)
  }

  private static func compiled(_ group: Node, _ file: String) throws -> Schema? {
    let text = try #require(group.value("schema")).range.text
    let document = try #require(DocumentParser.parseJSON(Array(text.utf8)))
    do throws(SchemaError) {
      return try Schema(document)
    } catch {
      let isRefusal = ["is not supported", "only references into", "nothing stands at"].contains {
        error.message.contains($0)
      }
      #expect(isRefusal, "\(file): \(error)")
      return nil
    }
  }
}
