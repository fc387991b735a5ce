import ArgumentParser

@main
struct MockSpecCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mockspec",
    abstract: "Mocks HTTP APIs from spec files that are kept with the code.",
    discussion: """
      Examples:
        mockspec init                 write a first project into ./specs
        mockspec validate specs       check it, for example in CI
        mockspec serve specs          answer on http://127.0.0.1:8080 and reload on edits
        mockspec explain GET /items   show which response answers, or why none does
      """,
    version: "0.1.0",
    subcommands: [
      Validate.self, Serve.self, List.self, Explain.self, Convert.self, Rules.self, SchemaCommand.self, Init.self,
    ])

  static func main() async {
    await main(PollingOption.withIntervals(Array(CommandLine.arguments.dropFirst())))
  }
}
