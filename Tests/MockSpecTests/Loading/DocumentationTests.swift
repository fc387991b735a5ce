import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// The specs in the README. Other tests cover the pages of rules.
struct DocumentationTests {
  @Test func `the README's specs are valid`() throws {
    let text = String(decoding: try Repository.bytes("README.md"), as: UTF8.self)
    let samples = text.matches(of: /```yaml\n((?:.*\n)*?)```/).map { String($0.1) }.filter {
      $0.contains("mockspec: 1")
    }
    #expect(!samples.isEmpty)
    for sample in samples {
      let folder = try TemporaryFolder(["a.mock.yaml": sample])
      for file in sample.matches(of: /file: ([^\s},]+)/) { try folder.write(Array("{}".utf8), to: String(file.1)) }
      #expect(try Specs.load(folder, ".").diagnostics.map { "\($0)" } == [])
    }
  }
}
