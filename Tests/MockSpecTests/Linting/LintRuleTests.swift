import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct LintRuleTests {
  static func lint(_ files: [(file: String, text: String)]) throws -> [Diagnostic] {
    var contents: [String: String] = [:]
    for (file, text) in files { contents[file] = file.contains(".mock.yaml") ? "mockspec: 1\n" + text : text }
    let folder = try TemporaryFolder(contents)
    let loader = SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true)
    let project = try loader.load(number: 1)
    #expect(project.sets != nil)
    return project.diagnostics
  }

  @Test func `names are unique, sorted and kebab-case`() {
    let names = LintRules.all.map { $0.name }
    #expect(names == Set(names).sorted())
    for name in names { #expect(name.allSatisfy { $0.isLowercase || $0 == "-" }) }
  }

  @Test func `specs of the repository are clean`() throws {
    let loader = SpecLoader(.paths([Repository.root.path + "/specs"]), isLinting: true)
    #expect(try loader.load(number: 1).diagnostics.map(\.description) == [])
  }
}
