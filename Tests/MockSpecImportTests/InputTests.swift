import Foundation
import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecImport

/// What is recognized, and what hostile inputs can't do.
struct InputTests {
  @Test func `formats are recognized by the keys at the root only`() throws {
    let texts: [(String, ImportFormat?)] = [
      (#"{"log": {"version": "1.2", "entries": []}}"#, .har),
      (
        #"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": []}"#,
        .postman
      ),
      (#"{"lastMigration": 32, "routes": []}"#, .mockoon),
      (#"{"mappings": []}"#, .wiremock),
      (#"[{"request": {"url": "/"}, "response": {}}]"#, .wiremock),
      (#"{"openapi": "3.1.0", "log": {"level": 1}, "request": {"url": "/"}}"#, .openapi),
      (#"{"swagger": "2.0"}"#, .openapi),
      (#"{"request": {"method": "GET"}, "response": {}}"#, nil),
      (#"{"log": {"entries": []}}"#, nil),
    ]
    for (text, format) in texts {
      let root = try #require(DocumentParser.parseJSON(Array(text.utf8))?.root)
      #expect(ImportFormat(of: root) == format, "\(text)")
    }
  }

  @Test func `an unknown file is an error that says what was looked for`() throws {
    let imported = try Imported(["a.json": #"{"asyncapi": "3.0.0"}"#, "b.json": "{"], ["a.json", "b.json"])
    #expect(
      imported.lines[0]
        == "a.json:1:2: error: the file has no format that can be imported: it is an AsyncAPI document, which can't be imported yet "
        + "[unknown-format]")
    #expect(imported.result.diagnostics[0].help?.contains("'log.version' and 'log.entries' (har)") == true)
    #expect(imported.lines[1].contains("[json-syntax]"))
    #expect(imported.result.files.isEmpty)
  }

  @Test(arguments: [ImportFormat.har, .postman, .mockoon, .openapi])
  func `a file of another format than the one that is named is an error`(format: ImportFormat) throws {
    let imported = try Imported(["a.json": #"{"request": {}, "response": {}}"#], ["a.json"], format: format)
    #expect(imported.lines.count == 1)
    #expect(imported.lines.first?.contains("error: the file isn't \(format.name) [unknown-format]") == true)
    #expect(imported.result.files.isEmpty)
  }

  @Test func `no file outside the input's folder is read`() throws {
    let folder = try TemporaryFolder(["secret.txt": "secret", "wm/__files/a.txt": "fine"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/wm/__files/link.txt", withDestinationPath: "../../secret.txt")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/wm/__files/up", withDestinationPath: "../..")
    let names = [
      "../../secret.txt", "/../../secret.txt", "link.txt", "up/secret.txt", folder.path + "/secret.txt",
      "file:///etc/passwd", "http://127.0.0.1/x", "a.txt\u{0}", "..", "",
    ]
    for (index, name) in names.enumerated() {
      let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
      try folder.save(
        #"{"request": {"urlPath": "/\#(index)"}, "response": {"bodyFileName": \#(text)}}"#,
        to: "wm/mappings/\(index).json")
    }
    let result = try SpecImport([folder.path + "/wm"], workingDirectory: folder.path)
    #expect(result.counts == ImportCounts(exact: 0, approximated: names.count))
    #expect(!result.files.contains { String(decoding: $0.bytes, as: UTF8.self).contains("secret\n") })
    #expect(result.files.allSatisfy { $0.bytes != Array("secret".utf8) })
  }

  @Test func `names of files come from a safe alphabet and differ without regard to case`() throws {
    #expect(ImportedNames.file("../../etc/Passwd\u{0}\n") == "etc-passwd")
    #expect(ImportedNames.file("...") == "import")
    #expect(ImportedNames.file("CON") == "con-file")
    #expect(ImportedNames.file("Ünïcode 登录") == "n-code")
    #expect(ImportedNames.file(String(repeating: "a", count: 500)).count == 60)
    var names = ImportedNames()
    #expect(["A", "a", "A 2", "a"].map { names.unique($0) } == ["A", "a 2", "A 2 2", "a 3"])
    #expect(ImportedNames.name(" a\u{202E}\n\tb\u{0} ") == "a b")
    #expect(ImportedNames.name("\n") == nil)
  }

  @Test func `titles can't end a comment or become keys`() throws {
    let name = "a.json"
    let stub = #"{"name": "x: {\nrequests: # \u0000", "request": {"urlPath": "/a"}, "response": {"body": "{{x}}"}}"#
    let imported = try Imported([name: stub], [name])
    #expect(imported.lines == [])
    #expect(imported.spec.contains("'x: { requests: #':\n"), "\(imported.spec)")
    #expect(!imported.spec.contains("template"))
  }

  @Test func `deep and large documents are refused or read in bounded time`() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let imported = try Imported(["a.json": #"{"mappings": \#(deep)}"#], ["a.json"])
    #expect(imported.lines.contains { $0.contains("[too-deep]") })
    let stubs = (0..<300).map { WireMockTests.stub(#"{"method": "GET", "urlPath": "/items/\#($0)"}"#) }
    let many = try Imported(["a.json": "[\(stubs.joined(separator: ","))]"], ["a.json"])
    #expect(many.replay == "300 of 300")
    #expect(many.spec.contains("basePath: /items\n"))
  }

  @Test func `two imports are equal`() throws {
    let files = [
      "a.json": "[\((0..<20).map { WireMockTests.stub(#"{"urlPath": "/\#($0)"}"#) }.joined(separator: ","))]"
    ]
    #expect(try Imported(files, ["a.json"]).result.files == Imported(files, ["a.json"]).result.files)
  }
}

extension InputTests {
  @Test func `JSON that is nested too deeply for a spec is refused`() throws {
    let deep = String(repeating: "[", count: 124) + String(repeating: "]", count: 124)
    let imported = try Imported(
      [
        "a.json":
          #"[{"request": {"urlPath": "/a"}, "response": {"jsonBody": \#(deep)}}, \#(WireMockTests.stub(#"{"urlPath": "/b"}"#))]"#
      ],
      ["a.json"])
    imported.expect(losses: ["{\"request\"|it can't be written as a spec: it is too large or nested too deeply"])
    #expect(imported.replay == "1 of 1")
  }
}
