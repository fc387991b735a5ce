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

  @Test func `ten mistakes in three files are all reported at their locations`() async throws {
    let outcome = try await Program.run("validate", ".", in: Self.fixtures + "/ten-mistakes")
    #expect(outcome.status == 1)
    let headlines = outcome.errors.split(separator: "\n").filter { $0.contains(": error: ") }
      .map { String($0.prefix { $0 != " " }) }
    #expect(
      headlines == [
        "item.mock.yaml:4:32:", "items.mock.json:5:25:", "items.mock.json:5:52:", "items.mock.json:6:36:",
        "items.mock.json:8:34:", "login.mock.yaml:3:3:", "login.mock.yaml:5:14:", "login.mock.yaml:8:9:",
        "login.mock.yaml:11:17:", "login.mock.yaml:12:9:", "login.mock.yaml:15:15:",
      ])
    #expect(outcome.errors.hasSuffix("11 errors in 3 requests, 4 responses, 3 files; 4 can be fixed with --fix\n"))
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

  @Test func `concise prints a line per problem and the summary to the standard error`() async throws {
    let outcome = try await Program.run("validate", ".", "--format", "concise", in: Self.fixtures + "/ten-mistakes")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines[7] == "login.mock.yaml:8:9: error: unknown key 'staus' [unknown-key]")
    #expect(lines[11] == "11 errors in 3 requests, 4 responses, 3 files; 4 can be fixed with --fix")
  }

  @Test func `github, sarif and junit go to the standard output`() async throws {
    let beginnings = ["github": "::error file=", "sarif": "{\"$schema\"", "junit": "<?xml "]
    for (format, beginning) in beginnings {
      let outcome = try await Program.run("validate", ".", "--format", format, in: Self.fixtures + "/ten-mistakes")
      #expect(outcome.status == 1, "\(format)")
      #expect(outcome.errors.isEmpty, "\(format)")
      #expect(outcome.output.hasPrefix(beginning), "\(format)")
    }
    let nothing = try await Program.run("validate", "specs", "--format", "github")
    #expect((nothing.status, nothing.output, nothing.errors) == (0, "", ""))
  }

  @Test func `files without problems are passing test cases`() async throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": ServeTests.good, "b.mock.yaml": "mockspec: 1\n", "mockspec.yaml": "mockspec: 1\n",
    ])
    let report = try await Program.run("validate", ".", "--format", "junit", in: folder.path).output
    #expect(report.contains(#"<testcase name="mockspec.yaml" classname="mockspec" time="0"/>"#))
    #expect(report.contains(#"<testcase name="a.mock.yaml" classname="mockspec" time="0"/>"#))
    #expect(report.contains(#"<testcase name="b.mock.yaml" classname="mockspec" time="0">"#))
    #expect(report.contains(/timestamp="20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d"/))
  }

  @Test func `warnings are failing test cases of a strict report`() async throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {status: 204, text: x}}}}\n"
    ])
    let lenient = try await Program.run("validate", ".", "--format", "junit", in: folder.path)
    #expect(lenient.status == 0)
    #expect(lenient.output.contains(#"failures="0""#))
    let strict = try await Program.run("validate", ".", "--format", "junit", "--strict", in: folder.path)
    #expect(strict.status == 1)
    #expect(strict.output.contains(#"failures="1""#))
    #expect(strict.output.contains(#"type="body-not-sent""#))
  }

  @Test(arguments: ["human", "concise"])
  func `max limits the problems shown, and the rest is counted`(format: String) async throws {
    let bad = (1...150).map { "  R\($0): {match: GET /\($0), responses: {A: {staus: 200}}}\n" }.joined()
    let folder = try TemporaryFolder(["a.mock.yaml": "mockspec: 1\nrequests:\n" + bad])
    for (arguments, shown) in [([], 100), (["--max", "7"], 7), (["--max", "0"], 150), (["--max", "150"], 150)] {
      let outcome = try await Program.run(
        Program.path, ["validate", ".", "--format", format] + arguments, in: folder.path)
      #expect(outcome.errors.split(separator: "\n").count { $0.contains("[unknown-key]") } == shown)
      #expect(outcome.errors.contains("… and ") == (shown < 150))
      #expect(shown == 150 || outcome.errors.contains("\n… and \(150 - shown) more\n"))
      #expect(
        outcome.errors.hasSuffix("150 errors in 150 requests, 150 responses, 1 file; 150 can be fixed with --fix\n"))
    }
  }

  @Test func `an invalid max is a usage error`() async throws {
    #expect(try await Program.run("validate", "specs", "--max=-1").status == 64)
    let machine = try await Program.run("validate", "specs", "--max", "5", "--format", "sarif")
    #expect(machine.status == 64)
    #expect(machine.errors.contains("--max can only be used with human and concise"))
  }

  @Test func `a missing path and invalid arguments have their own exit statuses`() async throws {
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
