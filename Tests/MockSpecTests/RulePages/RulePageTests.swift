import Foundation
import MockSpecDiagnostics
import MockSpecDocument
import MockSpecGeneration
import TestSupport
import Testing

@testable import MockSpec

/// Every code has a page, and the example of every page is checked.
struct RulePageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let page: RulePage
    let example: RuleExample
    var testDescription: String { page.name }
  }

  static let cases = RulePages.all.compactMap { page in page.example.map { Case(page: page, example: $0) } }

  static func run(_ files: [RuleExample.File], like example: RuleExample) throws -> [Diagnostic] {
    let folder = try TemporaryFolder()
    for file in files { try folder.write(file.wholeBytes, to: file.name) }
    let loader = SpecLoader(.paths(example.paths), workingDirectory: folder.path, isLinting: true)
    let project = try loader.load(number: 1)
    if example.command == .validate { return project.diagnostics }
    #expect(project.diagnostics.map(\.description) == [])
    return switch example.command {
    case .convert: ProjectConversion(project, to: .json, workingDirectory: folder.path).diagnostics
    default: try #require(SwiftNames(of: project)).diagnostics
    }
  }

  @Test(arguments: cases)
  func `the wrong example has exactly one diagnostic, with the page's code`(item: Case) throws {
    let found = try Self.run(item.example.wrong, like: item.example)
    #expect(found.map(\.code) == [item.page.name], "\(found)")
    #expect(found.map(\.severity) == [item.page.severity])
  }

  @Test(arguments: cases)
  func `the corrected example has no diagnostics`(item: Case) throws {
    #expect(try Self.run(item.example.right, like: item.example).map(\.description) == [])
  }

  @Test(arguments: cases)
  func `the report of the example is the recorded one`(item: Case) throws {
    try Golden.check(try Self.run(item.example.wrong, like: item.example), "rules", item.page.name)
  }

  @Test func `every recorded report belongs to a page`() throws {
    #expect(try Golden.names(in: "rules") == Self.cases.map(\.page.name))
  }

  @Test func `names are unique and kebab-case`() {
    let names = RulePages.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.wholeMatch(of: /[a-z]+[a-z0-9]*(-[a-z0-9]+)*/) != nil, "\(name)") }
  }

  @Test func `only codes that no small project can trigger have no example`() {
    let names = RulePages.all.filter { $0.example == nil }.map(\.name)
    #expect(names == ["absolute-body-path", "too-complex", "too-many", "too-many-problems", "yaml-unavailable"])
  }

  /// Finds the codes in the sources by the calls that create diagnostics.
  @Test func `every code in the sources has a page, and every page a code`() throws {
    var codes = Set(LintRules.all.map { $0.name } + [LintRules.unusedIgnore])
    let call = /(?:Diagnostic|make)\(\s*(?:\.(?:error|warning|note),\s*)?"([a-z0-9-]+)"/
    let argument = /code: "([a-z0-9-]+)"/
    let choice = /code = [^\n"]*\? "([a-z0-9-]+)" : "([a-z0-9-]+)"/
    for folder in [
      "MockSpecDocument", "MockSpecSchema", "MockSpec", "MockSpecGeneration", "MockSpecWatcher", "MockSpecCLI",
    ] {
      let root = Repository.root.appendingPathComponent("Sources/\(folder)").path
      for path in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? []
      where path.hasSuffix(".swift") {
        let source = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
        codes.formUnion(source.matches(of: call).map { String($0.output.1) })
        codes.formUnion(source.matches(of: argument).map { String($0.output.1) })
        codes.formUnion(source.matches(of: choice).flatMap { [String($0.output.1), String($0.output.2)] })
      }
    }
    #expect(codes.sorted() == RulePages.all.map(\.name))
  }

  @Test func `the published page is current`() throws {
    let path = "Sources/MockSpec/Documentation.docc/Rules.md"
    let published = String(decoding: try Repository.bytes(path), as: UTF8.self)
    #expect(published == RuleReference.page, "swift run mockspec rules --page > \(path)")
  }

  @Test func `a page shows the wrong and the corrected example`() throws {
    let text = RuleReference.text(of: try #require(RulePages["unknown-key"]))
    #expect(text.hasPrefix("unknown-key (error): a key isn't known in this mapping\n\n"))
    let wrong = "requests: {A: {match: GET /a, responses: {R: {staus: 404}}}}"
    #expect(text.contains("\nreported:\n\n    \(wrong)\n\ncorrect:\n"))
    let several = RuleReference.text(of: try #require(RulePages["several-projects"]))
    #expect(
      several.contains("\nreported by 'mockspec validate shop blog':\n\n    # shop/mockspec.yaml\n    mockspec: 1\n"))
  }

  @Test func `the list has a line for each code`() {
    let lines = RuleReference.list.split(separator: "\n")
    #expect(lines.count == RulePages.all.count)
    #expect(
      lines.contains { $0.hasPrefix("unknown-key ") && $0.hasSuffix(" error    a key isn't known in this mapping") })
  }
}
