import MockSpec
import NIOHTTP1

/// A request and its outcome, for a log.
public struct ServedRequest: Sendable, Hashable, CustomStringConvertible {
  /// The method as sent; `nil` if the bytes weren't an HTTP request.
  public let method: String?
  /// The request target as sent, except that the values of secret query parameters (`redact` in the project file) are
  /// replaced; `nil` if the bytes weren't an HTTP request.
  public let target: String?
  /// The status that was sent; `nil` if there was no answer.
  public let status: Int?
  /// What happened instead of an answer, such as `connection reset`, or the reason for an answer of the server itself.
  public let note: String?
  /// The name of the request in the spec; `nil` if nothing matched.
  public let requestName: String?
  /// The name of the response in the spec; `nil` if nothing matched.
  public let responseName: String?

  /// One line, such as `GET /login → 503 (Login: Offline)`.
  public var description: String {
    var text = "malformed request"
    if let method, let target { text = "\(method) \(target)" }
    text += " → "
    if let status { text += "\(status)" }
    if let note { text += status == nil ? note : ", \(note)" }
    if let requestName, let responseName { text += " (\(requestName): \(responseName))" }
    return text
  }

  init(
    _ head: HTTPRequestHead?, status: Int?, note: String?, decision: Decision? = nil, redaction: Redaction
  ) {
    method = head?.method.rawValue
    target = head.map { redaction.shown(target: $0.uri) }
    self.status = status
    self.note = note
    requestName = decision?.requestName
    responseName = decision?.responseName
  }
}
