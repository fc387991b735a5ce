import ArgumentParser
import MockSpec
import MockSpecDiagnostics

extension Validate.Format {
  /// Prints diagnostics: for people to standard error, the others to standard output.
  ///
  /// - Parameters:
  ///   - files: The paths of the files that were read.
  ///   - isStrict: Whether warnings are problems, too.
  ///   - limit: The maximum number of diagnostics for people; 0 for all.
  func report(
    _ diagnostics: [Diagnostic], summary: ProjectSummary, files: [String], isStrict: Bool = false,
    limit: Int = Terminal.defaultLimit
  ) {
    switch self {
    case .human, .concise: Terminal.show(diagnostics, isConcise: self == .concise, limit: limit)
    case .json:
      let summary = DiagnosticSummary(
        files: summary.files, requests: summary.requests, responses: summary.responses)
      Terminal.print(JSONRenderer().render(diagnostics, summary: summary))
    case .github: if !diagnostics.isEmpty { Terminal.print(GitHubRenderer().render(diagnostics)) }
    case .sarif: Terminal.print(SARIFRenderer(version: MockSpecCommand.configuration.version).render(diagnostics))
    case .junit: Terminal.print(JUnitRenderer(isStrict: isStrict).render(diagnostics, files: files))
    }
  }
}
