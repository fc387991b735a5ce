import MockSpec
import MockSpecDiagnostics
import NIOCore

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

  /// The size in bytes of the body that was sent; `nil` if there was no answer or only a part of one.
  package let bodySize: Int?
  /// The time from the end of the request to its answer, or to the end of its connection; `nil` if it isn't known.
  package let duration: Duration?

  /// The description with the size of the answer's body and the duration, such as
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
    var text = "malformed request"
    if let method, let target { text = "\(method) \(Excerpt.of(target))" }
    text += " → "
    if let status { text += "\(status)" }
    if let note { text += status == nil ? note : ", \(note)" }
    if let requestName, let responseName { text += " (\(requestName): \(responseName))" }
    return text
  }

  init(
    _ head: RequestHead?, status: Int?, note: String?, bodySize: Int?, start: NIODeadline?,
    decision: Decision? = nil, redaction: Redaction
  ) {
    method = head?.method
    target = head.map { redaction.shown(target: $0.target) }
    self.status = status
    self.note = note
    self.bodySize = bodySize
    duration = start.map { .nanoseconds((NIODeadline.now() - $0).nanoseconds) }
    requestName = decision?.requestName
    responseName = decision?.responseName
  }
}
