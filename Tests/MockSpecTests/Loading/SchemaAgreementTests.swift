import Foundation
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

@testable import MockSpec

/// Schema and code must name the same things.
struct SchemaAgreementTests {
  @Test func `every URLError name of the schema loads`() throws {
    let document = try #require(
      DocumentParser.parse(Array(SchemaLibrary.specText.utf8), path: "schema", format: .json).document)
    let names = try #require(document.root.value("$defs")?.value("errorName")?.value("enum")).elements.map(\.text)
    #expect(names.count > 40)
    for text in names {
      let name = try #require(URLErrorName(rawValue: text))
      let sets = try Specs.load("requests: {A: {match: /a, responses: {R: {error: \(text)}}}}")
      guard case .fixed(.failure(.urlError(name))) = sets.sets[0].responses[0].outcome else {
        Issue.record("\(text)")
        continue
      }
    }
  }

  @Test(arguments: AfterSequence.allCases)
  func `every end of a sequence loads`(after: AfterSequence) throws {
    let sets = try Specs.load(
      "requests: {A: {match: /a, sequence: [R], afterSequence: \(after.rawValue), responses: {R: {}}}}")
    #expect(sets.sets[0].sequence.after == after)
  }

  @Test func `JSON and YAML mean the same`() throws {
    let yaml = "requests: {A: {match: 'GET /a?x=1', priority: 2, responses: {R: {status: 201, json: {a: [1]}}}}}"
    let json = """
      {"mockspec": 1, "$schema": "x", "requests": {"A": {"match": "GET /a?x=1", "priority": 2,
        "responses": {"R": {"status": 201, "json": {"a": [1]}}}}}}
      """
    let fromYAML = try Specs.load(yaml).sets[0]
    let project = try SpecLoader(.inline(json)).load(number: 1)
    let fromJSON = try #require(project.sets?.sets[0], "\(project.diagnostics)")
    #expect(fromJSON.matchSummary == fromYAML.matchSummary)
    #expect(try fromJSON.responses[0].reply.body == fromYAML.responses[0].reply.body)
  }
}

/// The examples teach the language, so they must show all of it.
struct ExampleCoverageTests {
  /// Known to the schema, and the error `not-yet-supported` today.
  static let notYetSupported: Set = [
    "cors"
  ]

  static func document(_ text: String) throws -> Node {
    let parsed = DocumentParser.parse(Array(text.utf8), path: "text", format: text.hasPrefix("{") ? .json : .yaml)
    return try #require(parsed.document).root
  }

  /// Every key under a `properties`.
  static func keys(ofSchema node: Node, isProperties: Bool = false) -> Set<String> {
    var found: Set<String> = []
    for (key, value) in node.entries {
      if isProperties { found.insert(key.text) }
      if !["examples", "default", "const", "enum"].contains(key.text) || isProperties {
        found.formUnion(keys(ofSchema: value, isProperties: key.text == "properties" && !isProperties))
      }
    }
    for element in node.elements { found.formUnion(keys(ofSchema: element)) }
    return found
  }

  static func keys(of node: Node) -> Set<String> {
    var found: Set<String> = []
    for (key, value) in node.entries { found.formUnion(keys(of: value).union([key.text])) }
    for element in node.elements { found.formUnion(keys(of: element)) }
    return found
  }

  @Test func `specs use every key that works`() throws {
    let root = Repository.root.path + "/specs"
    let discovery = try Discovery(paths: [root], workingDirectory: root)
    var used: Set<String> = []
    for path in discovery.specs.map(\.path) + [root + "/mockspec.yaml"] {
      let bytes = try FileSystem.read(path, limit: 1 << 20)
      used.formUnion(Self.keys(of: try Self.document(String(decoding: bytes, as: UTF8.self))))
    }
    let known = try [SchemaLibrary.specText, SchemaLibrary.projectText].map {
      try Self.keys(ofSchema: Self.document($0))
    }
    let missing = known.reduce(into: Set()) { $0.formUnion($1) }.subtracting(used).subtracting(Self.notYetSupported)
    #expect(missing.sorted() == [])
  }
}
