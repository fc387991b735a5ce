import ArgumentParser
import MockSpecDocument

struct Calls: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calls",
    abstract: "Prints the calls that a running server has answered.",
    discussion: """
      One line for each call with its number, the oldest first; the messages over a WebSocket follow its call. With --follow, calls are printed as they are made, until SIGINT \
      (control-C) or the end of the reader; with --format json, then, each call is a line.

      Examples:
        mockspec calls
        mockspec calls --unmatched
        mockspec calls --request Login --limit 10
        mockspec calls --trace 4bf92f3577b34da6a3ce929d0e0e4736
        mockspec calls --follow --limit 0
        mockspec calls --follow --format json | jq .status
        mockspec calls --callbacks
      """)

  @Option(help: "Only calls that this request answered.", completion: NameCompletion.requests)
  var request: String?

  @Flag(help: "Only calls that no request matched.")
  var unmatched = false

  @Option(
    help: ArgumentHelp(
      "Only calls of a trace: those whose 'traceparent' field (W3C Trace Context) has this ID.", valueName: "id"))
  var trace: String?

  @Option(help: ArgumentHelp("The maximum number of calls, the last ones; 1 to 1000.", valueName: "n"))
  var limit = 100

  @Flag(help: "Also print later calls. With --limit 0, only those.")
  var follow = false

  @Flag(help: "Instead, the calls that mocks have made after their answers.")
  var callbacks = false

  @OptionGroup(title: "Server") var server: ServerOptions

  func validate() throws {
    if callbacks, follow || request != nil || unmatched || trace != nil {
      throw ValidationError("'--callbacks' can only be combined with '--limit'")
    }
    if !((follow ? 0 : 1)...1000).contains(limit) {
      throw ValidationError("expected a number from 1 to 1000 for --limit, found \(limit)")
    }
    if request != nil, unmatched { throw ValidationError("'--request' can't be combined with '--unmatched'") }
  }

  func run() async throws {
    let server = try await server.connect()
    if callbacks { return try await showCallbacks(server) }
    if follow { OutputReader.exitAtEnd() }
    var query = [(name: "limit", value: "\(max(1, limit))")]
    if let request { query.append(("request", request)) }
    if unmatched { query.append(("unmatched", "true")) }
    if let trace { query.append(("trace", trace)) }
    let reply = try await server.call("GET", ["calls"], query: query)
    let calls = limit == 0 ? [] : reply.json.map { Array($0.elements(of: "calls")) } ?? []
    guard follow else {
      if server.format == .json || !calls.isEmpty {
        let lines = calls.map { CallLine(call: $0) }.flatMap { [$0.numbered] + $0.messages }
        server.show(reply, lines.joined(separator: "\n"))
      }
      return
    }
    for call in calls { server.show(call) }
    try await follow(server, after: (reply.json?.count(of: "next") ?? 1) - 1)
  }

  private func showCallbacks(_ server: SteeredServer) async throws {
    let reply = try await server.call("GET", ["callbacks"])
    let lines = reply.json.map { Array($0.elements(of: "callbacks")) } ?? []
    guard server.format == .json || !lines.isEmpty else { return }
    server.show(reply, lines.suffix(limit).map(Self.line).joined(separator: "\n"))
  }

  private static func line(_ callback: Node) -> String {
    let text = { callback.text(of: $0) ?? "" }
    let attempts = callback.count(of: "attempts")
    let cause = "after call \(text("call")), \(text("request")): \(text("response"))"
    let reason = callback.text(of: "reason").map { ": \($0)" } ?? ""
    return
      "\(text("number")): \(text("method")) \(text("url")) → \(callback.text(of: "status") ?? text("result"))\(reason)"
      + " (\(cause)\(attempts > 1 ? ", \(attempts) attempts" : ""))"
  }

  /// Prints calls as they are made. Reconnects if the connection ends, for example when the server is restarted.
  private func follow(_ server: SteeredServer, after number: Int) async throws {
    var last = "\(number)"
    while true {
      let problem: ReceivedReply?
      do throws(ClientError) {
        problem = try await server.client.events(after: last) { event in
          if !event.id.isEmpty { last = event.id }
          if event.name == "calls" { show(event, on: server) }
        }
      } catch {
        throw SteeredServer.report(ClientError(description: "the connection has ended: \(error)"))
      }
      if let problem { throw server.report(problem) }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  private func show(_ event: ServerEvent, on server: SteeredServer) {
    guard let batch = DocumentParser.parseJSON(event.data)?.root else { return }
    let dropped = batch.count(of: "dropped")
    if dropped > 0 { Terminal.error("note: \(counted(dropped, "call")) not shown, since too many were made at once") }
    for call in batch.elements(of: "calls") where isWanted(call) { server.show(call) }
  }

  private func isWanted(_ call: Node) -> Bool {
    if let trace, call.text(of: "traceId") != trace { return false }
    if unmatched { return call.text(of: "outcome") == "unmatched" }
    return request == nil || call.text(of: "request") == request
  }
}

extension SteeredServer {
  /// Prints one call on a line.
  fileprivate func show(_ call: Node) {
    switch format {
    case .human: Terminal.print(Self.shown([CallLine(call: call).numbered]))
    case .json: Terminal.print(call.source)
    }
  }
}
