import Foundation
import TestSupport
import Testing

/// The guide for contributors names files, types and versions that exist.
struct ContributingTests {
  static func text(_ path: String) throws -> String { String(decoding: try Repository.bytes(path), as: UTF8.self) }

  @Test func `every path that it names exists`() throws {
    let text = try Self.text(".github/CONTRIBUTING.md")
    let code = text.matches(of: /`([^`\n]+)`/).flatMap { $0.1.split(separator: " ") }
    let paths = code.filter { $0.contains(/^(\.?\w[\w+.\-]*\/|\.ci\b)[\w+.\-\/]*$|\.(swift|md|json|dict)$/) }
    #expect(paths.count >= 30)
    for path in Set(paths).sorted() {
      let url = Repository.root.appendingPathComponent(String(path))
      #expect(FileManager.default.fileExists(atPath: url.path), "\(path)")
    }
  }

  @Test func `every step of CI has a row`() throws {
    let rows = try Article(".github/CONTRIBUTING.md").tables.first { $0.heading == "The gate" }
    let steps = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appendingPathComponent(".ci/steps").path)
    #expect(rows?.names.sorted() == steps.sorted())
  }

  @Test func `it and README name the version of Swift that CI runs`() throws {
    let workflow = try Self.text(".github/workflows/ci.yml")
    let version = try #require(workflow.firstMatch(of: /container: swift:(\d+\.\d+)-/)?.1)
    for path in ["README.md", ".github/CONTRIBUTING.md"] {
      let named = try Self.text(path).matches(of: /Swift (\d+\.\d+)/).map(\.1)
      #expect(Set(named) == [version], "\(path)")
    }
  }
}
