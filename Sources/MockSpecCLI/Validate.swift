import ArgumentParser
import MockSpec
import MockSpecDiagnostics

struct Validate: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case human, json
  }

  static let configuration = CommandConfiguration(
    abstract: "Checks specs and says what is wrong, where, and what would be right.",
    discussion: """
      Exits with 0 if all is valid, 1 if there are problems, 64 if the arguments are wrong, 66 if a path doesn't exist.
      Reports for people go to the standard error, machine formats to the standard output.

      Examples:
        mockspec validate
        mockspec validate specs --strict
        mockspec validate specs/login.mock.yaml --format json
      """)

  @OptionGroup var specs: SpecPaths

  @Option(help: "human or json.")
  var format = Format.human

  @Flag(help: "Warnings are problems, too.")
  var strict = false

  func run() throws {
    let project = try specs.load()
    let diagnostics = project.diagnostics
    switch format {
    case .human:
      Terminal.show(diagnostics)
      Terminal.error(Self.summary(of: project))
    case .json:
      let summary = DiagnosticSummary(
        files: project.summary.files, requests: project.summary.requests, responses: project.summary.responses)
      Terminal.print(JSONRenderer().render(diagnostics, summary: summary))
    }
    let isEmpty = project.summary.files == 0
    if diagnostics.hasErrors || isEmpty || (strict && !diagnostics.isEmpty) { throw ExitStatus.problems }
  }

  /// `2 errors, 1 warning in 12 requests, 31 responses, 4 files`
  static func summary(of project: LoadedProject) -> String {
    func counted(_ severity: Diagnostic.Severity) -> String? {
      let count = project.diagnostics.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let problems = [counted(.error), counted(.warning)].compactMap(\.self).joined(separator: ", ")
    return (problems.isEmpty ? "valid: " : problems + " in ") + "\(project.summary)"
  }
}
