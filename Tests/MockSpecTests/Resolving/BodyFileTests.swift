import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct BodyFileTests {
  static func spec(_ path: String) -> String {
    "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {file: \(path)}}}}\n"
  }

  func body(_ project: LoadedProject) throws -> Reply {
    let set = try #require(project.sets?["A"])
    guard case .fixed(.reply(let reply)) = set.responses[0].outcome else { throw NoReply() }
    return reply
  }
  struct NoReply: Error {}

  @Test func `a body file is relative to its spec, and its extension gives the type`() throws {
    let folder = try TemporaryFolder(["in/a.mock.yaml": Self.spec("b/x.svg"), "in/b/x.svg": "<svg/>"])
    let reply = try body(Specs.load(folder, "."))
    #expect(String(decoding: reply.body, as: UTF8.self) == "<svg/>")
    #expect(reply.fields[.contentType] == "image/svg+xml")
  }

  @Test func `a missing one is an error with the nearest name`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec("login.jsn"), "login.json": "{}"])
    let project = try Specs.load(folder, ".")
    #expect(project.sets == nil)
    #expect(project.diagnostics.map(\.code) == ["missing-body-file"])
    #expect(project.diagnostics[0].help == "did you mean 'login.json'?")
    #expect(project.watchedNames.concerns("login.jsn", in: folder.path, mayBeFolder: false))
  }

  @Test(arguments: [
    ("specs/bodies/x.json", "bodies/x.json"), ("mocks/bodies/x.json", "bodies/x.json"),
    ("specs/sub/bodies/x.json", "sub/bodies/x.json"), ("bodies/x.jsn", nil), ("other/x.json", "../other/x.json"),
  ])
  func `a path that is relative to another folder is an error that says so`(path: String, meant: String?) throws {
    let folder = try TemporaryFolder([
      "specs/a.mock.yaml": Self.spec(path), "specs/bodies/x.json": "{}", "specs/sub/bodies/x.json": "{}",
      "other/x.json": "{}",
    ])
    let problem = try #require(Specs.load(folder, ".").diagnostics.first)
    #expect(
      problem.help
        == (meant.map { "did you mean '\($0)'? paths are relative to the folder of the spec" }
          ?? "did you mean 'bodies/x.json'?"))
  }

  @Test(arguments: ["../secret.txt", "link.txt", "linked/secret.txt", "/etc/hostname"])
  func `nothing outside the root is read, by path or by link`(path: String) throws {
    let folder = try TemporaryFolder(["secret.txt": "secret", "root/a.mock.yaml": Self.spec(path)])
    try folder.link("root/link.txt", to: "../secret.txt")
    try folder.link("root/linked", to: "..")
    let project = try Specs.load(folder, "root")
    #expect(project.diagnostics.map(\.code) == ["outside-root"])
    #expect(!project.contents.values.contains(Array("secret".utf8)))
  }

  @Test(arguments: [
    "../secret/password.txt", "../secret/pasword.txt", "../secret/large.txt", "../secret/folder", "../secret/pipe",
    "../secret/locked.txt", "../nowhere/a.txt", "gone.txt", "linked/pasword.txt", "linked/back.txt",
  ])
  func `reports don't show what exists outside the root`(path: String) throws {
    let folder = try TemporaryFolder([
      "secret/password.txt": "secret", "secret/locked.txt": "", "secret/folder/x": "",
      "root/a.mock.yaml": Self.spec(path),
    ])
    try folder.makeHole(ProjectFiles.sizeLimit + 1, "secret/large.txt")
    try folder.makePipe("secret/pipe")
    try folder.setMode(0, of: "secret/locked.txt")
    try folder.link("root/gone.txt", to: "../secret/pasword.txt")
    try folder.link("root/linked", to: "../secret")
    try folder.link("secret/back.txt", to: "../root/missing.txt")
    let problem = try #require(Specs.load(folder, "root").diagnostics.first)
    if path == "linked/back.txt" {
      #expect(problem.code == "missing-body-file")
      #expect(problem.help == "paths are relative to the folder of the spec")
    } else {
      #expect(problem.message == "body file '\(path)' is outside the project")
      #expect(problem.help == ProjectFiles.outside.help)
    }
  }

  @Test func `a file outside is refused before it is read`() throws {
    let folder = try TemporaryFolder(["a.txt": ""])
    try folder.makeHole(2, "a.txt")
    let error = #expect(throws: FileError.self) {
      try FileSystem.content(of: folder["a.txt"], limit: 1) { path in
        #expect(path == folder["a.txt"])
        return false
      }
    }
    #expect(error?.isRefused == true)
  }

  @Test func `allowOutside opens a folder`() throws {
    let folder = try TemporaryFolder([
      "shared/x.json": "{}", "root/mockspec.yaml": "mockspec: 1\nallowOutside: [../shared]\n",
      "root/a.mock.yaml": Self.spec("../shared/x.json"),
    ])
    #expect(try body(Specs.load(folder, "root")).body == Array("{}".utf8))
  }

  @Test func `a folder or a pipe is refused, and nothing hangs`() throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": Self.spec("sub"), "sub/x": "", "b.mock.yaml": Self.spec("pipe").replacing("A:", with: "B:"),
    ])
    try folder.makePipe("pipe")
    let project = try Specs.load(folder, ".")
    #expect(
      project.diagnostics.map(\.message) == ["body file 'sub' is a folder", "body file 'pipe' is not a regular file"])
  }
}
