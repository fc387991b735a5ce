import ArgumentParser
import MockSpecDocument

struct Add: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds a spec to a running server, or replaces one that was added.",
    discussion: """
      The spec is kept in the server's memory, and the file isn't watched. Its requests are tried before those of the \
      project's files, and replace those with the same names. A spec with errors changes nothing.

      Examples:
        mockspec add maintenance.mock.yaml
        mockspec add offline.mock.yaml --name network --session checkout-test
        generate-mocks | mockspec add - --name generated
      """)

  @Argument(help: "The spec file, or - for standard input.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var file: String

  @Option(help: "The name of the spec on the server. (default: the file's name)", completion: NameCompletion.specs)
  var name: String?

  @OptionGroup(title: "Server") var server: ServerOptions

  func validate() throws {
    if file == "-", name == nil { throw ValidationError("a spec from standard input requires a name: --name NAME") }
  }

  func run() async throws {
    let server = try await server.connect()
    let sent = try SentFile(file, noun: "spec")
    let name = name ?? String(file.split(separator: "/").last ?? "")
    let reply = try await server.call("PUT", ["specs", name], body: sent.body, handling: "invalid")
    if reply.isProblem {
      sent.showDiagnostics(reply, of: server)
      throw server.report(reply)
    }
    let requests = (reply.json?.elements(of: "requests")).map { $0.map(\.text) } ?? []
    let replaced = (reply.json?.elements(of: "replaces")).map { $0.map(\.text) } ?? []
    let note = replaced.isEmpty ? "" : "\nreplaces requests of the project: \(replaced.joined(separator: ", "))"
    let verb = reply.status == 201 ? "added" : "replaced"
    server.show(reply, "\(verb) '\(name)': \(requests.joined(separator: ", "))\(note)")
  }
}
