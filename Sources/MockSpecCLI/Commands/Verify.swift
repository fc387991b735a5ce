import ArgumentParser
import MockSpecDiagnostics
import MockSpecDocument

struct Verify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks how many calls a request of a running server has answered.",
    discussion: """
      With --match, only calls that meet these conditions count, which are written as under 'match' in a spec, in YAML \
      or JSON. Defaults don't apply to them, so a path is the whole path, with 'basePath'. If the number is wrong, the last calls of the request are printed, and what differs in them.

      Exit status: 0 if the number is right, 1 if it isn't or the request is unknown, 64 if the arguments are invalid, \
      69 if no server answers.

      Examples:
        mockspec verify Login --exactly 1
        mockspec verify Login --at-least 1 --match '{body: {json: {user: Ada}}}'
        mockspec verify Tracking --exactly 0
      """)

  @Argument(help: "The request.", completion: NameCompletion.requests)
  var name: String

  // Unconditional parsing reports a negative number as such, and not as an unknown option.
  @Option(parsing: .unconditional, help: ArgumentHelp("The number of calls.", valueName: "n"))
  var exactly: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("The minimum number of calls.", valueName: "n"))
  var atLeast: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("The maximum number of calls.", valueName: "n"))
  var atMost: Int?

  @Option(help: ArgumentHelp("The conditions that calls meet, in YAML or JSON.", valueName: "conditions"))
  var match: String?

  @OptionGroup(title: "Server") var server: ServerOptions

  func validate() throws {
    let counts = [exactly, atLeast, atMost].compactMap(\.self)
    guard counts.count == 1 else { throw ValidationError("expected one of '--exactly', '--at-least' and '--at-most'") }
    if counts[0] < 0 { throw ValidationError("expected 0 or more calls, found \(counts[0])") }
    _ = try matchJSON()
  }

  func run() async throws {
    let server = try await server.connect()
    let match = try matchJSON()
    let reply = try await server.call(
      "POST", ["verify"],
      body: .json { json in
        json.member("request", name)
        for (name, count) in [("exactly", exactly), ("atLeast", atLeast), ("atMost", atMost)] {
          if let count { json.member(name, count) }
        }
        if let match {
          json.key("match")
          json.raw(match)
        }
      }, handling: "wrong-count", "undecided")
    guard reply.isProblem else {
      guard let count = reply.json?.value("count")?.intValue else {
        throw SteeredServer.report(ClientError(foreign: "a success without a count", server.client.server))
      }
      return server.show(reply, "verified: \(counted(count, "call")) to '\(name)'")
    }
    let exit = server.report(reply)
    showDetails(reply)
    throw exit
  }

  private func showDetails(_ problem: ReceivedReply) {
    guard server.format == .human, let json = problem.json else { return }
    let calls = json.elements(of: "calls").map { "  " + CallLine(call: $0).numbered }
    let differences = json.elements(of: "differences").map { "  \($0.text)" }
    let lines =
      (calls.isEmpty ? [] : ["the last calls:"] + calls)
      + (differences.isEmpty ? [] : ["what differs:"] + differences)
    if !lines.isEmpty { Terminal.error(SteeredServer.shown(lines)) }
  }

  /// The conditions as JSON.
  private func matchJSON() throws -> String? {
    guard let match else { return nil }
    // JSON is tried first, since JSON with tabs isn't valid YAML.
    if DocumentParser.parseJSON(Array(match.utf8)) != nil { return match }
    let parsed = DocumentParser.parse(Array(match.utf8), path: "--match", format: .yaml)
    if let error = parsed.diagnostics.first(where: { $0.severity == .error }) {
      throw ValidationError("--match: \(error.messageWithAdvice)")
    }
    guard let root = parsed.document?.root else { throw ValidationError("--match: expected conditions, found none") }
    let (bytes, diagnostics) = JSONWriter.write(root)
    if let error = diagnostics.first { throw ValidationError("--match: \(error.messageWithAdvice)") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
