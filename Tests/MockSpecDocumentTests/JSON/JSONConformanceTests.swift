import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// JSONTestSuite (github.com/nst/JSONTestSuite): what every parser must accept and reject.
@Suite(.enabled(if: ConformanceData.exists("json/test_parsing"), "\(ConformanceData.absence)"))
struct JSONConformanceTests {
  private static let folder = "json/test_parsing"

  /// A repeated key is legal JSON, and an error here.
  private static let ours = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]

  @Test func `the suite is complete`() {
    let names = ConformanceData.files(Self.folder).map(\.name)
    #expect(names.count { $0.hasPrefix("n_") } >= 187)
    #expect(names.count { $0.hasPrefix("y_") } >= 95)
  }

  @Test func `invalid JSON is rejected`() {
    for file in ConformanceData.files(Self.folder) where file.name.hasPrefix("n_") {
      let parsed = DocumentParser.parse(file.bytes, path: file.name, format: .json)
      #expect(parsed.diagnostics.hasErrors, "\(file.name)")
      #expect(parsed.document == nil || parsed.isPartial, "\(file.name)")
      #expect(DocumentParser.parseJSON(file.bytes) == nil, "\(file.name)")
    }
  }

  @Test func `valid JSON is accepted`() {
    for file in ConformanceData.files(Self.folder) where file.name.hasPrefix("y_") {
      let parsed = DocumentParser.parse(file.bytes, path: file.name, format: .json)
      let expected = Self.ours.contains(file.name) ? ["duplicate-key"] : []
      #expect(parsed.document != nil, "\(file.name): \(parsed.diagnostics)")
      #expect(parsed.diagnostics.map(\.code) == expected, "\(file.name)")
      #expect(DocumentParser.parseJSON(file.bytes) != nil, "\(file.name)")
    }
  }

  @Test func `implementation-defined input is either read or rejected with a range`() {
    for file in ConformanceData.files(Self.folder) where file.name.hasPrefix("i_") {
      let parsed = DocumentParser.parse(file.bytes, path: file.name, format: .json)
      #expect((parsed.document == nil || parsed.isPartial) == parsed.diagnostics.hasErrors, "\(file.name)")
    }
  }
}
