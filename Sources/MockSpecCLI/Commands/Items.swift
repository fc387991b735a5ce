import ArgumentParser
import MockSpec
import MockSpecDocument

struct Items: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "items",
    abstract: "Shows and changes the items of collections of a running server.",
    discussion: """
      Without a name, the collections are listed with the number of their items. With a name, its items are printed as a \
      JSON array, which '--set' can read. A file has a list of objects, each with an id, as JSON or YAML.

      Examples:
        mockspec items
        mockspec items users > users.json
        mockspec items users --set users.json --session checkout-7
        mockspec items users --reset
      """)

  @Argument(help: "The collection.", completion: NameCompletion.collections)
  var name: String?

  @Option(
    help: ArgumentHelp("Replace all items by those of a file, or of standard input (-).", valueName: "file"),
    completion: .file(extensions: ["json", "yaml", "yml"]))
  var set: String?

  @Flag(help: "Bring back the items of the spec.")
  var reset = false

  @OptionGroup(title: "Server") var server: ServerOptions

  func validate() throws {
    if name == nil, set != nil || reset {
      throw ValidationError("'--set' and '--reset' require the name of a collection; 'mockspec items' lists them")
    }
    if set != nil, reset { throw ValidationError("'--set' can't be combined with '--reset'") }
  }

  func run() async throws {
    let server = try await server.connect()
    guard let name else { return try await list(server) }
    if let set {
      try await replace(name, set, server)
    } else if reset {
      server.show(try await server.call("DELETE", ["collections", name]), "items of '\(name)': those of the spec")
    } else {
      show(try await server.call("GET", ["collections", name]), on: server)
    }
  }

  private func list(_ server: SteeredServer) async throws {
    let state = try await server.call("GET", ["state"])
    let collections = state.json?.value("collections")
    if server.format == .json { return Terminal.print(collections?.source ?? "[]") }
    let lines = (collections?.elements).map { $0.map(Self.line(of:)) } ?? []
    Terminal.print(SteeredServer.shown(lines.isEmpty ? ["no collections"] : lines))
  }

  private static func line(of collection: Node) -> String {
    let (name, path) = (collection.text(of: "name") ?? "", collection.text(of: "path") ?? "")
    return "\(name): \(counted(collection.count(of: "count"), "item")), \(path)"
  }

  private func show(_ reply: ReceivedReply, on server: SteeredServer) {
    guard server.format == .human else { return Terminal.print(reply.text) }
    let items = SentItems.texts(reply.bytes) ?? []
    let lines =
      items.isEmpty ? ["[]"] : ["["] + items.dropLast().map { "  \($0)," } + ["  \(items[items.count - 1])", "]"]
    // A file gets the items as they are.
    Terminal.print(Terminal.isTerminal ? SteeredServer.shown(lines) : lines.joined(separator: "\n"))
  }

  private func replace(_ name: String, _ file: String, _ server: SteeredServer) async throws {
    let sent = try SentFile(file, noun: "file")
    let reply = try await server.call("PUT", ["collections", name], body: sent.body, handling: "invalid-items")
    if reply.isProblem {
      sent.showDiagnostics(reply, of: server)
      throw server.report(reply)
    }
    server.show(reply, "items of '\(name)': \(reply.json?.count(of: "count") ?? 0)")
  }
}
