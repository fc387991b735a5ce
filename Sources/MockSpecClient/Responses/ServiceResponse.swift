public import Foundation
public import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The response to a call.
public struct ServiceResponse: Sendable {
  /// The status code (RFC 9110 §15).
  public var status: Int
  /// The fields of the head. URLSession joins those of one name with commas.
  public var headers: HTTPFields
  /// The body; empty if it is in ``file``.
  public var body: Data
  /// The file that the body was written to, if the call's destination is one.
  public var file: URL?
  /// The URL that sent the response, after redirects.
  public var url: URL?
  /// The request, before redirects.
  public var request: URLRequest
  /// What the descriptions of errors don't show.
  var redaction = RedactionRules()

  /// Creates a response, as a middleware returns it.
  public init(
    status: Int, headers: HTTPFields = [:], body: Data = Data(), file: URL? = nil, url: URL? = nil, request: URLRequest
  ) {
    (self.status, self.headers, self.body) = (status, headers, body)
    (self.file, self.url, self.request) = (file, url, request)
  }

  init(_ response: HTTPURLResponse, body: Data, file: URL?, request: URLRequest) {
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      guard let name = name as? String, let value = value as? String, let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    self.init(
      status: response.statusCode, headers: fields, body: body, file: file, url: response.url, request: request)
  }
}

extension ServiceResponse: CustomStringConvertible {
  /// `GET https://api.github.com/zen: 200, 34 bytes`, without secrets. The properties aren't redacted.
  public var description: String {
    let size = file.map { "in '\($0.path)'" } ?? "\(body.count) bytes"
    return "\(redaction.line(of: request)): \(status), \(size)"
  }
}

extension ServiceResponse {
  /// Returns the response itself if its status code is one of a range.
  ///
  /// - Throws: ``ServiceError/Reason-swift.enum/status(_:)``.
  public func filtered(statusCodes: some RangeExpression<Int>) throws(ServiceError) -> ServiceResponse {
    guard statusCodes.contains(status) else { throw failure(.status(status)) }
    return self
  }

  /// Returns the response itself if its status code is accepted.
  ///
  /// - Throws: ``ServiceError/Reason-swift.enum/status(_:)``.
  public func filtered(statusCodes: AcceptedStatus) throws(ServiceError) -> ServiceResponse {
    guard statusCodes.accepts(status) else { throw failure(.status(status)) }
    return self
  }

  func failure(_ reason: ServiceError.Reason) -> ServiceError {
    ServiceError(reason, request: request, response: self, redaction: redaction)
  }
}
