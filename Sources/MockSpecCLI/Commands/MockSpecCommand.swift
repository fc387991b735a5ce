import ArgumentParser
import MockSpecDiagnostics

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
          Init.self, Import.self, Validate.self, List.self, Explain.self, Convert.self, Compile.self, Generate.self,
          Rules.self,
          SchemaCommand.self,
        ]),
      CommandGroup(name: "Server", subcommands: [Serve.self, Certificate.self]),
      CommandGroup(
        name: "Running server",
        subcommands: [
          Status.self, Select.self, Deselect.self, Enable.self, Disable.self, Scene.self, State.self, Items.self,
          Reset.self,
          Calls.self, Send.self, Verify.self, Add.self, Remove.self,
        ]),
    ])

  static func main() async {
    do {
      try checkCommand()
      var command = try await asyncParseAsRoot(
        PollingOption.withIntervals(Array(CommandLine.arguments.dropFirst())))
      do {
        if var asyncCommand = command as? any AsyncParsableCommand {
          try await asyncCommand.run()
        } else {
          try command.run()
        }
      } catch let error as ValidationError {
        // The message names the command. ArgumentParser doesn't once the arguments are parsed.
        let usage = usageString(for: type(of: command))
        let name = usage.prefix { !"<[".contains($0) }
        Terminal.error(
          "error: \(error.message)\nUsage: \(usage)\n  See '\(name)--help' for more information.")
        throw ExitStatus.usage
      }
    } catch {
      finish(error)
    }
  }

  /// Names the command that is meant, since ArgumentParser lists all arguments after an unknown one.
  private static func checkCommand() throws {
    let known = configuration.groupedSubcommands.flatMap(\.subcommands).map { $0._commandName }
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"), !known.contains(word),
      let meant = Suggestion.nearest(to: word, among: known)
    else { return }
    throw ValidationError("unknown command '\(word)': did you mean '\(meant)'?")
  }

  /// Prints the text of an error or of `--help`, and exits.
  ///
  /// Works like `exit(withError:)` of ArgumentParser, but detects failed writes and uses the prefix of all other
  /// errors.
  private static func finish(_ error: any Error) -> Never {
    let (text, status) = (fullMessage(for: error), exitCode(for: error))
    let prefix = "Error: "
    if status == .success {
      if !text.isEmpty { Terminal.print(text) }
    } else if text.hasPrefix(prefix) {
      Terminal.error("error: " + text.dropFirst(prefix.count))
    } else if !text.isEmpty {
      Terminal.error(text)
    }
    exit(withError: status)
  }
}
