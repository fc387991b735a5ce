import MockSpec
import MockSpecDiagnostics

/// A reply of the server itself, about a call that no response of a spec can answer.
struct ErrorReply {
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

  static func unmatched(_ explanation: Explanation) -> ErrorReply {
    ErrorReply(status: 404, code: "unmatched", text: explanation.text + "\n", json: explanation.json + "\n")
  }

  static func rejected(_ reason: String, status: Int, to head: CallHead) -> ErrorReply {
    ErrorReply(status, "rejected", reason, head)
  }

  static func noControl(_ head: CallHead) -> ErrorReply {
    ErrorReply(
      404, "no-control",
      """
      this port has no control API: it is off ('--no-control'), it is on another port, which 'mockspec serve' prints when \
      it starts, or other machines reach this host, which needs a token ('--token-file')
      """, head)
  }

  static func invalidReply(_ reason: String, to head: CallHead) -> ErrorReply {
    ErrorReply(500, "invalid-reply", reason, head)
  }

  static func templateFailure(_ reason: String, to head: CallHead) -> ErrorReply {
    ErrorReply(500, "template", reason, head)
  }

  static func originNotAllowed(_ origin: String, to head: CallHead) -> ErrorReply {
    ErrorReply(
      403, "origin-not-allowed",
      """
      the project file doesn't allow pages of \(origin) to call this server
      help: add the origin to the list 'server.cors', or set it to true for any origin
      """, head)
  }

  static func noTrace(to head: CallHead) -> ErrorReply {
    ErrorReply(
      501, "no-trace", "'Max-Forwards: 0' asks this server itself for a trace, which it doesn't support", head)
  }

  static func notForwarded(_ reason: String, to head: CallHead) -> ErrorReply {
    ErrorReply(
      502, "not-forwarded",
      """
      this request can't be forwarded: \(reason)
      help: select a response with a status and a body, or send the request to its real host
      """, head)
  }
}

extension ErrorReply {
  /// Creates a reply whose JSON is an object with `error`, `message` and `request`.
  private init(_ status: Int, _ code: String, _ message: String, _ head: CallHead) {
    var json = JSONText()
    json.raw("{")
    json.member("error", code)
    json.member("message", message)
    json.member("request", "\(head.method) \(head.target)")
    json.raw("}\n")
    self.init(status: status, code: code, text: message + "\n", json: json.string)
    reason = Excerpt.of(String(message.prefix { !$0.isNewline }))
  }
}
