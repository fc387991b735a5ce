import ArgumentParser
import MockSpec
import MockSpecDiagnostics

struct Validate: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case human, concise, json, github, sarif, junit

    var isForPeople: Bool { self == .human || self == .concise }
  }

  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks specs and says what is wrong, where, and what would be right.",
    discussion: """
      With --fix, mistakes whose meaning is certain are mended in the files first: missing quotes, misspelt keys, tabs.
      Nothing else in a file changes, and what is left is reported.

      Exits with 0 if all is valid, 1 if there are problems, 64 if the arguments are wrong, 66 if a path doesn't exist.
      Reports for people go to the standard error, machine formats to the standard output.

      Formats:
        human     the line that is wrong, with carets, notes and help
        concise   one line each: path:line:column: error: message [code]
        json      {"version": 1, "diagnostics": […], "summary": {…}}
        github    workflow commands, shown beside the lines in a pull request
        sarif     SARIF 2.1.0, for code scanning
        junit     a JUnit report with a test case per file

      Examples:
        mockspec validate
        mockspec validate specs --strict --max 0
        mockspec validate --fix
        mockspec validate specs/login.mock.yaml --format json
        mockspec validate specs --format junit > report.xml
      """)

  @OptionGroup var specs: SpecPaths

  @Option(help: "How to report what was found.")
  var format = Format.human

  @Option(
    name: .customLong("max"),
    help: ArgumentHelp(
      "How many problems human and concise show, 0 for all. (default: \(Terminal.defaultLimit))", valueName: "n"))
  var limit: Int?

  @Flag(help: "Warnings are problems, too.")
  var strict = false

  @Flag(help: "Mend what is certain, then report what is left.")
  var fix = false

  func validate() throws {
    guard let limit else { return }
    if limit < 0 { throw ValidationError("--max is 0 or more, found \(limit)") }
    if !format.isForPeople { throw ValidationError("--max goes with human and concise; \(format) has all problems") }
  }

  func run() throws {
    var project = try specs.load()
    var isWritten = true
    if fix {
      let fixes = FileFixes(of: project)
      isWritten = fixes.write()
      if fixes.count > 0 { project = try specs.load() }
    }
    report(project)
    let hasProblems = project.diagnostics.hasErrors || (strict && !project.diagnostics.isEmpty)
    let isValid = project.summary.files > 0 && !hasProblems
    // The process ends here, and isn't kept waiting until the project is taken apart piece by piece.
    withExtendedLifetime(project) {
      Self.exit(withError: isWritten ? (isValid ? nil : ExitStatus.problems) : ExitStatus.cannotCreate)
    }
  }

  private func report(_ project: LoadedProject) {
    let diagnostics = project.diagnostics
    switch format {
    case .human, .concise:
      Terminal.show(diagnostics, isConcise: format == .concise, limit: limit ?? Terminal.defaultLimit)
      Terminal.error(Self.summary(of: project))
    case .json:
      let summary = DiagnosticSummary(
        files: project.summary.files, requests: project.summary.requests, responses: project.summary.responses)
      Terminal.print(JSONRenderer().render(diagnostics, summary: summary))
    case .github:
      if !diagnostics.isEmpty { Terminal.print(GitHubRenderer().render(diagnostics)) }
    case .sarif:
      Terminal.print(SARIFRenderer(version: MockSpecCommand.configuration.version).render(diagnostics))
    case .junit:
      Terminal.print(JUnitRenderer.now(isStrict: strict).render(diagnostics, files: project.files))
    }
  }

  /// `2 errors, 1 warning in 12 requests, 31 responses, 4 files; 1 can be fixed with --fix`
  static func summary(of project: LoadedProject) -> String {
    func counted(_ severity: Diagnostic.Severity) -> String? {
      let count = project.diagnostics.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let problems = [counted(.error), counted(.warning)].compactMap(\.self).joined(separator: ", ")
    let fixable = FileFixes.estimate(for: project)
    return (problems.isEmpty ? "valid: " : problems + " in ") + "\(project.summary)"
      + (fixable == 0 ? "" : "; \(fixable) can be fixed with --fix")
  }
}
