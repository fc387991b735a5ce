import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Examples in the documentation load. The pages of rules have tests of their own.
struct ExampleTests {
  /// Loads an example as a project of its own, without fixes to it.
  ///
  /// An example that begins with `# mockspec.yaml` is a project file, which is loaded with the first example of its article.
  /// A line `mockspec: 1` may be left out. Body files that an example names contain a letter.
  static func load(_ example: Article.Block) throws -> LoadedProject {
    let folder = try TemporaryFolder()
    func write(_ block: Article.Block, to name: String) throws {
      let isWhole = block.text.contains(/(?m)^ *"?mockspec"?:/)
      try folder.write(isWhole ? block.text : "mockspec: 1\n" + block.text, to: name)
      for file in block.text.matches(of: /file: (bodies\/[\w.]+)/) { try folder.save("a", to: String(file.1)) }
    }
    if example.text.hasPrefix("# mockspec.yaml\n") {
      try write(example, to: "mockspec.yaml")
      // Its scenes are of the article's first spec, if that has one.
      let blocks = try Article(example.path).blocks
      let spec = blocks.first.flatMap { $0.language == "yaml" && !$0.text.hasPrefix("# mockspec.yaml") ? $0 : nil }
      if let spec {
        try write(spec, to: "example.mock.yaml")
      } else {
        try folder.write("mockspec: 1\nrequests: {}\n", to: "example.mock.yaml")
      }
    } else {
      try write(example, to: "example.mock.\(example.language)")
      // The article's project file lists the origins.
      let project = try Article(example.path).blocks.first { $0.text.hasPrefix("# mockspec.yaml\n") }
      if example.text.contains("callbacks:"), let project { try write(project, to: "mockspec.yaml") }
    }
    return try SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true).load(number: 1)
  }

  @Test func `every example in YAML or JSON is valid`() throws {
    let examples = try Article.blocks(in: ["yaml", "json"])
    #expect(examples.count >= 15)
    for example in examples {
      let project = try Self.load(example)
      #expect(project.diagnostics.map { "\($0)" } == [], "\(example.path):\(example.line)")
      #expect(project.summary.files == 1)
    }
  }

  /// README's spec with a misspelt key.
  @Test func `README shows the diagnostic that validate prints`() throws {
    let readme = try Article("README.md")
    let spec = try #require(readme.blocks.first { $0.language == "yaml" })
    let folder = try TemporaryFolder(["specs/login.mock.yaml": spec.text.replacing("status: 401", with: "staus: 401")])
    let found = try Specs.load(folder, "specs").diagnostics
    #expect(readme.blocks.last?.text == HumanRenderer().render(found))
  }

  @Test func `README is short, and its commands for a fresh machine are lines of their own`() throws {
    let text = String(decoding: try Repository.bytes("README.md"), as: UTF8.self)
    #expect(text.count { $0 == "\n" } < 120)
    let commands = try Article("README.md").blocks.map(\.text).filter { $0.hasPrefix("apt-get ") }
    #expect(commands.count == 2)
    #expect(commands.allSatisfy { $0.count { $0 == "\n" } == 1 })
  }

  @Test func `README states the platforms of the package`() throws {
    let readme = String(decoding: try Repository.bytes("README.md"), as: UTF8.self)
    let package = String(decoding: try Repository.bytes("Package.swift"), as: UTF8.self)
    let platforms = package.matches(of: /\.(\w+)\(\.v(\d+)\)/)
    #expect(platforms.count == 5)
    for platform in platforms { #expect(readme.contains("\(platform.1) \(platform.2)")) }
  }

  @Test(arguments: Article.paths)
  func `links to files lead to a file`(path: String) throws {
    let text = String(decoding: try Repository.bytes(path), as: UTF8.self)
    let folder = Repository.root.appendingPathComponent(path).deletingLastPathComponent()
    for link in text.matches(of: /\]\(([^)]+)\)/) where !link.1.contains("://") {
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(String(link.1)).path), "\(link.1)")
    }
  }

  @Test func `the explanation in the article is the one that explain prints`() throws {
    let article = try Article("Sources/MockSpec/Documentation.docc/Explaining.md")
    let spec = try #require(article.blocks.first { $0.language == "yaml" })
    let shown = try #require(article.blocks.first { $0.language.isEmpty })
    let folder = try TemporaryFolder(["specs/login.mock.yaml": spec.text])
    let engine = MockEngine(try #require(try Specs.load(folder, "specs").sets))
    let call = try MockCall(method: "POST", url: "/logn", fields: [], body: Array(#"{"user":"Bob"}"#.utf8))
    let lines = shown.text.split(separator: "\n", maxSplits: 1)
    #expect(lines[0] == "$ mockspec explain POST /logn --body login.json specs")
    #expect(engine.explain(call).text + "\n" == lines[1])
  }
}
