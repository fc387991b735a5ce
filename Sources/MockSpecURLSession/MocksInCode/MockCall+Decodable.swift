public import Foundation
public import MockSpec

extension MockCall {
  /// Returns a value that is decoded from the body, which is JSON. A `Content-Encoding` of `gzip` or
  /// `deflate` is decoded.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder.
  /// - Throws: `DecodingError` if the body isn't JSON, or doesn't have the form of the type.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: Data(decodedBody))
  }
}
