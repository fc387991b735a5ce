import ArgumentParser

@main
struct MockSpecCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mockspec",
    abstract: "Mocks HTTP from spec files that lie beside the code.",
    discussion: """
      Examples:
        mockspec init                 write a first project into ./specs
        mockspec validate specs       check it; in CI, too
        mockspec serve specs          answer on http://127.0.0.1:8080, and follow edits
        mockspec explain GET /items   say what answers, or what keeps it from it
      """,
    version: "0.1.0",
    subcommands: [
      Validate.self, Serve.self, List.self, Explain.self, Convert.self, Rules.self, SchemaCommand.self, Init.self,
    ])
}
