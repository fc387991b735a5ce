import ArgumentParser
import MockSpec
import MockSpecDiagnostics

struct Rules: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Explains the diagnostics that 'mockspec validate' reports.",
    discussion: """
      NAME is the code in brackets at the end of a message. A comment '# mockspec-ignore: NAME' suppresses a warning on \
      its own line or, if the line has nothing else, on the next line; before the key of a text of several lines, in all \
      of the text. Errors can't be suppressed: specs with errors are never served.

      Examples:
        mockspec rules
        mockspec rules unknown-key
        mockspec rules unreachable-request
      """)

  @Argument(help: "The code of a diagnostic; all are listed if it is left out.")
  var name: String?

  @Flag(help: ArgumentHelp("Print the reference page of all rules as Markdown.", visibility: .hidden))
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
