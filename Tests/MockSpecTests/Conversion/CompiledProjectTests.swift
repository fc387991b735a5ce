import Foundation
import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct CompiledProjectTests {
  static let files = [
    "specs/mockspec.yaml": "mockspec: 1\ndefaults:\n  headers: {X-Env: test}\nscenes:\n  Down: {A: Lost}\n",
    "specs/a.mock.yaml": """
    mockspec: 1
    requests:
      # The first one
      A:
        match: {path: /a, body: {schema: bodies/a.yaml}}
        responses:
          Found: {file: bodies/a.bin}
          Lost: {error: timedOut}
    """,
    "specs/b/b.mock.json":
      "{\"mockspec\": 1,\n\"requests\": {\"B\": {\"match\": \"/b\", \"responses\": {\"R\": {\"file\": \"../bodies/b.txt\"}}}}}",
    "specs/bodies/a.yaml": "type: object\nrequired: [id]\n", "specs/bodies/b.txt": "\u{FEFF}é\0\r\n",
  ]

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(Self.files)
    try Data([0xFF, 0x00, 0xC0]).write(to: URL(fileURLWithPath: folder["specs/bodies/a.bin"]))
  }

  func compile(_ path: String = "specs") throws -> String {
    let project = try SpecLoader(.paths([path]), workingDirectory: folder.path).loadSettled(number: 1)
    try #require(project.sets != nil, "\(project.diagnostics)")
    let compiled = CompiledProject.compile(project, workingDirectory: folder.path)
    #expect(compiled.diagnostics.isEmpty)
    return String(decoding: try #require(compiled.document), as: UTF8.self)
  }

  /// Loads a document where there is no other file.
  func load(_ document: String) throws -> LoadedProject {
    let other = try TemporaryFolder(["c.json": document])
    return try SpecLoader(.compiled("c.json"), workingDirectory: other.path).loadSettled(number: 1)
  }

  func error(_ document: String) throws -> String? {
    let project = try load(document)
    #expect(project.sets == nil)
    return project.diagnostics.first?.description
  }

  /// What the sets are, with the locations of their names.
  static func facts(_ sets: ResponseSets) -> [String] {
    sets.sets.map { set in
      let start = set.range.start
      let responses = set.responses.map { response in
        // Templates contain their range.
        "\(response.name): \(response.summary) \(response.outcome)".replacing(/bytes: Range\(\d+\.\.<\d+\)/, with: "")
      }
      return "\(set.range.file.path):\(start.line) \(set.name) \(set.matchSummary) \(set.priority) \(responses)"
    } + [
      "\(sets.scenes.map { "\($0.key): \($0.value.sorted { $0.key < $1.key })" }.sorted())", "\(sets.summary)",
      "\(sets.settings)",
    ]
  }

  @Test func `a compiled project has the same sets at the same locations as its folder`() throws {
    let sets = try #require(try load(try compile()).sets)
    let original = try SpecLoader(.paths(["specs"]), workingDirectory: folder.path).load(number: 1)
    #expect(Self.facts(sets) == Self.facts(try #require(original.sets)))
    #expect(sets.sets[0].range.start == SourcePosition(line: 4, column: 3))
    let engine = MockEngine(sets)
    func answer(_ path: String, _ body: String) -> Decision.Outcome {
      engine.decide(
        MockCall(
          method: "POST", target: .originForm, scheme: "https", host: "h", port: nil, path: path, query: nil,
          fields: [.contentType: "application/json"], body: Array(body.utf8))
      ).outcome
    }
    guard case .reply(let reply) = answer("/a", #"{"id": 1}"#) else { return #expect(Bool(false)) }
    #expect(Array(reply.body) == [0xFF, 0x00, 0xC0])
    #expect(reply.fields[.init("X-Env")!] == "test")
    guard case .unmatched = answer("/a", "{}") else { return #expect(Bool(false)) }
    guard case .reply(let text) = answer("/b", "") else { return #expect(Bool(false)) }
    #expect(Array(text.body) == Array("\u{FEFF}é\0\r\n".utf8))
  }

  @Test func `the examples have the same sets when they are compiled`() throws {
    let root = Repository.root.path
    let project = try SpecLoader(.paths(["specs"]), workingDirectory: root).loadSettled(number: 1)
    let document = try #require(CompiledProject.compile(project, workingDirectory: root).document)
    let compiled = try load(String(decoding: document, as: UTF8.self))
    let (found, expected) = (Self.facts(try #require(compiled.sets)), Self.facts(try #require(project.sets)))
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
    #expect(compiled.diagnostics.isEmpty)
  }

  @Test func `the document is the same each time, and names no folder of the machine`() throws {
    let document = try compile()
    #expect(try compile() == document)
    #expect(!document.contains(folder.path))
  }

  @Test func `names that a part of a project doesn't define aren't errors when it is compiled`() throws {
    try folder.write("mockspec: 1\nscenes:\n  Down: {A: Lost, Elsewhere: X}\n", to: "specs/mockspec.yaml")
    #expect(try load(try compile("specs/a.mock.yaml")).sets?.names == ["A"])
  }

  @Test func `specs that differ only in their extension are compiled, and files outside get a path inside`() throws {
    let other = try TemporaryFolder([
      "p/mockspec.yaml": "mockspec: 1\nallowOutside: [../shared]\n",
      "p/x.mock.yaml": "mockspec: 1\nrequests: {X: {match: /x, responses: {R: {file: ../shared/x.txt}}}}\n",
      "p/x.mock.json": #"{"mockspec": 1, "requests": {"Y": {"match": "/y", "responses": {"R": {}}}}}"#,
      "shared/x.txt": "shared",
    ])
    let project = try SpecLoader(.paths(["p"]), workingDirectory: other.path).loadSettled(number: 1)
    let document = try #require(CompiledProject.compile(project, workingDirectory: other.path).document)
    let sets = try #require(try load(String(decoding: document, as: UTF8.self)).sets)
    #expect(sets.names.sorted() == ["X", "Y"])
    #expect(sets["X"]?.responses[0].summary == "200, text/plain; charset=utf-8, 6 bytes")
  }

  @Test func `nothing but the document is read`() throws {
    let document = try compile().replacing("bodies/b.txt", with: "bodies/c.txt", maxReplacements: 1)
    #expect(
      try error(document)?.hasSuffix(
        "error: body file '../bodies/c.txt' isn't in the compiled specs [missing-body-file]")
        == true)
    let secret = try compile().replacing("../bodies/b.txt", with: "../../../../etc/passwd")
    #expect(try error(secret)?.contains("isn't in the compiled specs") == true)
  }

  @Test(arguments: [
    ("", "is empty"), ("{}", "expected an object with 'mockspecCompiled'"), ("[]", "expected an object with"),
    (#"{"mockspecCompiled": 1}"#, "expected true or false for 'isWhole'"),
    (#"{"mockspecCompiled": 1, "isWhole": true, "specs": {}}"#, "expected an array for 'specs'"),
    (#"{"mockspecCompiled": 1, "isWhole": true, "specs": [1]}"#, "expected a path inside the project"),
    (#"{"mockspecCompiled": 1, "isWhole": true, "specs": [{"path": "../a"}]}"#, "expected a path inside the project"),
    (#"{"mockspecCompiled": 1, "isWhole": true, "specs": [{"path": "/a"}]}"#, "expected a path inside the project"),
    (
      #"{"mockspecCompiled": 1, "isWhole": true, "specs": [{"path": "a\u0000"}]}"#, "expected a path inside the project"
    ),
    (
      #"{"mockspecCompiled": 1, "isWhole": true, "specs": [{"path": "a", "base64": "?"}]}"#,
      "expected the content of 'a'"
    ),
    (
      #"{"mockspecCompiled": 1, "isWhole": true, "specs": [{"path": "a", "text": "{}"}, {"path": "a", "text": ""}]}"#,
      "expected an array for 'files'"
    ),
    (
      #"{"mockspecCompiled": 1, "isWhole": true, "specs": [], "files": [{"path": "a", "text": ""}, {"path": "a", "text": ""}]}"#,
      "'a' occurs twice"
    ),
  ])
  func `a document of another shape is one clear error`(document: String, reason: String) throws {
    let found = try #require(try error(document))
    #expect(found.hasPrefix("c.json:1:"))
    #expect(found.contains("the file isn't compiled specs, or is damaged: "))
    #expect(found.contains(reason), "\(found)")
  }

  @Test func `a newer version is named`() throws {
    let document = try compile().replacing("\"mockspecCompiled\":1", with: "\"mockspecCompiled\":2")
    #expect(
      try error(document)
        == "c.json:1:21: error: the file is compiled specs of version 2; this version of MockSpec reads version 1 [unreadable]"
    )
  }

  @Test func `a document that is cut off anywhere is an error`() throws {
    let document = Array(try compile().utf8.dropLast())
    for length in stride(from: 0, to: document.count, by: 7) {
      let project = try load(String(decoding: document[..<length], as: UTF8.self))
      #expect(project.sets == nil, "\(length)")
      #expect(project.diagnostics.allSatisfy { $0.code == "unreadable" }, "\(length)")
    }
  }

  @Test func `random damage never crashes`() throws {
    let document = Array(try compile().utf8)
    var generator = SeededGenerator(seed: 14)
    for _ in 0..<300 {
      var damaged = document
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(in: 0x20..<0x7F, using: &generator)
      }
      let project = try load(String(decoding: damaged, as: UTF8.self))
      #expect(project.sets != nil || project.diagnostics.hasErrors)
    }
  }

  @Test func `a document that doesn't exist is a wrong path`() throws {
    #expect(throws: SpecPathError.self) {
      try SpecLoader(.compiled("none.json"), workingDirectory: folder.path).load(number: 1)
    }
  }
}
