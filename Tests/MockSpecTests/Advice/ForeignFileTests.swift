import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Files with the name of a spec that are something else.
struct ForeignFileTests {
  struct File: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let words: String

    init(_ name: String, _ text: String, _ words: String) { self.init(name, Array(text.utf8), words) }

    init(_ name: String, _ bytes: [UInt8], _ words: String) {
      (self.name, self.bytes, self.words) = (name, bytes, words)
    }

    var testDescription: String { "\(name), \(words)" }
  }

  private static let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 12345\n"
  private static let stub = #"{"request": {"method": "GET", "url": "/a"}, "response": {"status": 200}}"#
  private static let spec = "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {}}}}\n"

  static let files = [
    File("a.mock.yaml", pointer, "Git LFS pointer"), File("a.mock.json", pointer, "Git LFS pointer"),
    File("mockspec.yaml", pointer, "Git LFS pointer"),
    File("a.mock.yaml", "\n<!DOCTYPE html>\n<html><body>\n<p>a: b</p>\n</body></html>\n", "HTML page"),
    File("a.mock.json", "<html>\n</html>\n", "HTML page"),
    File("a.mock.yaml", "<?xml version='1.0'?>\n<a>b: c</a>\n", "XML document"),
    File("a.mock.yaml", "openapi: 3.0.0\ninfo:\n  title: A\npaths:\n  /a: {get: {}}\n", "OpenAPI document"),
    File("a.mock.json", #"{"swagger": "2.0", "info": {"title": "A"}, "paths": {}}"#, "OpenAPI document"),
    File("a.mock.json", #"{"log": {"version": "1.2", "entries": []}}"#, "HTTP Archive"),
    File("a.mock.json", stub, "WireMock stub"),
    File("a.mock.json", "{\"mappings\": [\(stub)]}", "list of WireMock stubs"),
    File("a.mock.json", "[\(stub)]", "list of stubs of WireMock or killgrave"),
    File("a.mock.json", #"{"info": {"_postman_id": "a", "name": "b"}, "item": []}"#, "Postman collection"),
    File("a.mock.json", #"{"uuid": "a", "routes": [], "endpointPrefix": ""}"#, "Mockoon environment"),
    File("a.mock.json", #"{"data": {"pairs": []}, "meta": {}}"#, "Hoverfly simulation"),
    File(
      "a.mock.json", #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {}}"#, "JSON Schema"),
    File(
      "a.mock.yaml", Array("\u{89}PNG".unicodeScalars).map { UInt8($0.value) } + [0x0D, 0x0A, 0x1A, 0x0A, 0],
      "PNG image"),
    File("a.mock.json", Array("PK\u{3}\u{4}".utf8) + [20, 0, 0, 0], "ZIP archive"),
    File("a.mock.yaml", Array("abc".utf8) + [0, 1, 2, 3, 0, 0, 7], "binary file"),
    File("a.mock.yaml", "```yaml\n\(spec)```\n", "Markdown"),
    File("a.mock.yaml", "HTTP/1.1 200 OK\nA: b\n\nc: d\n", "HTTP response"),
    File("a.mock.yaml", "{\\rtf1\\ansi\nmockspec: 1\n}", "Rich Text Format"), File("a.mock.json", spec, "YAML"),
    File("a.mock.yaml", "curl -H 'A: b' https://api.example.com/a\n", "command of curl"),
  ]

  private static func found(_ files: [File]) throws -> [Diagnostic] {
    let folder = try TemporaryFolder([:])
    for file in files { try folder.write(file.bytes, to: file.name) }
    return try SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true).check().diagnostics
  }

  @Test(arguments: files) func `one error says what the file is and what to do`(file: File) throws {
    let found = try Self.found([file]).filter { $0.code != "no-specs" }
    #expect(found.map(\.code) == ["not-a-spec"])
    #expect(found.first?.message.contains(file.words) == true)
    #expect(found.first?.message.contains(file.name.hasPrefix("mockspec") ? "a project file" : "a spec") == true)
    #expect(found.first?.help?.isEmpty == false)
    #expect(found.first?.fix == nil)
  }

  @Test func `other files are still checked`() throws {
    let found = try Self.found([
      File("a.mock.yaml", Self.pointer, ""),
      File("b.mock.yaml", "mockspec: 1\nrequests: {B: {match: /b, responses: {R: {staus: 200}}}}\n", ""),
    ])
    #expect(found.map(\.code) == ["not-a-spec", "unknown-key"])
  }

  @Test(arguments: [
    // Two keys of a spec, or of a project file.
    "openapi: 3.1.0\n\(spec)", "request: {}\nresponse: {}\nmockspec: 1\ndefault: {}\n",
    // No other tool's keys, or not all of them.
    "servces: {}\n", "log: {}\n", "info: {}\n", "jobs: {}\n", "version 1\n",
  ])
  func `a file that can be meant as a spec is checked as one`(text: String) throws {
    let found = try Self.found([File("a.mock.yaml", text, "")])
    #expect(found.hasErrors && !found.contains { $0.code == "not-a-spec" })
  }

  @Test func `a valid spec is never examined`() throws {
    let text = "x-swagger: {openapi: 3.1.0}\n" + Self.spec.replacing("R: {}", with: "R: {text: \"<!doctype html>\"}")
    #expect(try Self.found([File("a.mock.yaml", text, "")]).isEmpty)
  }
}
