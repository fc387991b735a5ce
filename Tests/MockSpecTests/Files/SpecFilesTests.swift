import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Buffers that take the place of files, such as the unsaved texts of an editor.
struct SpecFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {file: body.txt}}}}\n", "body.txt": "disk",
    ])
  }

  private func load(_ buffers: [String: String], after last: LoadedProject? = nil) throws -> LoadedProject {
    let texts = buffers.map { (FilePath.absolute($0, in: folder.path), Array($1.utf8)) }
    let files = SpecFiles(buffers: Dictionary(uniqueKeysWithValues: texts))
    return try SpecLoader(.paths([folder.path]), workingDirectory: folder.path, files: files)
      .loadSettled(number: 1, after: last)
  }

  private func body(_ project: LoadedProject, of request: String = "A") throws -> String {
    let set = try #require(project.sets?[request], "\(project.problems)")
    guard case .fixed(.reply(let reply)) = set.responses[0].outcome else { return "no reply" }
    return String(decoding: reply.body, as: UTF8.self)
  }

  @Test func `a buffer takes the place of a spec, of a body file and of the project file`() throws {
    let disk = try load([:])
    #expect(try body(disk) == "disk")
    #expect(try body(load(["body.txt": "buffer"], after: disk)) == "buffer")
    let spec = "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {text: unsaved}}}}\n"
    let edited = try load(["a.mock.yaml": spec], after: disk)
    #expect(try body(edited) == "unsaved")
    #expect(try body(load([:], after: edited)) == "disk")
    let project = try load(["mockspec.yaml": "mockspec: 1\nscenes: {S: {A: None}}\n"], after: disk)
    #expect(project.problems.map { $0.contains("mockspec.yaml:2:17: error") } == [true], "\(project.problems)")
  }

  @Test func `a buffer of a new file is part of its folder, and equal buffers are the same version`() throws {
    let new = ["b.mock.yaml": "mockspec: 1\nrequests: {B: {match: /b, responses: {R: {text: new}}}}\n"]
    let first = try load(new)
    #expect(try body(first, of: "B") == "new" && body(first) == "disk")
    let second = try load(new, after: first)
    #expect(first.reading.units.last?.path == folder["b.mock.yaml"])
    #expect(first.reading.units.last === second.reading.units.last)
    #expect(try load([:], after: second).sets?["B"] == nil)
  }

  @Test func `a buffer outside the project can't be read`() throws {
    let spec = "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {file: ../outside.txt}}}}\n"
    let project = try load(["a.mock.yaml": spec, "../outside.txt": "secret"])
    #expect(project.diagnostics.map(\.code) == ["outside-root"])
  }
}
