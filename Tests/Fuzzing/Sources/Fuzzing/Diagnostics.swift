package import MockSpecDiagnostics
import MockSpecDocument

/// Every place lies in its file, and every format can be drawn; one line each where that is promised, and JSON where
/// that is.
package func checkDiagnostics(_ diagnostics: [Diagnostic]) {
  if diagnostics.isEmpty { return }
  for diagnostic in diagnostics {
    for range in [diagnostic.range].compactMap(\.self) + diagnostic.notes.map(\.range) {
      check(range, of: "\(diagnostic)")
    }
  }
  let reports = Reports(diagnostics)
  precondition(reports.concise.split(separator: "\n").count == diagnostics.count, "concise takes more than a line")
  precondition(reports.github.split(separator: "\n").count == diagnostics.count, "github takes more than a line")
  for json in [reports.json, reports.sarif] {
    precondition(DocumentParser.parseJSON(Array(json.utf8)) != nil, "a report that isn't JSON")
  }
}

/// Diagnostics in all formats.
package struct Reports {
  package let human: String
  package let concise: String
  package let json: String
  package let github: String
  package let sarif: String
  package let junit: String

  package init(_ diagnostics: [Diagnostic]) {
    human = HumanRenderer(usesColor: true).render(diagnostics)
    concise = ConciseRenderer().render(diagnostics)
    json = JSONRenderer().render(diagnostics, summary: DiagnosticSummary(files: 1, requests: 0, responses: 0))
    github = GitHubRenderer().render(diagnostics)
    sarif = SARIFRenderer(version: "0").render(diagnostics)
    junit = JUnitRenderer(timestamp: "2026-01-31T12:00:00").render(diagnostics, files: ["fuzz"])
  }
}
