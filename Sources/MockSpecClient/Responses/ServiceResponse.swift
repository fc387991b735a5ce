public import Foundation
public import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The response to a call.
public struct ServiceResponse: Sendable {
  /// The status code (RFC 9110 §15).
  public var status: Int
  /// The fields of the head. URLSession joins fields with the same name with commas.
  public var headers: HTTPFields {
    get { head.fields }
    set { head = .fields(newValue) }
  }
  /// The body; empty if it is in ``file``.
  public var body: Data
  /// The file that the body was written to, if the call's destination is one.
  public var file: URL?
  /// The URL that sent the response, after redirects.
  public var url: URL?
  /// The request, before redirects.
  public var request: URLRequest
  /// The rules for values that the descriptions of the response and of its errors don't show.
  var redaction = RedactionRules()
  /// Identifies the stream that has the body; `nil` for any other response.
  var streamID: UUID?
  private var head: Head

  /// Creates a response, as a middleware returns it. Its description is redacted by the rules of the client.
  public init(
    status: Int, headers: HTTPFields = [:], body: Data = Data(), file: URL? = nil, url: URL? = nil, request: URLRequest
  ) {
    self.init(status: status, head: .fields(headers), body: body, file: file, url: url, request: request)
  }

  init(_ response: HTTPURLResponse, body: Data, file: URL?, request: URLRequest) {
    self.init(
      status: response.statusCode, head: .received(response), body: body, file: file, url: response.url,
      request: request)
  }

  private init(status: Int, head: Head, body: Data, file: URL?, url: URL?, request: URLRequest) {
    (self.status, self.head, self.body) = (status, head, body)
    (self.file, self.url, self.request) = (file, url, request)
  }
}

/// The head of a response. Foundation's is converted when its fields are read: most calls need the body only.
private enum Head: Sendable {
  case received(HTTPURLResponse)
  case fields(HTTPFields)

  var fields: HTTPFields {
    switch self {
    case .fields(let fields): return fields
    case .received(let response):
      var fields = HTTPFields()
      for (name, value) in response.allHeaderFields {
        guard let name = name as? String, let value = value as? String, let name = HTTPField.Name(name) else {
          continue
        }
        fields.append(HTTPField(name: name, value: value))
      }
      return fields
    }
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

  /// Returns the response with further rules for its description.
  func redacted(by rules: RedactionRules) -> ServiceResponse {
    var response = self
    response.redaction.formUnion(rules)
    return response
  }
}
