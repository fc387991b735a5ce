import Foundation
import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// The problem matcher and the action of the guide *In Your Editor and CI*, with the output of the built program.
struct PipelineTests {
  private static let guide = "Sources/MockSpec/Documentation.docc/InYourEditorAndCI.md"

  /// The members of a problem, by the names that both the matcher and the format `json` use.
  private let members = ["file", "line", "column", "severity", "message", "code"]

  /// Folders with many mistakes, and one whose file names look like locations.
  private static func folders() throws -> [(path: String, folder: TemporaryFolder?)] {
    let odd = try TemporaryFolder([
      "a:1:2 b.mock.yaml": "mockspec: 1\nrequests: {A: {match: GET /a, responses: {'[x]: error: y': {staus: 1}}}}\n",
      "ü/b.mock.json": "{\"mockspec\": 1}",
    ])
    return [(ValidateTests.fixtures, nil), (odd.path, odd)]
  }

  @Test(arguments: ["concise", "human"])
  func `the problem matcher finds all problems, and nothing else`(format: String) async throws {
    let blocks = try Article(Self.guide).blocks
    let tasks = try #require(blocks.first { $0.text.contains("problemMatcher") }).text
    let object = try #require(try JSONSerialization.jsonObject(with: Data(tasks.utf8)) as? [String: Any])
    let task = try #require((object["tasks"] as? [[String: Any]])?.first)
    #expect(task["args"] as? [String] == ["validate", "--format", "concise", "--max", "0"])
    let matcher = try #require(task["problemMatcher"] as? [String: Any])
    let pattern = try #require(matcher["pattern"] as? [String: Any])
    let groups = members.compactMap { pattern[$0] as? Int }
    try #require(groups.count == members.count)
    let expression = try Regex(try #require(pattern["regexp"] as? String), as: AnyRegexOutput.self)
    for (path, folder) in try Self.folders() {
      let json = try await Program.run("validate", path, "--format", "json", in: folder?.path ?? Program.root).output
      let report = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      // The other formats show control characters.
      let expected = try #require(report["diagnostics"] as? [[String: Any]]).map { diagnostic in
        members.map { DisplayText("\(diagnostic[$0] ?? "")").text }
      }
      #expect(expected.count >= 2)
      let text = try await Program.run(
        "validate", path, "--format", format, "--max", "0", in: folder?.path ?? Program.root
      ).errors
      let found = text.split(separator: "\n").compactMap { try? expression.wholeMatch(in: String($0)) }
        .map { match in groups.map { String(match.output[$0].substring ?? "") } }
      let difference = found.difference(from: expected)
      #expect(difference.isEmpty, "\(difference)")
    }
  }

  // MARK: - The action

  /// The scripts of the action's steps.
  private static func steps() throws -> [String] {
    let path = ".github/actions/validate/action.yml"
    let action = DocumentParser.parse(try Repository.bytes(path), path: path, format: .yaml).document?.root
    let steps = action?.value("runs")?.value("steps")
    return try #require(steps).elements.compactMap { $0.value("run")?.text }
  }

  /// Runs a step as GitHub does: with bash, in the workspace.
  private static func run(
    _ step: String, in folder: TemporaryFolder, path: String, _ environment: [String]
  ) async throws -> Program.Outcome {
    try folder.write(step, to: ".step.sh")
    return try await Program.run(
      "/usr/bin/env",
      ["PATH=\(path):/usr/bin:/bin"] + environment + ["bash", "--noprofile", "--norc", "-eo", "pipefail", ".step.sh"],
      in: folder.path)
  }

  /// A folder with `mockspec`.
  private static var programs: String { URL(filePath: Program.path).deletingLastPathComponent().path }

  @Test func `the action reports each problem at its line, and fails`() async throws {
    let validate = try #require(try Self.steps().last)
    let folder = try TemporaryFolder([
      "my specs/a.mock.yaml": "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {staus: 204}}}}\n",
      "other/b.mock.yaml": "mockspec: 1\nrequests: {B: {match: GTE /b, responses: {R: {}}}}\n",
    ])
    func outcome(_ paths: String, strict: String) async throws -> Program.Outcome {
      try await Self.run(validate, in: folder, path: Self.programs, ["SPEC_PATHS=\(paths)", "STRICT=\(strict)"])
    }
    let both = try await outcome("my specs\nother\n", strict: "false")
    #expect(both.status == 1)
    #expect(both.output.contains("::error file=my specs/a.mock.yaml,line=2,"))
    let warning = try await outcome("other", strict: "false")
    #expect(warning.status == 0)
    #expect(warning.output.hasPrefix("::warning file=other/b.mock.yaml,line=2,"))
    #expect(try await outcome("other", strict: "true").status == 1)
    #expect(try await outcome("-odd", strict: "true").status == 66)
    let none = try await outcome("", strict: "false")
    #expect(none.status == 66)
    #expect(none.errors.hasPrefix("error: no specs found"), "\(none.errors)")
  }

  @Test func `the action builds mockspec only where it isn't installed`() async throws {
    let build = try #require(try Self.steps().first)
    let folder = try TemporaryFolder([
      "bin/swift": "#!/bin/sh\necho \"$@\" >>\"$LOG\"\ncase \"$*\" in *--show-bin-path*) echo /built;; esac\n"
    ])
    try folder.setMode(0o755, of: "bin/swift")
    let environment = [
      "LOG=\(folder["log"])", "GITHUB_PATH=\(folder["path"])", "GITHUB_ACTION_PATH=/package/.github/actions/validate",
    ]
    let path = folder["bin"]
    #expect(try await Self.run(build, in: folder, path: path + ":" + Self.programs, environment).status == 0)
    #expect(FileManager.default.fileExists(atPath: folder["log"]) == false)
    #expect(try await Self.run(build, in: folder, path: path, environment).status == 0)
    #expect(try folder.read("path") == "/built\n")
    #expect(
      try folder.read("log").contains("--product mockspec --package-path /package/.github/actions/validate/../../..\n"))
  }
}
