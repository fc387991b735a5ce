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
        mockspec select Login=Offline  change the response of a running server
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Spec file",
        subcommands: [
          Init.self, Validate.self, List.self, Explain.self, Convert.self, Compile.self, Generate.self, Rules.self,
          SchemaCommand.self,
        ]),
      CommandGroup(name: "Server", subcommands: [Serve.self]),
      CommandGroup(
        name: "Running server",
        subcommands: [
          Status.self, Select.self, Deselect.self, Enable.self, Disable.self, Scene.self, Reset.self, Calls.self,
          Verify.self, Add.self, Remove.self,
        ]),
    ])

  static func main() async {
    await main(PollingOption.withIntervals(Array(CommandLine.arguments.dropFirst())))
  }
}
