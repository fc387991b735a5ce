import Foundation
import MockSpecDiagnostics
import Testing

@testable import MockSpec

/// The exact reports of broken projects. `Fixtures/<case>/` contains a project, `expected.txt` its human-readable
/// report and `expected.json` its diagnostics as JSON.
///
/// `MOCKSPEC_RECORD=1 swift test` rewrites the reports, and fails so that the changes are reviewed.
struct GoldenDiagnosticsTests {
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  static var cases: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  @Test func `there are fixtures, each with a report`() throws {
    #expect(Self.cases.count >= 5)
    for name in Self.cases {
      for golden in ["expected.txt", "expected.json"] {
        #expect(FileManager.default.fileExists(atPath: Self.fixtures.appending(path: "\(name)/\(golden)").path))
      }
    }
  }

  @Test(arguments: cases)
  func `the report reads as expected`(name: String) throws {
    try check(name, golden: "expected.txt") { HumanRenderer().render($0) }
  }

  /// `expected.json` has one line of JSON for each diagnostic.
  @Test(arguments: cases)
  func `the report for programs reads as expected`(name: String) throws {
    try check(name, golden: "expected.json", Golden.json)
  }

  private func check(_ name: String, golden: String, _ render: ([Diagnostic]) -> String) throws {
    let folder = Self.fixtures.appending(path: name)
    let project = try SpecLoader(.paths(["."]), workingDirectory: folder.path).load(number: 1)
    let report = render(project.diagnostics)
    let golden = folder.appending(path: golden)
    if Golden.isRecording {
      try report.write(to: golden, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name): read the change, then run without MOCKSPEC_RECORD")
      return
    }
    let expected = try String(contentsOf: golden, encoding: .utf8)
    #expect(Golden.lines(of: report) == Golden.lines(of: expected))
    #expect(project.sets == nil)
  }
}
