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
    abstract: "Checks specs and reports each problem with its location and a fix.",
    discussion: """
      With --fix, problems that have only one possible fix are corrected in the files first: missing quotes, misspelt \
      keys, tabs, characters that look like others. The rest of each file stays as it is, and the remaining problems \
      are reported. With --fix --diff, nothing is written: a diff of what would change is printed to standard output, and \
      all problems are reported.

      Exit status: 0 if all specs are valid, 1 if there are problems, 64 if the arguments are invalid, 66 if a path \
      doesn't exist, 73 if a fixed file can't be written, 74 if the report can't be written. The formats human and concise are written to standard error, the others to standard output.

      Formats:
        human     the source line with carets, notes and help
        concise   one line per problem: path:line:column: error: message [code]
        json      {"version": 1, "diagnostics": […], "summary": {…}}
        github    workflow commands, which GitHub shows in pull requests
        sarif     SARIF 2.1.0, for code scanning
        junit     a JUnit report with one test case per file

      Examples:
        mockspec validate
        mockspec validate specs --strict --max 0
        mockspec validate --fix
        mockspec validate --fix --diff
        mockspec validate specs/login.mock.yaml --format json
        mockspec validate specs --format junit > report.xml
      """)

  @OptionGroup var specs: SpecPaths

  @Option(help: "The format of the report.")
  var format = Format.human

  @Option(
    name: .customLong("max"),
    help: ArgumentHelp(
      "The maximum number of problems shown by human and concise; 0 for all. (default: \(Terminal.defaultLimit))",
      valueName: "n"))
  var limit: Int?

  @Flag(help: "Treat warnings as problems, too.")
  var strict = false

  @Flag(help: "Fix problems with certain fixes, then report the rest.")
  var fix = false

  @Flag(help: "With --fix: print the changes as a diff, and write nothing.")
  var diff = false

  func validate() throws {
    if diff, !fix { throw ValidationError("--diff can only be used with --fix") }
    if diff, !format.isForPeople {
      throw ValidationError(
        "--diff can only be used with human and concise; the report of \(format) is on standard output, too")
    }
    guard let limit else { return }
    if limit < 0 { throw ValidationError("expected 0 or more for --max, found \(limit)") }
    if !format.isForPeople {
      throw ValidationError("--max can only be used with human and concise; \(format) always lists all problems")
    }
  }

  func run() throws {
    var project = try specs.check()
    var isWritten = true
    if diff {
      FileFixes(of: project).show()
    } else if fix {
      let fixes = FileFixes(of: project)
      isWritten = fixes.write()
      if fixes.count > 0 { project = try specs.check() }
    }
    report(project)
    let hasProblems = project.diagnostics.hasErrors || (strict && !project.diagnostics.isEmpty)
    let isValid = project.summary.files > 0 && !hasProblems
    // Exits before the project is deallocated, since that takes long for a large one.
    withExtendedLifetime(project) {
      Self.exit(withError: isWritten ? (isValid ? nil : ExitStatus.problems) : ExitStatus.cannotCreate)
    }
  }

  private func report(_ project: LoadedProject) {
    format.report(
      project.diagnostics, summary: project.summary, files: project.files, isStrict: strict,
      limit: limit ?? Terminal.defaultLimit)
    if format.isForPeople { Terminal.error(Self.summary(of: project)) }
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
