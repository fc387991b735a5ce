import ArgumentParser
import MockSpecDiagnostics
import MockSpecDocument

/// A running server that a command calls. Errors are printed and end the command.
struct SteeredServer: Sendable {
  let client: ControlClient
  let format: ReplyFormat
  /// The origin of the token, for messages.
  let tokenOrigin: String

  /// Returns the reply of a resource.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The segments below the prefix.
  ///   - query: Names and values.
  ///   - body: The body.
  ///   - codes: The codes of problems that the caller handles.
  /// - Throws: The exit status, after an error message.
  func call(
    _ method: String, _ path: [String], query: [(name: String, value: String)] = [], body: ControlClient.Body? = nil,
    handling codes: String...
  ) async throws(ExitCode) -> ReceivedReply {
    if path.contains("") {
      Terminal.error("error: expected a name, found an empty text")
      throw ExitStatus.usage
    }
    let reply: ReceivedReply
    do throws(ClientError) {
      reply = try await client.reply(method, path, query: query, body: body)
    } catch {
      throw Self.report(error)
    }
    if reply.isProblem, !codes.contains(where: { $0 == reply.code }) { throw report(reply) }
    return reply
  }

  /// Prints a reply: unchanged as JSON, or as human-readable text.
  func show(_ reply: ReceivedReply, _ text: @autoclosure () -> String) {
    switch format {
    case .human:
      Terminal.print(Self.shown(text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)))
    case .json: if !reply.bytes.isEmpty { Terminal.print(reply.text) }
    }
  }

  /// Returns lines with visible control characters. Names and calls can contain any.
  static func shown(_ lines: [String]) -> String { lines.map { DisplayText($0).text }.joined(separator: "\n") }

  static func report(_ error: ClientError) -> ExitCode {
    Terminal.error("error: \(DisplayText("\(error)").text)")
    return ExitStatus.unavailable
  }

  /// Prints a problem, and returns the exit status.
  func report(_ problem: ReceivedReply) -> ExitCode {
    if format == .json { Terminal.print(problem.text) }
    Terminal.error("error: \(DisplayText(message(of: problem)).text)")
    return switch problem.status {
    case 400: ExitStatus.usage
    case 503: ExitStatus.unavailable
    default: ExitStatus.problems
    }
  }

  private func message(of problem: ReceivedReply) -> String {
    guard problem.status == 401 else { return problem.detail }
    return client.token == nil
      ? "the server needs a token: set MOCKSPEC_TOKEN, or use --token-file"
      : "the server doesn't accept the token from \(tokenOrigin)"
  }
}

extension ControlClient.Body {
  /// A JSON object.
  static func json(_ write: (inout JSONText) -> Void) -> Self {
    var json = JSONText()
    json.object(write)
    return Self(type: "application/json", bytes: json.bytes)
  }
}
