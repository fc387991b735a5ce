import ArgumentParser
import MockSpecDiagnostics

struct Scene: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene",
    abstract: "Activates a scene of a running server, or deactivates it.",
    discussion: """
      A scene replaces the active one, and removes the selections of the requests that it names.

      Examples:
        mockspec scene "Airplane mode"
        mockspec scene --none
      """)

  @Argument(help: "The scene.", completion: NameCompletion.scenes)
  var name: String?

  @Flag(help: "Deactivate the scene.")
  var none = false

  @OptionGroup(title: "Server") var server: ServerOptions

  func validate() throws {
    if name != nil, none { throw ValidationError("a scene can't be combined with '--none'") }
    if name == nil, !none {
      throw ValidationError("expected the name of a scene, or '--none'; 'mockspec status' lists the scenes")
    }
  }

  func run() async throws {
    let server = try await server.connect()
    if let name {
      let reply = try await server.call("PUT", ["scene"], body: .json { $0.member("scene", name) })
      server.show(reply, "scene: \(name)")
    } else {
      server.show(try await server.call("DELETE", ["scene"]), "scene: none")
    }
  }
}
