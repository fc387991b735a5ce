import ArgumentParser
import MockSpecDiagnostics

struct State: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Sets states of a running server.",
    discussion: """
      A state keeps the value until a response, a scene or this command sets another one, or until 'mockspec reset'. \
      'mockspec status' lists the states with their values.

      Examples:
        mockspec state cart=paid
        mockspec state cart=filled user=signed-in --session checkout-7
      """)

  @Argument(help: "A state with its new value.", completion: NameCompletion.states)
  var changes: [Change]

  @OptionGroup(title: "Server") var server: ServerOptions

  /// A state with its new value, as in `cart=paid`.
  struct Change: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
      guard let separator = argument.firstIndex(of: "=") else { return nil }
      (name, value) = (String(argument[..<separator]), String(argument[argument.index(after: separator)...]))
    }
  }

  func run() async throws {
    let server = try await server.connect()
    for change in changes {
      let reply = try await server.call(
        "PUT", ["states", change.name], body: .json { $0.member("value", change.value) })
      server.show(reply, "state \(change.name): \(change.value)")
    }
  }
}
