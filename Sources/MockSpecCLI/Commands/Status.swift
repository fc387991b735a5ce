import ArgumentParser

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows what a running server mocks, and which responses are next.",
    discussion: """
      Requests are grouped by file, in the order in which they are tried. An arrow points to the response of the next \
      call; the reason follows in brackets. If an edit isn't in use because it has errors, they come first.

      Exit status of this and all commands that call a server: 0 if it did what was asked, 1 if it refused (unknown \
      names, invalid specs, a wrong token), 64 if the arguments are invalid, 69 if no server answers.

      Examples:
        mockspec status
        mockspec status --server http://127.0.0.1:9000
        mockspec status --session checkout-test --format json
      """)

  @OptionGroup(title: "Server") var server: ServerOptions

  func run() async throws {
    let server = try await server.connect()
    let state = try await server.call("GET", ["state"])
    guard server.format == .human else { return server.show(state, "") }
    let sessions = try await server.call("GET", ["sessions"])
    let report = StatusReport(state: state.json, sessions: sessions.json, server: "\(server.client.server)")
    server.show(state, report.text)
  }
}
