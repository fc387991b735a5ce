import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// References from the schema of a body to schemas in files.
struct SchemaFileTests {
  static func spec(_ schema: String) -> String {
    """
    mockspec: 1
    requests:
      A: {match: {method: POST, path: /a, body: {schema: \(schema)}}, responses: {R: {}}}
    """
  }

  static func isAnswered(_ project: LoadedProject, _ body: String) throws -> Bool {
    let sets = try #require(project.sets)
    return MockEngine(sets).decide(MockCall("POST /a", body: body)).requestName == "A"
  }

  static let files = [
    "specs/schemas/order.json":
      #"{"required": ["user"], "properties": {"user": {"$ref": "people/user.yaml#/$defs/user"}}}"#,
    "specs/schemas/people/user.yaml": "$defs: {user: {required: [name], properties: {name: {$ref: ../name%20.json}}}}",
    "specs/schemas/name .json": #"{"type": "string", "$comment": "a name"}"#,
  ]

  @Test(arguments: [
    "schemas/order.json", "{$ref: schemas/order.json}", "{allOf: [{$ref: ./schemas/../schemas/order.json#}]}",
  ])
  func `a reference is a path relative to the file that has it`(schema: String) throws {
    let folder = try TemporaryFolder(Self.files.merging(["specs/a.mock.yaml": Self.spec(schema)]) { $1 })
    let project = try Specs.load(folder, "specs")
    #expect(project.diagnostics.map(\.description) == [])
    #expect(try Self.isAnswered(project, #"{"user": {"name": "Ada"}}"#))
    #expect(try !Self.isAnswered(project, #"{"user": {"name": 1}}"#))
    #expect(try !Self.isAnswered(project, #"{"user": {}}"#))
  }

  @Test func `an edit of a file that is referred to changes the answer`() throws {
    let folder = try TemporaryFolder(Self.files.merging(["specs/a.mock.yaml": Self.spec("schemas/order.json")]) { $1 })
    let loader = SpecLoader(.paths(["specs"]), workingDirectory: folder.path)
    let project = try loader.load(number: 1)
    #expect(project.watchedNames.concerns("name .json", in: folder["specs/schemas"], mayBeFolder: false))
    try folder.save(#"{"type": "integer"}"#, to: "specs/schemas/name .json")
    let changed: Set = [folder["specs/schemas/name .json"]]
    let later = try loader.loadSettled(number: 2, after: project, changed: changed)
    #expect(Reload(of: later, after: project, notices: [], duration: .zero).changed == ["A"])
    #expect(try Self.isAnswered(later, #"{"user": {"name": 1}}"#))
    #expect(try !Self.isAnswered(later, #"{"user": {"name": "Ada"}}"#))
  }

  @Test func `files can refer to each other`() throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": Self.spec("a.json"), "b.json": #"{"properties": {"a": {"$ref": "a.json"}}, "type": "object"}"#,
      "a.json": #"{"properties": {"b": {"$ref": "b.json"}}, "type": "object"}"#,
    ])
    let project = try Specs.load(folder, ".")
    #expect(try Self.isAnswered(project, #"{"b": {"a": {"b": {}}}}"#))
    #expect(try !Self.isAnswered(project, #"{"b": {"a": {"b": 1}}}"#))
  }

  @Test(arguments: [
    ("{$ref: schema/b.json}", "bad JSON Schema: 'schema/b.json' doesn't exist", "did you mean 'b.json'?"),
    ("{$ref: schemas/c.json}", "bad JSON Schema: 'schemas/c.json' doesn't exist", "did you mean 'b.json'?"),
    ("{$ref: ../secret.json}", "bad JSON Schema: '../secret.json' is outside the project", ProjectFiles.outside.help),
    ("{$ref: 'schemas/b.json#/c'}", "bad JSON Schema: 'schemas/b.json#/c' doesn't exist", nil),
    ("{$ref: schemas/bad.json}", "bad JSON Schema: 'schemas/bad.json' isn't valid", nil),
    (
      "{$id: 'https://a.example/', $ref: schemas/b.json}",
      "bad JSON Schema: unknown schema 'https://a.example/schemas/b.json'",
      "remove '$id', so that the reference is a path relative to the file"
    ),
    (
      "{$ref: 'https://a.example/b.json'}", "bad JSON Schema: unknown schema 'https://a.example/b.json'", nil
    ),
  ])
  func `a reference that leads to no schema is an error`(schema: String, message: String, help: String?) throws {
    let folder = try TemporaryFolder([
      "root/a.mock.yaml": Self.spec(schema), "root/schemas/b.json": "{}", "secret.json": "{}",
      "root/schemas/bad.json": "{",
    ])
    let problems = try Specs.load(folder, "root").diagnostics
    let problem = try #require(problems.first { $0.code == "bad-schema" })
    #expect(problem.message == message)
    #expect(problem.help == help || help == "did you mean 'b.json'?")
    #expect(problems.count == (schema.contains("bad.json") ? 2 : 1))
  }

  @Test func `one schema refers to a limited number of files`() throws {
    var files = ["a.mock.yaml": Self.spec("s0.json"), "s300.json": "{}"]
    for index in 0..<300 { files["s\(index).json"] = #"{"$ref": "s\#(index + 1).json"}"# }
    let problems = try Specs.load(TemporaryFolder(files), ".").diagnostics
    #expect(problems.map(\.message) == ["bad JSON Schema: 's257.json' is one of more than 256 files of one schema"])
  }
}
