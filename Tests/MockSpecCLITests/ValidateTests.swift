import Foundation
import TestSupport
import Testing

struct ValidateTests {
  static let fixtures = Program.root + "/Tests/MockSpecTests/Fixtures"

  @Test func `the examples are valid`() async throws {
    let outcome = try await Program.run("validate", "specs", "--strict")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("valid: "))
  }

  @Test func `ten mistakes in three files are all reported at their places`() async throws {
    let outcome = try await Program.run("validate", ".", in: Self.fixtures + "/ten-mistakes")
    #expect(outcome.status == 1)
    let headlines = outcome.errors.split(separator: "\n").filter { $0.contains(": error: ") }
      .map { String($0.prefix { $0 != " " }) }
    #expect(
      headlines == [
        "item.mock.yaml:4:39:", "items.mock.json:5:25:", "items.mock.json:5:52:", "items.mock.json:6:36:",
        "items.mock.json:8:34:", "login.mock.yaml:3:3:", "login.mock.yaml:5:14:", "login.mock.yaml:8:9:",
        "login.mock.yaml:11:17:", "login.mock.yaml:12:9:", "login.mock.yaml:15:15:",
      ])
    #expect(outcome.errors.hasSuffix("11 errors in 3 requests, 4 responses, 3 files\n"))
  }

  @Test func `the machine format goes to the standard output and has the documented keys`() async throws {
    let outcome = try await Program.run("validate", ".", "--format", "json", in: Self.fixtures + "/ten-mistakes")
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(report["version"] as? Int == 1)
    let summary = try #require(report["summary"] as? [String: Int])
    #expect(summary == ["files": 3, "requests": 3, "responses": 4, "errors": 11, "warnings": 0])
    let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
    let first = try #require(diagnostics.first)
    #expect(first["file"] as? String == "item.mock.yaml")
    #expect([first["line"] as? Int, first["column"] as? Int] == [4, 32])
    #expect(first["severity"] as? String == "error")
    #expect(first["code"] as? String == "yaml-syntax")
    #expect(first["help"] as? String == "put it in quotes: '/items/{id}'")
    #expect((first["notes"] as? [[String: Any]])?.count == 0)
  }

  @Test func `a path that isn't there, and wrong arguments, have exit codes of their own`() async throws {
    let missing = try await Program.run("validate", "nowhere")
    #expect(missing.status == 66)
    #expect(missing.errors == "error: 'nowhere' doesn't exist\n")
    #expect(try await Program.run("validate", "--bogus").status == 64)
    #expect(try await Program.run("validate", "specs", "--format", "xml").status == 64)
  }

  @Test func `a folder without specs is a problem`() async throws {
    let folder = try TemporaryFolder(["notes.txt": ""])
    let outcome = try await Program.run("validate", ".", in: folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("warning: no spec files in '.' [no-specs]"))
  }
}
