public import HTTPTypes
import MockSpecDiagnostics

/// How the control API answers a call.
public enum ControlOutcome: Sendable {
  /// It answers at once.
  case reply(ControlReply)
  /// It answers later: at the latest after the time that the call specifies. Cancelling the task ends the wait.
  case later(@Sendable () async -> ControlReply)
  /// It sends the reply, whose body is empty, and then events until they end. An event is made only when the adapter
  /// calls `next()`.
  case stream(ControlReply, ControlEvents)
}

/// Whether a call is allowed, which is determined by its head.
package enum ControlAdmission: Sendable {
  /// The call is allowed if its body has at most `bodyLimit` bytes.
  case accepted(bodyLimit: Int)
  /// The call isn't allowed, for the reason in the reply.
  case refused(ControlReply)
}

/// A reply of the control API.
public struct ControlReply: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields, without `Content-Length`.
  public var fields: HTTPFields
  /// The body, which isn't sent in the reply to `HEAD`.
  public var body: [UInt8]

  init(_ status: Int, fields: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
    // No page of another origin may read a reply, show it in a frame, or run it as a script.
    self.fields[.xContentTypeOptions] = "nosniff"
    self.fields[HTTPField.Name("Cross-Origin-Resource-Policy")!] = "same-origin"
    self.fields[.contentSecurityPolicy] = self.fields[.contentSecurityPolicy] ?? Self.policy
    self.fields[.cacheControl] = self.fields[.cacheControl] ?? "no-store"
  }

  /// Only the page's own scripts, styles and calls.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    + "form-action 'none'; frame-ancestors 'none'"

  static let done = ControlReply(204)

  /// Returns the reply to a call whose body has more than `limit` bytes.
  package static func tooLarge(limit: Int) -> ControlReply { ControlProblem(bodyLimit: limit).reply }

  static func json(_ status: Int = 200, _ write: (inout JSONText) -> Void) -> ControlReply {
    var json = JSONText()
    json.object(write)
    return ControlReply(status, fields: [.contentType: "application/json"], body: json.bytes)
  }

  static func metrics(_ metrics: CallMetrics) -> ControlReply {
    ControlReply(
      200, fields: [.contentType: "text/plain; version=0.0.4; charset=utf-8"], body: Array(metrics.text.utf8))
  }

  static func json(text: [UInt8]) -> ControlReply {
    ControlReply(200, fields: [.contentType: "application/json"], body: text)
  }
}
