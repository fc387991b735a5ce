import Foundation
import TestSupport
import Testing

/// The article about the architecture describes the targets and folders that exist.
struct ArchitectureTests {
  /// The first column of a table of the article.
  static func names(under heading: String) throws -> [String] {
    let tables = try Article("Sources/MockSpec/Documentation.docc/Architecture.md").tables
    return tables.filter { $0.heading == heading }.flatMap(\.names)
  }

  static func folders(in path: String) throws -> [String] {
    let urls = try FileManager.default.contentsOfDirectory(
      at: Repository.root.appendingPathComponent(path), includingPropertiesForKeys: [.isDirectoryKey])
    return urls.filter(\.hasDirectoryPath).map(\.lastPathComponent).filter { !$0.hasSuffix(".docc") }.sorted()
  }

  /// The Swift files in a folder and below, by path.
  static func sources(in folder: String) throws -> [(path: String, text: String)] {
    let root = Repository.root.appendingPathComponent(folder).path
    let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      (path: "\(folder)/\(path)", text: try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8))
    }
  }

  @Test func `it lists all targets and all folders of MockSpec`() throws {
    #expect(try Self.names(under: "Targets").sorted() == Self.folders(in: "Sources"))
    let folders = try Self.names(under: "Folders of MockSpec") + ["Schemas"]
    #expect(folders.sorted() == (try Self.folders(in: "Sources/MockSpec")))
  }

  @Test func `the client knows neither specs nor interceptors, so that a release build contains no mocks`() throws {
    let targets = try Self.names(under: "Targets")
    let sources = try Self.sources(in: "Sources/MockSpecClient")
    #expect(!sources.isEmpty)
    for (path, text) in sources { #expect(!targets.contains { text.contains("import \($0)\n") }, "\(path)") }
    let manifest = String(decoding: try Repository.bytes("Package.swift"), as: UTF8.self)
    let target = try #require(
      manifest.firstMatch(of: /\.target\(\s*name: "MockSpecClient",\s*dependencies: \[([^\]]*)\]/))
    let dependencies = target.1.matches(of: /"(\w+)", package/).map { String($0.1) }
    #expect(dependencies == ["HTTPTypes", "Logging"])
    #expect(target.1.matches(of: /"[\w-]+"/).count == 4)
  }

  @Test func `targets import only targets above them in its table`() throws {
    let targets = try Self.names(under: "Targets")
    for (index, target) in targets.enumerated() {
      for (path, text) in try Self.sources(in: "Sources/\(target)") {
        let imported = text.matches(of: /(?m)^\s*(?:@\w+ )?(?:\w+ )?import (\w+)/).map { String($0.1) }
        #expect(imported.allSatisfy { !targets[index...].contains($0) }, "\(path)")
      }
    }
  }
}
