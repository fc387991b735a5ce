import ArgumentParser
import MockSpec
import MockSpecDiagnostics

struct State: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Sets states of a running server.",
    discussion: """
      A state keeps the value until a response, a scene or this command sets another one, or until 'mockspec reset'. \
      'mockspec status' lists the states with their values. Changes are made in their order; those before one with an \
      unknown name stay.

      Examples:
        mockspec state cart=paid
        mockspec state cart=filled user=signed-in --session checkout-7
        mockspec state "a = b" paid
      """)

  @Argument(
    help: ArgumentHelp("A state and its new value; can be repeated.", valueName: "name=value"),
    completion: NameCompletion.states)
  var changes: [String]

  @OptionGroup(title: "Server") var server: ServerOptions

  func validate() throws { _ = try Self.pairs(changes) }

  func run() async throws {
    let server = try await server.connect()
    for (name, value) in try Self.pairs(changes) {
      let reply = try await server.call("PUT", ["states", name], body: .json { $0.member("value", value) })
      server.show(reply, "state \(name): \(value)")
    }
  }

  private static func pairs(_ words: [String]) throws -> [(name: String, value: String)] {
    if words.count == 2, !words[1].contains("=") { return [(words[0], words[1])] }
    return try words.map { word in
      guard let pair = try? ResponseSelection(literal: word) else {
        throw ValidationError("'\(word)' isn't a state with its value, such as cart=paid")
      }
      return (pair.request, pair.response)
    }
  }
}
