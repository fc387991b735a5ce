import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

struct ProjectConversionTests {
  static let spec = "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {file: bodies/a.txt}}}}\n"

  func convert(
    _ folder: TemporaryFolder, _ paths: String..., to format: DocumentParser.Format = .json
  ) throws -> ProjectConversion {
    let project = try SpecLoader(.paths(paths), workingDirectory: folder.path).load(number: 1)
    try #require(project.sets != nil, "\(project.diagnostics)")
    return ProjectConversion(project, to: format, workingDirectory: folder.path)
  }

  @Test func `specs and project file change their extension, and folders and bodies don't change`() throws {
    let folder = try TemporaryFolder([
      "mocks/mockspec.yml": "mockspec: 1\n", "mocks/one/a.mock.yaml": Self.spec, "mocks/one/bodies/a.txt": "a\r\n",
      "mocks/b.mock.json": #"{"mockspec": 1, "requests": {}}"#, "mocks/unused.txt": "",
    ])
    let json = try convert(folder, "mocks")
    #expect(json.diagnostics.isEmpty)
    #expect(json.files.map(\.path) == ["b.mock.json", "mockspec.json", "one/a.mock.json", "one/bodies/a.txt"])
    #expect(json.files[3].bytes == Array("a\r\n".utf8))
    #expect(try convert(folder, "mocks", to: .yaml).files.map(\.path).prefix(2) == ["b.mock.yaml", "mockspec.yaml"])
  }

  @Test(arguments: [DocumentParser.Format.json, .yaml])
  func `hosts and paths that follow two slashes stay what they are`(format: DocumentParser.Format) throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": """
      mockspec: 1
      requests:
        Host: {match: GET //a/b, responses: {R: {}}}
        Path: {match: {path: //a/b, exactQuery: True}, enabled: False, responses: {R: {}}}
      """
    ])
    let converted = try #require(try convert(folder, ".", to: format).files.first)
    let sets = try ResponseSets.load(text: String(decoding: converted.bytes, as: UTF8.self))
    #expect(sets.sets.map(\.matchSummary).sorted() == ["GET //a/b", "path //a/b, exactQuery"])
    #expect(sets["Path"]?.isEnabled == false)
  }

  @Test func `a spec with any name gets one that discovery finds`() throws {
    let folder = try TemporaryFolder(["login.yaml": "mockspec: 1\nrequests: {}\n"])
    #expect(try convert(folder, "login.yaml").files.map(\.path) == ["login.mock.json"])
  }

  @Test func `two files with the same new path are an error`() throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": "mockspec: 1\nrequests: {}\n",
      "a.mock.json": #"{"mockspec": 1, "requests": {"A": {"match": "/a", "responses": {"R": {}}}}}"#,
    ])
    #expect(
      try convert(folder, ".").diagnostics.map(\.message) == [
        "'a.mock.json' and this file would both be converted to 'a.mock.json'"
      ])
  }

  @Test(arguments: [DocumentParser.Format.json, .yaml])
  func `bodies outside the project, or with absolute paths, get a path inside`(format: DocumentParser.Format) throws {
    let folder = try TemporaryFolder([
      "p/mockspec.yaml": "mockspec: 1\nallowOutside: [..]\n", "a.txt": "first", "more/a.txt": "second",
      "p/in/b.txt": "third",
    ])
    let names = ["../../a.txt", "../../more/a.txt", folder["p/in/b.txt"], "b.txt", folder["a.txt"]]
    let responses = names.enumerated().map { "R\($0.offset): {file: \($0.element)}" }.joined(separator: ", ")
    try folder.write("mockspec: 1\nrequests: {A: {match: /a, responses: {\(responses)}}}\n", to: "p/in/a.mock.yaml")
    let conversion = try convert(folder, "p", to: format)
    #expect(conversion.diagnostics.isEmpty)

    let out = try TemporaryFolder([:])
    for file in conversion.files {
      try out.makeFolder(FilePath.parent("/" + file.path))
      try out.write(String(decoding: file.bytes, as: UTF8.self), to: file.path)
    }
    let sets = try #require(try Specs.load(out, ".").sets)
    #expect(
      try sets.sets[0].responses.map { String(decoding: try $0.reply.body, as: UTF8.self) } == [
        "first", "second", "third", "third", "first",
      ])
    #expect(
      conversion.files.map(\.path).filter { $0.hasSuffix(".txt") } == ["in/b.txt", "outside/2/a.txt", "outside/a.txt"])
  }

  @Test(arguments: ["a.yaml", "in/a.yml", "a", "a.json"])
  func `a schema in YAML becomes JSON where specs do`(name: String) throws {
    let folder = try TemporaryFolder([
      "m/a.mock.yaml": "mockspec: 1\nrequests: {A: {match: {path: /a, body: {schema: \(name)}}, responses: {R: {}}}}\n",
      "m/\(name)": #"{"type": "object", "minProperties": 1}"#,
    ])
    let out = try TemporaryFolder()
    for file in try convert(folder, ".").files {
      try out.write(file.bytes, to: file.path)
      #expect(file.path.hasSuffix(".json"))
    }
    let engine = MockEngine(try #require(try Specs.load(out, ".").sets))
    #expect(engine.decide(MockCall("POST /a", body: #"{"a": 1}"#)).requestName == "A")
    #expect(engine.decide(MockCall("POST /a", body: "{}")).requestName == nil)
    #expect(try convert(folder, ".", to: .yaml).files.contains { $0.path == "m/" + name })
  }

  @Test func `a number that JSON can't express is an error at its location`() throws {
    let marked = "mockspec: 1\nx-note: 1️⃣.inf1️⃣\nrequests: {}\n"
    let folder = try TemporaryFolder(["a.mock.yaml": MarkedText(marked).text])
    #expect(try convert(folder, ".").diagnostics.map(\.marked) == [marked])
    #expect(try convert(folder, ".", to: .yaml).diagnostics.isEmpty)
  }

  @Test func `text keeps its spelling, and numbers keep their value`() throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": """
      # a comment
      mockspec: 1
      requests:
        0x1: {match: {path: /a, query: {v: 1.}}, responses: {R: {status: 0xC8, headers: {Retry-After: 0x1F}, json: 0x1F}}}
      """
    ])
    let text = String(decoding: try #require(try convert(folder, ".").files.first).bytes, as: UTF8.self)
    for part in [#""0x1""#, #""v": "1.""#, #""status": 200"#, #""Retry-After": "0x1F""#, #""json": 31"#] {
      #expect(text.contains(part), "\(text)")
    }
  }
}
