import ArgumentParser

struct Deselect: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deselect",
    abstract: "Removes the selections of a running server's requests.",
    discussion: """
      The active scene, the sequence or the default chooses the response again.

      Examples:
        mockspec deselect Login
        mockspec deselect Login Items
      """)

  @Argument(help: "The requests.", completion: NameCompletion.requests)
  var names: [String]

  @OptionGroup(title: "Server") var server: ServerOptions

  func run() async throws {
    let server = try await server.connect()
    for name in names {
      let reply = try await server.call("DELETE", ["requests", name, "selection"])
      server.show(reply, reply.json.map { RequestLine(request: $0).text } ?? "")
    }
  }
}
