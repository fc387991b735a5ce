import HTTPTypes
package import MockSpec
import MockSpecDiagnostics

/// A call and its outcome, for a log.
public struct ServedCall: Sendable, Hashable, CustomStringConvertible {
  /// The method as sent; `nil` if the bytes weren't an HTTP request.
  public let method: String?
  /// The request target as sent, except that the values of secret query parameters (`redact` in the project file) are
  /// replaced; `nil` if the bytes weren't an HTTP request.
  public let target: String?
  /// The status that was sent; `nil` if there was no reply.
  public let status: Int?
  /// What happened instead of a reply, such as `connection reset`, or the reason for a reply of the server itself.
  public let note: String?
  /// The name of the request in the spec; `nil` if nothing matched.
  public let requestName: String?
  /// The name of the response in the spec; `nil` if nothing matched.
  public let responseName: String?

  /// The session that the call names; `nil` if it names none.
  package let session: String?
  /// Why the response was chosen; `nil` if nothing matched.
  package let reason: Decision.Reason?
  /// The address of the client; `nil` if it isn't known.
  package let client: String?
  /// The version of HTTP, such as `HTTP/1.1`; `nil` if the bytes weren't an HTTP request.
  package let version: String?
  /// The field `Referer`, in which the values of secret query parameters are replaced.
  package let referer: String?
  /// The field `User-Agent`.
  package let userAgent: String?
  /// The number of bytes of the body that were sent; `nil` if it isn't known, if there was no reply, or if the reply
  /// was broken off on purpose.
  package let bodySize: Int?
  /// The time from the end of the call, or of its head if its body was forwarded as it arrived, to the end of its reply
  /// or of its connection; `nil` if it isn't known.
  package let duration: Duration?

  /// The description with the size of the reply's body and the duration, such as
  /// `GET /login → 503 (Login: Offline), 12 bytes in 0.4 ms`.
  package var logLine: String {
    var text = description
    if let bodySize { text += ", \(bodySize) byte\(bodySize == 1 ? "" : "s")" }
    guard let duration else { return text }
    let tenths = duration / .microseconds(100)
    let time = tenths < 1e15 ? Int(tenths) : .max
    return text + " \(status == nil ? "after" : "in") \(time / 10).\(time % 10) ms"
  }

  /// One line, such as `GET /login → 503 (Login: Offline)`. A long target is shortened.
  public var description: String {
    var text =
      switch status {
      case nil: "TLS handshake"
      case 408: "incomplete request"
      case 503: "refused connection"
      default: "malformed request"
      }
    if let method, let target { text = "\(method) \(Excerpt.of(target))" }
    text += " → "
    if let status { text += "\(status)" }
    if let note { text += status == nil ? note : ", \(note)" }
    if let requestName, let responseName { text += " (\(requestName): \(responseName))" }
    return text
  }

  init(
    _ head: CallHead?, from client: String?, status: Int?, note: String?, bodySize: Int?, duration: Duration?,
    decision: Decision? = nil, redaction: Redaction
  ) {
    self.client = client
    version = head?.version.rawValue
    referer = head?.fields.values(of: .referer).first.map {
      redaction.shown(target: redaction.shown($0, of: "referer"))
    }
    userAgent = head?.fields.values(of: .userAgent).first.map { redaction.shown($0, of: "user-agent") }
    session = head?.fields.sessionID
    method = head?.method
    target = head.map { redaction.shown(target: $0.target) }
    self.status = status
    self.note = note
    self.bodySize = bodySize
    self.duration = duration
    requestName = decision?.requestName
    responseName = decision?.responseName
    reason = decision?.reason
  }
}
