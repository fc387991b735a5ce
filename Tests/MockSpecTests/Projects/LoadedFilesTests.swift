import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct LoadedFilesTests {
  static let spec = "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {file: body.txt}}}}\n"

  @Test func `the project file and all specs are listed as users see them, without bodies`() throws {
    let folder = try TemporaryFolder([
      "p/mockspec.yaml": "mockspec: 1\n", "p/a.mock.yaml": Self.spec, "p/b.mock.json": "{", "p/body.txt": "",
    ])
    #expect(try Specs.load(folder, "p").files == ["p/mockspec.yaml", "p/a.mock.yaml", "p/b.mock.json"])
  }

  @Test func `a spec that can't be read is listed, too`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec])
    try folder.makePipe("b.mock.yaml")
    let project = try Specs.load(folder, "a.mock.yaml", "b.mock.yaml")
    #expect(project.files == ["a.mock.yaml", "b.mock.yaml"])
    #expect(project.diagnostics.contains { $0.file == "b.mock.yaml" && $0.code == "unreadable" })
  }

  @Test func `progress is told until all specs are read`() throws {
    let folder = try TemporaryFolder(["mockspec.yaml": "mockspec: 1\n", "a.mock.yaml": "{", "b.mock.yaml": Self.spec])
    var told: [[Int]] = []
    _ = try SpecLoader(.paths([folder.path])).load(number: 1) { told.append([$0, $1]) }
    #expect(told == [[2, 2]])
  }
}
