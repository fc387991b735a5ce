import ArgumentParser

struct Reset: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Resets the selections, the scene, the states, the items and the sequences of a running server.",
    discussion: """
      Requests are enabled and disabled as in their specs. Streams end, WebSockets are closed, and callbacks are cancelled. \
      Mocks that were added at run time stay.

      Examples:
        mockspec reset
        mockspec reset --session checkout-test
      """)

  @OptionGroup(title: "Server") var server: ServerOptions

  func run() async throws {
    let server = try await server.connect()
    server.show(
      try await server.call("DELETE", ["selections"]),
      "reset: selections, scene, states, items, sequences, disabled requests, streams, WebSockets, callbacks")
  }
}
