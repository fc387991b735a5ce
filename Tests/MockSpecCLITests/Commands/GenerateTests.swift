import Foundation
import TestSupport
import Testing

/// `mockspec generate swift`.
@Suite(.timeLimit(.minutes(20)))
struct GenerateTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["specs/a.mock.yaml": ConvertTests.spec]) }

  func generate(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(Program.path, ["generate", "swift"] + arguments, in: folder.path)
  }

  @Test func `the code goes to the standard output, or to a file that is written only if it changes`() async throws {
    let printed = try await generate("specs", "--access", "public")
    #expect(printed.status == 0 && printed.errors.isEmpty)
    #expect(printed.output.contains("\n  public static func a(_ response: AResponse) -> MockSelection {\n"))

    func run() async throws -> String {
      try await generate("specs", "--output", "Tests/Names.swift", "--access", "public").output
    }
    #expect(try await run() == "generated Tests/Names.swift (1 request, 1 response, 1 file)\n")
    #expect(try folder.read("Tests/Names.swift") == printed.output)
    #expect(try await run() == "unchanged: Tests/Names.swift (1 request, 1 response, 1 file)\n")
  }

  @Test func `--check fails unless the file is up to date`() async throws {
    func check() async throws -> Program.Outcome { try await generate("specs", "--output", "Names.swift", "--check") }
    let missing = try await check()
    #expect(missing.status == 1)
    #expect(missing.errors == "error: 'Names.swift' isn't up to date; run 'mockspec generate swift' again\n")
    #expect(!FileManager.default.fileExists(atPath: folder["Names.swift"]))
    #expect(try await generate("specs", "--output", "Names.swift").status == 0)
    #expect(try await check().status == 0)
    try folder.write(ConvertTests.spec.replacing("A:", with: "B:"), to: "specs/a.mock.yaml")
    #expect(try await check().status == 1)
  }

  @Test func `names with a suffix are reported`() async throws {
    try folder.write(ConvertTests.spec.replacing("{R: {", with: "{R!: {}, R: {"), to: "specs/a.mock.yaml")
    let outcome = try await generate("specs")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("a.mock.yaml:5:25: warning: 'R!' and 'R' have the same name"))
    #expect(outcome.output.contains(#/static var r_[0-9a-f]{4}: /#))
  }

  @Test func `nothing is written for a project with errors, or without specs`() async throws {
    try folder.write(ConvertTests.spec.replacing("status", with: "staus"), to: "specs/a.mock.yaml")
    let outcome = try await generate("specs", "--output", "Names.swift")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("specs/a.mock.yaml:5:21: error: unknown key 'staus' [unknown-key]"))
    try folder.remove("specs/a.mock.yaml")
    #expect(try await generate("specs", "--output", "Names.swift").status == 1)
    #expect(!FileManager.default.fileExists(atPath: folder["Names.swift"]))
  }

  @Test func `arguments that can't be used are errors`() async throws {
    #expect(try await generate("specs", "--check").status == 64)
    #expect(try await generate("specs", "--access", "open").status == 64)
    #expect(try await generate("nowhere").status == 66)
    #expect(try await generate("specs", "--output", "specs/a.mock.yaml/Names.swift").status == 73)
    #expect(try await Program.run("help", "generate", "swift").output.contains("Examples:"))
  }
}
