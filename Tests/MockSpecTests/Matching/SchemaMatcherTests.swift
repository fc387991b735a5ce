import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct SchemaMatcherTests {
  static let cases = [
    BodyCase("schema: {type: object, required: [a]}", #"{"a": 1}"#, true),
    BodyCase("schema: {type: object, required: [a]}", #"{"b": 1}"#, false),
    BodyCase("schema: {type: object}", "[]", false), BodyCase("schema: {type: object}", "{", false),
    BodyCase("schema: {}", "null", true), BodyCase("schema: {}", "", false), BodyCase("schema: true", "1", true),
    BodyCase("schema: false", "1", false), BodyCase("schema: {const: null}", "null", true),
    BodyCase("schema: {minimum: 0x10}", "16", true), BodyCase("schema: {minimum: 0x10}", "15", false),
    BodyCase("schema: {$ref: '#/$defs/a', $defs: {a: {type: string}}}", #""x""#, true),
    BodyCase("schema: {$ref: '#/$defs/a', $defs: {a: {type: string}}}", "1", false),
    BodyCase("schema: {additionalProperties: {$ref: '#'}, type: object}", #"{"a": {"b": {}}}"#, true),
    BodyCase("schema: {additionalProperties: {$ref: '#'}, type: object}", #"{"a": {"b": 1}}"#, false),
    BodyCase("schema: {maxProperties: 1}", #"{"a": 1, "a": 2}"#, true),
    BodyCase("schema: {properties: {a: {const: 2}}}", #"{"a": 1, "a": 2}"#, true),
  ]

  @Test(arguments: cases)
  func `a body is valid or not`(item: BodyCase) throws { try item.check() }

  @Test func `an invalid schema is an error at its location`() throws {
    let marked = """
      mockspec: 1
      requests:
        A: {match: {path: /a, body: {schema: {properties: {a: {type: 1️⃣strin1️⃣}}}}}, responses: {R: {}}}
      """
    let found = try SpecLoader(.inline(MarkedText(marked).text)).load(number: 1).diagnostics
    #expect(found.map(\.marked) == [marked])
    #expect(found.map(\.message) == ["bad JSON Schema: unknown type 'strin'"])
  }

  @Test(arguments: [
    ("{$ref: '#/a'}", "bad-schema: bad JSON Schema: '#/a' doesn't exist"),
    ("{maxItems: -1}", "bad-schema: bad JSON Schema: expected a whole number of at least 0, found -1"),
    ("{const: .inf}", "bad-value: JSON has no number '.inf'"),
    ("{}, json: 1", "conflicting-keys: 'schema' can't be combined with 'json'"),
    ("3", "wrong-type: expected a JSON Schema or its file, found 3"),
  ])
  func `mistakes in a schema are reported`(schema: String, problem: String) throws {
    #expect(
      try Specs.problems("requests: {A: {match: {body: {schema: \(schema)}}, responses: {R: {}}}}") == [problem])
  }

  // MARK: - Files

  static let spec = """
    mockspec: 1
    requests: {A: {match: {path: /a, body: {schema: 1️⃣s/order.json1️⃣}}, responses: {R: {}}}}

    """

  func load(_ files: [String: String], _ path: String = ".") throws -> LoadedProject {
    try Specs.load(TemporaryFolder(files), path)
  }

  func answers(_ sets: ResponseSets?, _ body: String) throws -> Bool {
    MockEngine(try #require(sets)).decide(MockCall("POST /a", body: body)).requestName == "A"
  }

  @Test(arguments: [("s/order.json", #"{"required": ["a"]}"#), ("s/order.yaml", "# ours\nrequired: [a]\n")])
  func `a schema file is relative to its spec, and is watched`(path: String, schema: String) throws {
    let text = MarkedText(Self.spec).text.replacing("s/order.json", with: path)
    let folder = try TemporaryFolder(["in/a.mock.yaml": text, "in/" + path: schema])
    let project = try Specs.load(folder, ".")
    #expect(try answers(project.sets, #"{"a": 1}"#))
    #expect(try !answers(project.sets, "{}"))
    #expect(project.watchedNames.concerns(FilePath.name(path), in: folder["in/s"], mayBeFolder: false))
    #expect(project.contents[folder["in/" + path]] == Array(schema.utf8))
  }

  @Test func `defaults can name a schema file, relative to their own file`() throws {
    let project = try load([
      "mockspec.yaml": "mockspec: 1\ndefaults: {match: {body: {schema: a.json}}}\n",
      "in/a.mock.yaml": "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {}}}}\n",
      "a.json": #"{"required": ["a"]}"#,
    ])
    #expect(try answers(project.sets, #"{"a": 1}"#))
    #expect(try !answers(project.sets, "{}"))
  }

  @Test(arguments: [
    (["s/ordre.json": "{}"], "missing-body-file: schema file 's/order.json' doesn't exist"),
    (["s/order.json/x": ""], "unreadable: schema file 's/order.json' is a folder"),
  ])
  func `an unreadable schema file is an error at its name`(files: [String: String], problem: String) throws {
    let found = try load(files.merging(["a.mock.yaml": MarkedText(Self.spec).text]) { first, _ in first }).diagnostics
    #expect(found.map(\.marked) == [Self.spec])
    #expect(found.map { "\($0.code): \($0.message)" } == [problem])
  }

  @Test func `schema files outside the root aren't read`() throws {
    let folder = try TemporaryFolder(["root/a.mock.yaml": MarkedText(Self.spec).text, "secret/order.json": "{}"])
    try folder.link("root/s", to: "../secret")
    #expect(try Specs.load(folder, "root").diagnostics.map(\.code) == ["outside-root"])
  }

  @Test(arguments: [
    ("{\"type\": 1️⃣\"strin\"1️⃣}", "bad-schema"), ("{\"a\": 1,1️⃣1️⃣", "json-syntax"), ("{\"type\": []1️⃣,1️⃣}", "json-syntax"),
    ("{\"pattern\": 1️⃣\"(\"1️⃣}", "bad-schema"), ("1️⃣[]1️⃣", "bad-schema"),
  ])
  func `an invalid schema file is reported once, inside the file`(schema: String, code: String) throws {
    let spec = MarkedText(Self.spec).text
    let found = try load([
      "a.mock.yaml": spec, "b.mock.yaml": spec.replacing("A:", with: "B:"), "s/order.json": MarkedText(schema).text,
    ]).diagnostics
    #expect(found.map(\.code) == [code])
    #expect(found.map(\.file) == ["s/order.json"])
  }

  @Test func `a change of a schema file changes the loaded project`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": MarkedText(Self.spec).text, "s/order.json": "{}"])
    #expect(try answers(Specs.load(folder, ".").sets, "{}"))
    try folder.write("false", to: "s/order.json")
    #expect(try !answers(Specs.load(folder, ".").sets, "{}"))
  }
}
