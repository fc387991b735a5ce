/// A call that can't be sent as it is declared. It has failed before anything was sent.
public struct RequestEncodingError: Error, Sendable, CustomStringConvertible {
  /// A part of a request.
  public enum Part: String, Sendable, Hashable {
    /// The base URL.
    case baseURL = "base URL"
    /// The path.
    case path
    /// The query.
    case query
    /// The fields.
    case headers
    /// The body.
    case body
  }

  /// The name of the service's type.
  public let service: String
  /// The part that can't be sent.
  public let part: Part
  /// A message with what was found and what was expected. It doesn't contain values that may be secret.
  public let message: String
  /// The error of the body's encoder.
  public let underlying: (any Error)?

  /// `GitHub: path: '/users/{1}' has an empty value {1}`, redacted by the default ``RedactionRules``.
  public var description: String { "\(service): \(part.rawValue): \(RedactionRules().shown(text: message))" }
}

extension RequestEncodingError {
  init(_ problem: EncodingProblem, service: any RemoteService) {
    self.init(
      service: "\(type(of: service))", part: problem.part, message: problem.message, underlying: problem.underlying)
  }
}

/// A problem, before the service is known.
struct EncodingProblem: Error {
  var part: RequestEncodingError.Part
  var message: String
  var underlying: (any Error)?

  init(_ part: RequestEncodingError.Part, _ message: String, underlying: (any Error)? = nil) {
    (self.part, self.message, self.underlying) = (part, message, underlying)
  }

  static func requireBodyAllowed(_ method: String) throws(EncodingProblem) {
    guard ["GET", "HEAD", "TRACE"].contains(method) else { return }
    throw EncodingProblem(
      .body, "a call with \(method) can't have a body: choose another method, or send parameters as 'query'")
  }
}
