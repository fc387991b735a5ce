import ArgumentParser

struct Disable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Disables requests of a running server, so that other requests answer their calls.",
    discussion: """
      A disabled request matches nothing until 'mockspec enable' or 'mockspec reset'.

      Examples:
        mockspec disable Login
        mockspec disable Login Items
      """)

  @Argument(help: "The requests.", completion: NameCompletion.requests)
  var names: [String]

  @OptionGroup(title: "Server") var server: ServerOptions

  func run() async throws { try await server.connect().setEnabled(false, names) }
}
