import Foundation
import TestSupport
import Testing

/// `mockspec convert --watch` as a process.
@Suite(.timeLimit(.minutes(20)))
struct ConvertWatchTests {
  let folder: TemporaryFolder
  let program: RunningProgram

  init() async throws {
    folder = try TemporaryFolder(["specs/a.mock.yaml": ConvertTests.spec])
    program = try RunningProgram(["convert", "specs", "--to", "json", "--output", "out", "--watch"], in: folder.path)
    #expect(await program.nextLine() == "converted to out (1 request, 1 response, 1 file): 1 written, 0 removed")
  }

  @Test func `an edit is converted, an edit with errors is reported and ignored, and a fixed one is converted`()
    async throws
  {
    try folder.write(ConvertTests.spec.replacing("200", with: "418"), to: "specs/a.mock.yaml")
    #expect(await program.nextLine() == "converted to out (1 request, 1 response, 1 file): 1 written, 0 removed")
    #expect(try folder.read("out/a.mock.json").contains("\"status\": 418"))

    try folder.write(ConvertTests.spec.replacing("status", with: "staus"), to: "specs/a.mock.yaml")
    #expect(await program.nextError() == "specs/a.mock.yaml:5:21: error: unknown key 'staus' [unknown-key]")
    #expect(try folder.read("out/a.mock.json").contains("\"status\": 418"))

    try folder.write(ConvertTests.spec.replacing("200", with: "201"), to: "specs/a.mock.yaml")
    #expect(await program.nextLine() == "converted to out (1 request, 1 response, 1 file): 1 written, 0 removed")
    #expect(try folder.read("out/a.mock.json").contains("\"status\": 201"))
    #expect(await program.end(by: SIGTERM) == 0)
  }

  @Test func `new and deleted files are converted, but nothing is removed once no spec is left`() async throws {
    try folder.write(ConvertTests.spec.replacing("A:", with: "B:").replacing("/a", with: "/b"), to: "specs/b.mock.yaml")
    #expect(await program.nextLine() == "converted to out (2 requests, 2 responses, 2 files): 1 written, 0 removed")
    try folder.remove("specs/a.mock.yaml")
    #expect(await program.nextLine() == "converted to out (1 request, 1 response, 1 file): 0 written, 1 removed")
    try folder.remove("specs/b.mock.yaml")
    #expect(await program.nextError()?.contains("warning: no spec files in 'specs'") == true)
    #expect(try folder.read("out/b.mock.json").contains("\"B\""))
    #expect(await program.end(by: SIGTERM) == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `signals stop it cleanly`(signal: Int32) async throws {
    // Edits are converted only after the signal handlers are installed.
    try folder.write(ConvertTests.spec + "# edited\n", to: "specs/a.mock.yaml")
    #expect(await program.nextLine()?.hasSuffix(": 0 written, 0 removed") == true)
    #expect(await program.end(by: signal) == 0)
  }
}
