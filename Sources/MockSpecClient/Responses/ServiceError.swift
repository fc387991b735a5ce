public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The reason why a call failed, with its request and response if there are any.
///
/// The description names the call and the reason without secrets; see ``RedactionRules``.
public struct ServiceError: Error, Sendable {
  /// What went wrong.
  public enum Reason: Sendable {
    /// The request couldn't be made from the call.
    case encoding(any Error)
    /// The request couldn't be sent, or there was no whole response.
    case transport(URLError)
    /// The status code isn't accepted.
    case status(Int)
    /// The body can't be decoded.
    case decoding(DecodingFailure)
    /// The body of the response couldn't be written to its file.
    case destination(any Error)
    /// A middleware, given by the name of its type, threw an error, such as the `ServiceError` of another call.
    case middleware(String, any Error)
    /// The call was cancelled.
    case cancelled
  }

  /// What went wrong.
  public let reason: Reason
  /// The request; `nil` if it couldn't be made.
  public let request: URLRequest?
  /// The response with its body; `nil` if there is none.
  public private(set) var response: ServiceResponse?
  /// The file that the body of the response goes to.
  var destination: URL?
  private(set) var redaction: RedactionRules

  /// Creates an error, as a middleware returns it in ``Processing/result(_:)``.
  ///
  /// - Parameters:
  ///   - reason: What went wrong.
  ///   - request: The request; `nil` if it couldn't be made.
  ///   - response: The response with its body; `nil` if there is none.
  ///   - redaction: The rules for values that the description doesn't show, in addition to those of the client.
  public init(
    _ reason: Reason, request: URLRequest?, response: ServiceResponse? = nil,
    redaction: RedactionRules = RedactionRules()
  ) {
    (self.reason, self.request, self.response, self.redaction) = (reason, request, response, redaction)
  }

  /// Whether the call was cancelled.
  public var isCancelled: Bool {
    if case .cancelled = reason { true } else { false }
  }

  /// Returns the error with further rules for its description.
  func redacted(by rules: RedactionRules) -> ServiceError {
    var error = self
    error.redaction.formUnion(rules)
    error.response = response?.redacted(by: rules)
    return error
  }
}

extension ServiceError: CustomStringConvertible, LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }

  /// `GET https://api.github.com/zen: the status 404 isn't accepted: no such page`
  public var description: String {
    let call = request.map { redaction.line(of: $0) } ?? "the call"
    let secrets = redaction.secrets(of: request)
    func shown(_ error: any Error) -> String { redaction.shown(error, without: secrets) }
    switch reason {
    case .encoding(let error): return "\(call): the request can't be made: \(shown(error))"
    case .transport(let error): return "\(call): \(shown(error))"
    case .status(let status):
      let body = response.flatMap { redaction.excerpt(of: $0.body, without: secrets) }
      return "\(call): the status \(status) isn't accepted\(body.map { ": \($0)" } ?? "")"
    case .decoding(let failure): return "\(call): \(redaction.shown(failure, without: secrets))"
    case .destination(let error):
      let file = destination.flatMap { $0.isFileURL ? " to '\($0.path)'" : nil } ?? ""
      return "\(call): the response can't be saved\(file): \(shown(error))"
    case .middleware(let name, let error): return "\(call): \(name) failed: \(shown(error))"
    case .cancelled: return "\(call): cancelled"
    }
  }
}

extension Result<ServiceResponse, ServiceError> {
  /// Returns the result with further rules for its description.
  func redacted(by rules: RedactionRules) -> Self {
    map { $0.redacted(by: rules) }.mapError { $0.redacted(by: rules) }
  }

  /// The response, whether it is accepted or not; `nil` if there is none.
  public var response: ServiceResponse? {
    switch self {
    case .success(let response): response
    case .failure(let error): error.response
    }
  }

  /// The request; `nil` if it couldn't be made.
  public var request: URLRequest? {
    switch self {
    case .success(let response): response.request
    case .failure(let error): error.request
    }
  }
}
