import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// What the README and the guides show is what loads.
struct DocumentationTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

  static let pages = ["README.md", "Sources/MockSpec/Documentation.docc/MocksInSwift.md"]

  @Test(arguments: pages)
  func `the specs in a page are valid`(page: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    let samples = text.matches(of: /```yaml\n((?:.*\n)*?)```/).map { String($0.1) }.filter {
      $0.contains("mockspec: 1")
    }
    for sample in samples {
      let folder = try TemporaryFolder(["a.mock.yaml": sample])
      for file in sample.matches(of: /file: ([^\s},]+)/) { try folder.write("{}", to: String(file.1)) }
      #expect(try Specs.load(folder, ".").diagnostics.map { "\($0)" } == [])
    }
    #expect(page != "README.md" || samples.count >= 2)
  }
}
