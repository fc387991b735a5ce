import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Every rule is held to its own documentation.
struct LintRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: any LintRule.Type
    var testDescription: String { rule.name }
  }

  static let cases = LintRules.all.map(Case.init)

  static func lint(_ files: [(file: String, text: String)]) throws -> [Diagnostic] {
    var contents: [String: String] = [:]
    for (file, text) in files { contents[file] = file.contains(".mock.yaml") ? "mockspec: 1\n" + text : text }
    let folder = try TemporaryFolder(contents)
    let loader = SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true)
    let project = try loader.load(number: 1)
    #expect(project.sets != nil)
    return project.diagnostics
  }

  @Test(arguments: cases)
  func `its example of a mistake is found, once`(item: Case) throws {
    let found = try Self.lint(item.rule.example.wrong)
    #expect(found.map(\.code) == [item.rule.name], "\(found)")
    #expect(found.allSatisfy { $0.severity == .warning })
  }

  @Test(arguments: cases)
  func `its example mended is clean`(item: Case) throws {
    #expect(try Self.lint(item.rule.example.right).map(\.description) == [])
  }

  @Test func `names are unique, sorted and kebab-case`() {
    let names = LintRules.all.map { $0.name }
    #expect(names == Set(names).sorted())
    for name in names { #expect(name.allSatisfy { $0.isLowercase || $0 == "-" }) }
  }

  @Test func `the published page is current`() throws {
    let path = "Sources/MockSpec/Documentation.docc/Rules.md"
    let published = String(decoding: try Repository.bytes(path), as: UTF8.self)
    #expect(published == LintReference.page, "swift run mockspec rules --page > \(path)")
  }

  @Test func `specs of the repository are clean`() throws {
    let loader = SpecLoader(.paths([Repository.root.path + "/specs"]), isLinting: true)
    #expect(try loader.load(number: 1).diagnostics.map(\.description) == [])
  }
}
