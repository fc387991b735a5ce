import Foundation
import TestSupport
import Testing

/// The article about the architecture describes the folders that exist.
struct ArchitectureTests {
  static let targets = "Targets"
  static let folders = "Folders of MockSpec"

  static func names(in heading: String) throws -> [String] {
    let tables = try Article("Sources/MockSpec/Documentation.docc/Architecture.md").tables
    return tables.filter { $0.heading == heading }.flatMap(\.names)
  }

  static func folders(in path: String) throws -> [String] {
    let urls = try FileManager.default.contentsOfDirectory(
      at: Repository.root.appendingPathComponent(path), includingPropertiesForKeys: [.isDirectoryKey])
    return urls.filter(\.hasDirectoryPath).map(\.lastPathComponent).filter { !$0.hasSuffix(".docc") }.sorted()
  }

  @Test func `it lists all targets and all folders of MockSpec`() throws {
    #expect(try Self.names(in: Self.targets).sorted() == Self.folders(in: "Sources"))
    #expect(try Self.names(in: Self.folders).sorted() == Self.folders(in: "Sources/MockSpec"))
  }

  @Test func `targets import only targets above them in its table`() throws {
    let targets = try Self.names(in: Self.targets)
    for (index, target) in targets.enumerated() {
      let folder = Repository.root.appendingPathComponent("Sources/\(target)").path
      for path in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? []
      where path.hasSuffix(".swift") {
        let source = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        let imported = source.matches(of: /(?m)^\s*(?:@\w+ )?(?:\w+ )?import (\w+)/).map { String($0.1) }
        #expect(imported.allSatisfy { !targets[index...].contains($0) }, "\(target)/\(path)")
      }
    }
  }
}
