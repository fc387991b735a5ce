import ArgumentParser
import MockSpec
import MockSpecDiagnostics

struct Rules: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explains the warnings of 'mockspec validate'.",
    discussion: """
      A comment '# mockspec-ignore: NAME' silences one on its own line or, where it stands alone on a line, on the next.

      Examples:
        mockspec rules
        mockspec rules unreachable-request
      """)

  @Argument(help: "The rule to explain; all are listed without one.")
  var name: String?

  @Flag(help: ArgumentHelp("The reference page of all rules, as Markdown.", visibility: .hidden))
  var page = false

  func run() throws {
    if page {
      Terminal.print(String(LintReference.page.dropLast()))
      return
    }
    guard let name else {
      let width = LintRules.all.map { $0.name.count }.max() ?? 0
      for rule in LintRules.all {
        Terminal.print(rule.name + String(repeating: " ", count: width - rule.name.count + 2) + rule.summary)
      }
      return
    }
    guard let rule = LintRules[name] else {
      let near = Suggestion.nearest(to: name, among: LintRules.all.map { $0.name })
      throw ValidationError(
        "no rule is named '\(name)'" + (near.map { ": did you mean '\($0)'?" } ?? "; 'mockspec rules' lists them"))
    }
    Terminal.print(LintReference.text(of: rule))
  }
}
