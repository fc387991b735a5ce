import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Files that a person expects to be read, and that aren't.
struct LostFileTests {
  private static let spec = "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {}}}}\n"
  private static let other = "mockspec: 1\nrequests:\n  B: {match: GET /b, responses: {R: {}}}\n"

  private static func lint(_ folder: TemporaryFolder, _ path: String = ".") throws -> [String] {
    try SpecLoader(.paths([path]), workingDirectory: folder.path, isLinting: true).load(number: 1).diagnostics
      .map { "\($0.file): \($0.message) [\($0.code)]" }
  }

  @Test(arguments: ["x.mock.yaml", "mockspec.yaml", "mockspec.json"])
  func `a link that leads nowhere is an error`(name: String) throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec])
    try folder.link(name, to: "gone/file.yaml")
    #expect(
      try Self.lint(folder) == ["\(name): the file is a link to 'gone/file.yaml', which doesn't exist [unreadable]"])
  }

  @Test func `a link to itself is an error`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec])
    try folder.link("x.mock.yaml", to: "y.mock.yaml")
    try folder.link("y.mock.yaml", to: "x.mock.yaml")
    #expect(
      try Self.lint(folder) == [
        "x.mock.yaml: the file is a link that leads back to itself [unreadable]",
        "y.mock.yaml: the file is a link that leads back to itself [unreadable]",
      ])
  }

  @Test func `a broken link to the project file above the named folder is an error`() throws {
    let folder = try TemporaryFolder(["specs/a.mock.yaml": Self.spec])
    try folder.link("mockspec.yaml", to: "gone.yaml")
    #expect(
      try Self.lint(folder, "specs") == [
        "mockspec.yaml: the file is a link to 'gone.yaml', which doesn't exist [unreadable]"
      ])
  }

  @Test func `links under other names may lead nowhere`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec])
    for name in [".#a.mock.yaml", "notes", "notes.yaml"] { try folder.link(name, to: "gone") }
    #expect(try Self.lint(folder) == [])
  }

  @Test func `a link that leads somewhere again is found by another search`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec])
    try folder.link("x.mock.yaml", to: "other/b.yaml")
    let found = try Discovery(paths: ["."], workingDirectory: folder.path, in: .disk)
    #expect(found.isCurrent)
    var names = WatchedNames()
    found.addNames(to: &names)
    #expect(names.concerns("other", in: folder.path, mayBeFolder: true))
    try folder.write(Array(Self.other.utf8), to: "other/b.yaml")
    #expect(!found.isCurrent)
  }

  #if os(Linux)
    @Test func `a name that isn't UTF-8 is an error`() throws {
      let folder = try TemporaryFolder(["a.mock.yaml": Self.spec])
      let path = folder.path.utf8.map { CChar(bitPattern: $0) } + "/caf".utf8.map { CChar(bitPattern: $0) }
      let name = path + [CChar(bitPattern: 0xE9)] + ".mock.yaml".utf8.map { CChar(bitPattern: $0) } + [0]
      let file = try #require(fopen(name, "w"))
      fclose(file)
      #expect(try Self.lint(folder) == ["caf\u{FFFD}.mock.yaml: the file's name isn't UTF-8 [unreadable]"])
    }
  #endif

  @Test(arguments: [
    ("login.yaml", "login.mock.yaml"), ("login.yml", "login.mock.yml"), ("sub/login.YAML", "login.mock.yaml"),
    ("login.mock.YAML", "login.mock.yaml"), ("Login.Mock.yml", "Login.mock.yml"),
  ])
  func `a spec with a wrong name is reported`(name: String, right: String) throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec, name: Self.other])
    let found = try SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true).load(number: 1)
      .diagnostics
    #expect(found.map(\.code) == ["misnamed-spec"])
    #expect(found.map(\.file) == [name])
    #expect(found.first?.help == "rename it to '\(right)'")
    // It can be the reason for an error.
    try folder.write(Array("mockspec: 1\nscenes: {S: {Unknown: R}}\n".utf8), to: "mockspec.yaml")
    #expect(try Self.lint(folder).contains { $0.hasSuffix("[misnamed-spec]") })
  }

  @Test func `a spec in JSON with a wrong name is reported`() throws {
    let text = #"{"$schema": "a", "mockspec": 1, "requests": {"B": {"match": "GET /b", "responses": {"R": {}}}}}"#
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec, "login.json": text])
    #expect(
      try Self.lint(folder) == [
        "login.json: the file isn't read, since its name doesn't end in .mock.json [misnamed-spec]"
      ])
  }

  @Test func `files of other tools and bodies aren't reported`() throws {
    let spec = "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {file: body.yaml}}}}\n"
    let folder = try TemporaryFolder([
      "a.mock.yaml": spec, "body.yaml": Self.other, "compose.yaml": "services: {}\n", "b.json": "{\"requests\": []}",
      "c.yaml": "# mockspec: 1\nrequests: []\n", "d.yaml": "tools:\n  mockspec: 1\nrequests:\n  - a\n",
      ".hidden.yaml": Self.other, "e.txt": Self.other, "f.yaml": "mockspec: 1\n", "g.yaml": "",
    ])
    #expect(try Self.lint(folder) == [])
  }
}
