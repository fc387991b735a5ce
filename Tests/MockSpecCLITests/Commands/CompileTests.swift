import Foundation
import MockSpec
import TestSupport
import Testing

/// `mockspec compile`.
@Suite(.timeLimit(.minutes(20)))
struct CompileTests {
  @Test func `a project is written to one file, which loads`() async throws {
    let folder = try TemporaryFolder()
    let specs = Program.root + "/specs"
    let outcome = try await Program.run("compile", specs, "--output", "specs.json", in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("compiled to specs.json ("))
    let again = try await Program.run("compile", specs, "--output", "specs.json", in: folder.path)
    #expect(again.output.hasSuffix("): unchanged\n"))
    let compiled = try SpecLoader(.compiled(folder["specs.json"])).load(number: 1)
    let project = try SpecLoader(.paths([specs])).load(number: 1)
    #expect(compiled.sets?.names == project.sets?.names)
    #expect(compiled.sets != nil)
  }

  @Test func `a project with errors isn't compiled, nor one without specs`() async throws {
    let folder = try TemporaryFolder(["specs/a.mock.yaml": "mockspec: 1\nrequest: {}\n"])
    try folder.makeFolder("none")
    for specs in ["specs", "none"] {
      let outcome = try await Program.run("compile", specs, "--output", "specs.json", in: folder.path)
      #expect(outcome.status == 1)
      #expect(!outcome.errors.isEmpty)
    }
    try folder.write("mockspec: 1\nrequests: {}\n", to: "specs/a.mock.yaml")
    #expect(try await Program.run("compile", "specs", "--output", "no/c.json", in: folder.path).status == 73)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["none", "specs"])
  }
}
