import ArgumentParser
import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

struct Send: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Sends a message over an open WebSocket of a running server.",
    discussion: """
      The ID of a WebSocket is the number of its call. It can be left out if only one is open. Without a message, the open \
      WebSockets are listed.

      Examples:
        mockspec send
        mockspec send --text hello
        mockspec send 12 --json '{"type": "price", "value": 7}'
        mockspec send 12 --base64 SGVsbG8= --session checkout-7
      """)

  @Argument(help: "The ID of the WebSocket.")
  var id: Int?

  @Option(help: "A text message.")
  var text: String?

  @Option(help: ArgumentHelp("A text message with JSON.", valueName: "json"))
  var json: String?

  @Option(help: ArgumentHelp("A binary message.", valueName: "base64"))
  var base64: String?

  @OptionGroup(title: "Server") var server: ServerOptions

  func validate() throws {
    let count = [text, json, base64].count { $0 != nil }
    if count > 1 { throw ValidationError("'--text', '--json' and '--base64' can't be combined") }
    if count == 0, id != nil { throw ValidationError("expected '--text', '--json' or '--base64'") }
    if let json, DocumentParser.parseJSON(Array(json.utf8)) == nil { throw ValidationError("'\(json)' isn't JSON") }
    if let base64, Base64.decode(base64) == nil { throw ValidationError("'\(base64)' isn't base64 with padding") }
  }

  func run() async throws {
    let server = try await server.connect()
    let message = ControlClient.Body.json { body in
      if let text { body.member("text", text) }
      if let base64 { body.member("base64", base64) }
      if let json {
        body.key("json")
        body.raw(json)
      }
    }
    if text == nil, json == nil, base64 == nil { return try await list(server) }
    let id = if let id { id } else { try await onlySocket(server) }
    let reply = try await server.call("POST", ["sockets", "\(id)", "messages"], body: message)
    server.show(reply, "sent to WebSocket \(id)")
  }

  private func list(_ server: SteeredServer) async throws {
    let reply = try await server.call("GET", ["sockets"])
    let sockets = reply.json.map { Array($0.elements(of: "sockets")) } ?? []
    server.show(reply, sockets.isEmpty ? "no open WebSockets" : sockets.map(Self.line).joined(separator: "\n"))
  }

  /// Returns the ID of the only open WebSocket.
  private func onlySocket(_ server: SteeredServer) async throws -> Int {
    let reply = try await server.call("GET", ["sockets"])
    let sockets = reply.json.map { Array($0.elements(of: "sockets")) } ?? []
    if sockets.count == 1 { return sockets[0].count(of: "id") }
    Terminal.error(
      sockets.isEmpty
        ? "error: no WebSocket is open"
        : "error: several WebSockets are open; name one of them:\n"
          + SteeredServer.shown(sockets.map { "  \(Self.line($0))" }))
    throw ExitStatus.problems
  }

  private static func line(_ socket: Node) -> String {
    let text = { socket.text(of: $0) ?? "" }
    let subprotocol = socket.text(of: "protocol").map { ", \($0)" } ?? ""
    return "\(socket.count(of: "id")): \(text("path")) (\(text("request")): \(text("response")))\(subprotocol), "
      + "since \(text("since"))"
  }
}
