import ArgumentParser
import MockSpec
import MockSpecDiagnostics

struct Select: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "select",
    abstract: "Selects responses of a running server's requests.",
    discussion: """
      Selections are made in their order; those before one with an unknown name stay. They last until 'mockspec \
      deselect', 'mockspec reset' or the end of the server, also after reloads.

      Examples:
        mockspec select Login=Offline
        mockspec select "Login=Wrong Password" Items=Empty
        mockspec select Login "Wrong Password"
      """)

  @Argument(
    help: ArgumentHelp("A request and its response; can be repeated.", valueName: "name=response"),
    completion: NameCompletion.selections)
  var selections: [String]

  @OptionGroup(title: "Server") var server: ServerOptions

  func validate() throws { _ = try Self.pairs(selections) }

  func run() async throws {
    let server = try await server.connect()
    for selection in try Self.pairs(selections) {
      let reply = try await server.call(
        "PUT", ["requests", selection.request, "selection"],
        body: .json { $0.member("response", selection.response) })
      server.show(reply, reply.json.map { RequestLine(request: $0).text } ?? "")
    }
  }

  /// Parses pairs with an equals sign, or a request and a response as two arguments.
  private static func pairs(_ words: [String]) throws -> [ResponseSelection] {
    if words.count == 2, !words[1].contains("=") {
      return [ResponseSelection(request: words[0], response: words[1])]
    }
    do {
      return try words.map { try ResponseSelection(literal: $0) }
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
