import ArgumentParser
import MockSpecDiagnostics

struct Enable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Enables requests of a running server, so that they answer calls.",
    discussion: """
      Examples:
        mockspec enable Login
        mockspec enable Login Items
      """)

  @Argument(help: "The requests.", completion: NameCompletion.requests)
  var names: [String]

  @OptionGroup(title: "Server") var server: ServerOptions

  func run() async throws { try await server.connect().setEnabled(true, names) }
}

extension SteeredServer {
  /// Enables or disables requests.
  func setEnabled(_ isEnabled: Bool, _ names: [String]) async throws {
    for name in names {
      let reply = try await call(
        "PUT", ["requests", name, "enabled"], body: .json { $0.member("enabled", isEnabled) })
      show(reply, reply.json.map { RequestLine(request: $0).text } ?? "")
    }
  }
}
