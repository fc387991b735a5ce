package import MockSpecDiagnostics
import MockSpecDocument

/// Checks that every range is inside its file and that every format can be rendered, as one line per diagnostic or as JSON
/// where the format requires it.
package func checkDiagnostics(_ diagnostics: [Diagnostic]) {
  if diagnostics.isEmpty { return }
  for diagnostic in diagnostics {
    for range in [diagnostic.range].compactMap(\.self) + diagnostic.notes.map(\.range) {
      check(range, of: "\(diagnostic)")
    }
  }
  let reports = Reports(diagnostics)
  precondition(
    reports.concise.split(separator: "\n").count == diagnostics.count,
    "concise writes more than one line per diagnostic")
  precondition(
    reports.github.split(separator: "\n").count == diagnostics.count, "github writes more than one line per diagnostic")
  for json in [reports.json, reports.sarif] {
    precondition(DocumentParser.parseJSON(Array(json.utf8)) != nil, "a JSON report isn't JSON")
  }
}

/// The same diagnostics in all formats.
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
