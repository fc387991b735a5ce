public import Foundation
public import HTTPTypes

/// The answer of a stubbed call for which there is no spec.
public struct SampleResponse: Sendable, Hashable {
  /// The status code (RFC 9110 §15).
  public var status: Int
  /// The fields of the head.
  public var headers: HTTPFields
  /// The body.
  public var body: Data

  /// Creates an answer.
  public init(status: Int = 200, headers: HTTPFields = [:], body: Data = Data()) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Creates an answer with a text in UTF-8, and the `Content-Type` of plain text unless `headers` has another one.
  public init(status: Int = 200, headers: HTTPFields = [:], text: String) {
    self.init(status: status, headers: headers, body: Data(text.utf8))
    setContentType("text/plain; charset=utf-8")
  }

  /// Creates an answer with a value as JSON, and its `Content-Type` unless `headers` has another one.
  ///
  /// - Throws: What the encoder throws.
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
