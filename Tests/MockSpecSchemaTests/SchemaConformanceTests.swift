import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// The JSON-Schema-Test-Suite for draft 2020-12: every schema compiles, and both passes agree with every test.
@Suite(.enabled(if: ConformanceData.exists("json-schema/draft2020-12"), "\(ConformanceData.absence)"))
struct SchemaConformanceTests {
  @Test func `all required tests pass`() throws {
    let tally = try ConformanceTally(folder: "json-schema/draft2020-12", assertsFormats: false)
    print("json schema, required: \(tally.right) of \(tally.count)")
    #expect(tally.count == 1299)
    #expect(tally.wrong == [])
  }

  /// Optional tests that fail.
  private static let knownDifferences = [
    // Keywords of older drafts are ignored.
    "dependencies-compatibility.json",
    // Only draft 2020-12 is supported.
    "cross-draft.json",
    // Unsupported formats.
    "idn-email.json", "idn-hostname.json", "iri.json", "iri-reference.json", "uri-template.json",
    // Encoded characters of host names aren't decoded.
    "hostname.json: validation of A-label (punycode) host names",
  ]

  @Test func `optional tests pass except for the listed ones`() throws {
    let tally = try ConformanceTally(folder: "json-schema/draft2020-12/optional", assertsFormats: false)
    print("json schema, optional: \(tally.right) of \(tally.count)")
    #expect(Self.unexpected(tally.wrong) == [])
  }

  @Test func `format tests pass except for the listed ones`() throws {
    let tally = try ConformanceTally(folder: "json-schema/draft2020-12/optional/format", assertsFormats: true)
    print("json schema, formats: \(tally.right) of \(tally.count)")
    #expect(Self.unexpected(tally.wrong) == [])
  }

  private static func unexpected(_ wrong: [String]) -> [String] {
    wrong.filter { wrong in !Self.knownDifferences.contains { wrong.hasPrefix($0) } }
  }
}

/// The results of one folder of the suite.
private struct ConformanceTally {
  var count = 0
  var right = 0
  var wrong: [String] = []

  init(folder: String, assertsFormats: Bool) throws {
    let registry = try Self.remotes()
    for file in ConformanceData.files(folder) {
      let parsed = DocumentParser.parse(file.bytes, path: file.name, format: .json)
      for group in try #require(parsed.document).root.elements {
        let outcome = Self.schema(of: group, registry, SchemaOptions(assertsFormats: assertsFormats))
        let name = "\(file.name): \(group.value("description")?.text ?? "")"
        for test in group.value("tests")?.elements.map(\.self) ?? [] {
          add("\(name): \(test.value("description")?.text ?? "")", test, outcome)
        }
      }
    }
  }

  private mutating func add(_ name: String, _ test: Node, _ schema: Result<Schema, SchemaError>) {
    guard let data = test.value("data"), let expected = test.value("valid")?.boolValue else { return }
    count += 1
    switch schema {
    case .failure(let error): wrong.append("\(name): \(error.message)")
    case .success(let schema):
      if schema.isValid(data) == expected, schema.failures(in: data).isEmpty == expected {
        right += 1
      } else {
        wrong.append(name)
      }
    }
  }

  private static func schema(
    of group: Node, _ registry: SchemaRegistry, _ options: SchemaOptions
  ) -> Result<Schema, SchemaError> {
    let text = group.value("schema")?.range.text ?? ""
    do throws(SchemaError) {
      guard let document = DocumentParser.parseJSON(Array(text.utf8)) else { fatalError("the suite holds no JSON") }
      return .success(try Schema(document, registry: registry, options: options))
    } catch {
      return .failure(error)
    }
  }

  /// The schemas that the suite expects on a local server.
  private static func remotes() throws -> SchemaRegistry {
    var registry = SchemaRegistry()
    for folder in ConformanceData.folders("json-schema/remotes") {
      for file in ConformanceData.files("json-schema/remotes/\(folder)") {
        let parsed = DocumentParser.parse(file.bytes, path: file.name, format: .json)
        let path = folder.isEmpty ? file.name : "\(folder)/\(file.name)"
        registry.add(try #require(parsed.document), at: "http://localhost:1234/\(path)")
      }
    }
    return registry
  }
}
