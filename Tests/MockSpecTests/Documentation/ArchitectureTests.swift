import Foundation
import TestSupport
import Testing

/// The article about the architecture describes the folders that exist, and in which direction they depend on each other.
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

  @Test func `targets import only targets above them in its table`() throws {
    let targets = try Self.names(under: "Targets")
    for (index, target) in targets.enumerated() {
      for (path, text) in try Self.sources(in: "Sources/\(target)") {
        let imported = text.matches(of: /(?m)^\s*(?:@\w+ )?(?:\w+ )?import (\w+)/).map { String($0.1) }
        #expect(imported.allSatisfy { !targets[index...].contains($0) }, "\(path)")
      }
    }
  }

  @Test func `folders use only types of folders above them in its table`() throws {
    let folders = try Self.names(under: "Folders of MockSpec").map { "Sources/MockSpec/\($0)" }
    #expect(try Layers(folders.map(Self.sources)).violations == [])
  }

  @Test func `a type of a later folder is found, but not in comments and text`() {
    let lower = """
      struct Path { let text = "Engine \\(later)" }  // Engine
      extension Path { func decide(_ engine: Engine) {} }
      """
    let layers = Layers([[(path: "Lower.swift", text: lower)], [(path: "Upper.swift", text: "final class Engine {}")]])
    #expect(layers.violations == ["Lower.swift uses Engine"])
  }
}

/// Folders of sources, from the lowest layer to the highest.
struct Layers {
  private let folders: [[(path: String, text: String)]]

  init(_ folders: [[(path: String, text: String)]]) {
    self.folders = folders.map { $0.map { ($0.path, Self.code($0.text)) } }
  }

  /// A line for each type that is used in a file of a lower layer. Names that are also declared inside another type are left
  /// out, since the text doesn't show which one is meant.
  var violations: [String] {
    var layers: [Substring: Int] = [:]
    var nested: Set<Substring> = []
    for (layer, files) in folders.enumerated() {
      for line in files.flatMap({ $0.text.split(separator: "\n") }) {
        guard let name = Self.declaredType(line) else { continue }
        if line.hasPrefix(" ") { nested.insert(name) } else { layers[name] = layer }
      }
    }
    var found: [String] = []
    for (layer, files) in folders.enumerated() {
      for file in files {
        let used = Set(file.text.matches(of: /(?:^|[^.\w])([A-Z]\w*)/).map(\.output.1)).subtracting(nested)
        found += used.filter { layers[$0, default: 0] > layer }.sorted().map { "\(file.path) uses \($0)" }
      }
    }
    return found
  }

  private static func declaredType(_ line: Substring) -> Substring? {
    let modifiers: Set = ["public", "package", "fileprivate", "private", "final", "indirect"]
    let words = line.split(separator: " ").drop { modifiers.contains(String($0)) || $0.hasPrefix("@") }.prefix(2)
    guard words.count == 2, let keyword = words.first, let name = words.last,
      ["struct", "class", "enum", "protocol", "actor", "typealias"].contains(String(keyword))
    else { return nil }
    return name.prefix { $0.isLetter || $0.isNumber }
  }

  /// The text without comments and string literals.
  private static func code(_ text: String) -> String {
    text.replacing(/(?s)""".*?"""/, with: "").replacing(/"(?:\\.|[^"\\\n])*"/, with: "")
      .replacing(/\/\/.*/, with: "")
  }
}
