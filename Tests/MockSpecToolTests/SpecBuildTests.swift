import Foundation
import MockSpec
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecTool

struct SpecBuildTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "specs/login.mock.yaml": """
      mockspec: 1
      requests: {Login: {match: /login, responses: {Success: {file: token.txt}, Offline: {error: timedOut}}}}
      """,
      "specs/token.txt": "token",
    ])
    try folder.makeFolder("out")
  }

  func run(_ specs: String = "specs") -> Int32 {
    SpecBuild(
      Arguments(
        specs: folder[specs], base: folder.path, names: folder["out/Names.swift"], compiled: folder["out/specs.json"])
    ).run()
  }

  @Test func `the names and the compiled specs are written, and not again if nothing has changed`() throws {
    #expect(run() == 0)
    #expect(try folder.read("out/Names.swift").contains("static var offline"))
    #expect(try folder.read("out/specs.json").contains(#""source":"specs/login.mock.yaml""#))
    #expect(try SpecLoader(.compiled(folder["out/specs.json"])).load(number: 1).sets?.names == ["Login"])
    let files = ["out/Names.swift", "out/specs.json"]
    func identities() -> [FileSystem.Found?] { files.map { FileSystem.find(folder[$0]) } }
    let before = identities()
    #expect(run() == 0)
    #expect(identities() == before)
  }

  @Test func `nothing is written for specs with errors, or without specs`() throws {
    try folder.write("mockspec: 1\nrequest: {}\n", to: "specs/login.mock.yaml")
    #expect(run() == 1)
    #expect(run("nowhere") == 66)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["out"]).isEmpty)
  }

  @Test func `a file that can't be written has a status of its own`() throws {
    try folder.remove("out")
    try folder.write("", to: "out")
    #expect(run() == 73)
  }

  @Test func `files outside the folder are warnings, since a build doesn't notice their changes`() throws {
    try folder.write("mockspec: 1\n", to: "mockspec.yaml")
    try folder.write("outside", to: "outside.txt")
    try folder.write(
      "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {file: ../outside.txt}}}}\n", to: "specs/login.mock.yaml")
    let arguments = Arguments(specs: folder["specs"], base: folder.path)
    let project = try SpecLoader(.paths([arguments.specs]), workingDirectory: folder.path).load(number: 1)
    #expect(SpecBuild(arguments).unnoticed(project).map(\.file) == ["outside.txt"])
    #expect(run() == 0)
  }
}
