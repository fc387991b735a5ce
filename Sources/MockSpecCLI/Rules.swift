import ArgumentParser
import MockSpec
import MockSpecDiagnostics

struct Rules: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Explains what 'mockspec validate' reports.",
    discussion: """
      The name is the code in brackets behind a message. Errors can't be ignored, since nothing that has one is ever \
      served. A comment '# mockspec-ignore: NAME' silences a warning on its own line or, where it stands alone on a \
      line, on the next.

      Examples:
        mockspec rules
        mockspec rules unknown-key
        mockspec rules unreachable-request
      """)

  @Argument(help: "What to explain; all are listed without a name.")
  var name: String?

  @Flag(help: ArgumentHelp("The reference page of all rules, as Markdown.", visibility: .hidden))
  var page = false

  func run() throws {
    if page {
      Terminal.print(String(RuleReference.page.dropLast()))
      return
    }
    guard let name else {
      Terminal.print(RuleReference.list)
      return
    }
    guard let page = RulePages[name] else {
      let near = Suggestion.nearest(to: name, among: RulePages.all.map(\.name))
      throw ValidationError(
        "no rule is named '\(name)'" + (near.map { ": did you mean '\($0)'?" } ?? "; 'mockspec rules' lists them"))
    }
    Terminal.print(RuleReference.text(of: page))
  }
}
