import MockSpec
import MockSpecDiagnostics

/// An answer of the server itself, about a request that no response of a spec can answer.
struct ErrorAnswer {
  let status: Int
  /// A stable identifier for programs.
  let code: String
  /// The explanation as plain text; ends with a line break, like `json`.
  let text: String
  let json: String
  /// The reason in one line; `nil` if it is only in the explanation.
  private(set) var reason: String?

  /// The text for the log.
  var note: String { reason.map { "\(code): \($0)" } ?? code }

  static func unmatched(_ explanation: Explanation) -> ErrorAnswer {
    ErrorAnswer(status: 404, code: "unmatched", text: explanation.text + "\n", json: explanation.json + "\n")
  }

  static func rejected(_ reason: String, status: Int, request: RequestHead) -> ErrorAnswer {
    ErrorAnswer(status, "rejected", reason, request)
  }

  static func noControl(_ request: RequestHead) -> ErrorAnswer {
    ErrorAnswer(
      404, "no-control",
      """
      this port has no control API: it is off ('--no-control'), it is on another port, which 'mockspec serve' prints when \
      it starts, or other machines reach this host, which needs a token ('--token-file')
      """, request)
  }

  static func invalidReply(_ reason: String, request: RequestHead) -> ErrorAnswer {
    ErrorAnswer(500, "invalid-reply", reason, request)
  }

  static func templateFailure(_ reason: String, request: RequestHead) -> ErrorAnswer {
    ErrorAnswer(500, "template", reason, request)
  }

  static func originNotAllowed(_ origin: String, request: RequestHead) -> ErrorAnswer {
    ErrorAnswer(
      403, "origin-not-allowed",
      """
      the project file doesn't allow pages of \(origin) to call this server
      help: add the origin to the list 'server.cors', or set it to true for any origin
      """, request)
  }

  static func noTrace(request: RequestHead) -> ErrorAnswer {
    ErrorAnswer(
      501, "no-trace", "'Max-Forwards: 0' asks this server itself for a trace, which it doesn't support", request)
  }

  static func notForwarded(_ reason: String, request: RequestHead) -> ErrorAnswer {
    ErrorAnswer(
      502, "not-forwarded",
      """
      this request can't be forwarded: \(reason)
      help: select a response with a status and a body, or send the request to its real host
      """, request)
  }
}

extension ErrorAnswer {
  /// Creates an answer whose JSON is an object with `error`, `message` and `request`.
  private init(_ status: Int, _ code: String, _ message: String, _ request: RequestHead) {
    var json = JSONText()
    json.raw("{")
    json.member("error", code)
    json.member("message", message)
    json.member("request", "\(request.method) \(request.target)")
    json.raw("}\n")
    self.init(status: status, code: code, text: message + "\n", json: json.string)
    reason = Excerpt.of(String(message.prefix { !$0.isNewline }))
  }
}
