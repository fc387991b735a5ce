import MockSpec
import NIOHTTP1

/// What became of one request, for a log.
public struct ServedRequest: Sendable, Hashable, CustomStringConvertible {
  /// As sent; `nil` where the bytes were no HTTP request.
  public let method: String?
  /// The request target as sent, without the values of query parameters whose names are secret (`redact` in the project
  /// file); `nil` where the bytes were no HTTP request.
  public let target: String?
  /// `nil` where no answer was sent.
  public let status: Int?
  /// What was done instead of an answer, such as `connection reset`, or why the server itself answered.
  public let note: String?
  /// The names in the spec; both are `nil` where nothing matched.
  public let requestName: String?
  public let responseName: String?

  /// `GET /login → 503 (Login: Offline)`
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
