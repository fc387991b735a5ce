public import Foundation
public import HTTPTypes

/// The reply to a stubbed call for which there is no spec.
public struct SampleResponse: Sendable, Hashable {
  /// The status code (RFC 9110 §15).
  public var status: Int
  /// The fields of the head.
  public var headers: HTTPFields
  /// The body.
  public var body: Data

  /// Creates a reply.
  public init(status: Int = 200, headers: HTTPFields = [:], body: Data = Data()) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Creates a reply with a text in UTF-8, and the `Content-Type` of plain text unless `headers` has another one.
  public init(status: Int = 200, headers: HTTPFields = [:], text: String) {
    self.init(status: status, headers: headers, body: Data(text.utf8))
    setContentType("text/plain; charset=utf-8")
  }

  /// Creates a reply with a value as JSON, and its `Content-Type` unless `headers` has another one.
  ///
  /// - Throws: The error of the encoder.
  public init(
    status: Int = 200, headers: HTTPFields = [:], json value: some Encodable, encoder: JSONEncoder = .request
  ) throws {
    self.init(status: status, headers: headers, body: try encoder.encode(value))
    setContentType("application/json")
  }

  private mutating func setContentType(_ type: String) {
    if headers[.contentType] == nil { headers[.contentType] = type }
  }
}
