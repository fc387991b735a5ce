import ArgumentParser

struct Remove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes specs that were added to a running server.",
    discussion: """
      Requests of files that a spec has replaced answer again.

      Examples:
        mockspec remove maintenance.mock.yaml
        mockspec remove network --session checkout-test
      """)

  @Argument(help: "The names of the specs on the server.", completion: NameCompletion.specs)
  var names: [String]

  @OptionGroup(title: "Server") var server: ServerOptions

  func run() async throws {
    let server = try await server.connect()
    for name in names { server.show(try await server.call("DELETE", ["specs", name]), "removed '\(name)'") }
  }
}
