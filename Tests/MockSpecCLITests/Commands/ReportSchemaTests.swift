import Foundation
import TestSupport
import Testing

/// Validates reports against the published schemas of their formats, with independent tools.
struct ReportSchemaTests {
  /// Projects with many kinds of errors, without errors, without files, and with text that has to be escaped.
  enum Project: CaseIterable {
    case mistakes, examples, empty, odd

    /// Prints a report in a format.
    func report(_ format: String) async throws -> String {
      switch self {
      case .mistakes: return try await Program.run("validate", ValidateTests.fixtures, "--format", format).output
      case .examples: return try await Program.run("validate", "specs", "--format", format).output
      case .empty: return try await Self.report(format, of: TemporaryFolder())
      case .odd:
        return try await Self.report(
          format,
          of: TemporaryFolder([
            "a b:c/100% & <ü> \"😀\".mock.yaml": "mockspec: 1\nrequests: {\"]]>\\0\\e\\uFFFF{0}\": {odd: 1}}\n",
            "\u{1}\t.mock.yaml": "mockspec: 1\nrequests: {A: [\n",
          ]))
      }
    }

    private static func report(_ format: String, of folder: TemporaryFolder) async throws -> String {
      try await Program.run("validate", ".", "--format", format, in: folder.path).output
    }
  }

  @Test(
    .enabled(if: ConformanceData.exists("formats/sarif-schema-2.1.0.json"), "\(ConformanceData.absence)"),
    .enabled("python3 with the package jsonschema isn't installed") {
      try await Program.run("/usr/bin/env", ["python3", "-c", "import jsonschema"]).status == 0
    },
    arguments: Project.allCases)
  func `a SARIF log is valid against its schema`(project: Project) async throws {
    let folder = try TemporaryFolder(["log.sarif": try await project.report("sarif")])
    let check = """
      import json, sys, jsonschema
      log, schema = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
      jsonschema.validators.validator_for(schema)(schema).validate(log)
      """
    let schema = ConformanceData.path("formats/sarif-schema-2.1.0.json")
    let outcome = try await Program.run("/usr/bin/env", ["python3", "-c", check, folder["log.sarif"], schema])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(
    .enabled(if: ConformanceData.exists("formats/JUnit.xsd"), "\(ConformanceData.absence)"),
    .enabled("xmllint isn't installed") {
      try await Program.run("/usr/bin/env", ["xmllint", "--version"]).status == 0
    },
    arguments: Project.allCases)
  func `a JUnit report is valid against its schema`(project: Project) async throws {
    let folder = try TemporaryFolder(["report.xml": try await project.report("junit")])
    let schema = ConformanceData.path("formats/JUnit.xsd")
    let outcome = try await Program.run(
      "/usr/bin/env", ["xmllint", "--nonet", "--noout", "--schema", schema, folder["report.xml"]])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
