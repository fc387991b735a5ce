import Foundation
import MockSpecDiagnostics
import Testing

/// The exact reports in `Goldens`, each human-readable and as JSON.
///
/// `MOCKSPEC_RECORD=1 swift test` rewrites them, and fails so that the changes are reviewed.
enum Golden {
  static let isRecording = ProcessInfo.processInfo.environment["MOCKSPEC_RECORD"] != nil

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Goldens")

  /// Compares the human-readable report, followed by a line of JSON for each diagnostic, with the golden.
  static func check(
    _ diagnostics: [Diagnostic], _ group: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try check(
      HumanRenderer().render(diagnostics) + "\n" + json(diagnostics), group, name, sourceLocation: sourceLocation)
  }

  static func check(
    _ report: String, _ group: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: "\(group)/\(name).txt")
    if isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try report.write(to: file, atomically: true, encoding: .utf8)
      Issue.record(
        "recorded \(name): read the change, then run without MOCKSPEC_RECORD", sourceLocation: sourceLocation)
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(lines(of: report) == lines(of: expected), sourceLocation: sourceLocation)
  }

  /// Returns the names of the goldens, with which tests find goldens without a case.
  static func names(in group: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: group).path)
      .filter { !$0.hasPrefix(".") }.map { $0.replacing(".txt", with: "") }.sorted()
  }

  static func json(_ diagnostics: [Diagnostic]) -> String {
    let summary = DiagnosticSummary(files: 1, requests: 1, responses: 1)
    return diagnostics.map { JSONRenderer().render([$0], summary: summary) + "\n" }.joined()
  }

  static func lines(of text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}
