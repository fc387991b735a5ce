public import Foundation
public import MockSpec

extension MockReply {
  /// Creates a reply with a JSON body that is encoded from a value.
  ///
  /// If the value can't be encoded, the reply is invalid.
  ///
  /// - Parameters:
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - value: The value.
  ///   - encoder: The encoder; by default, one that sorts keys.
  public init(
    status: Int = 200, headers: KeyValuePairs<String, String> = [:], json value: some Encodable,
    encoder: JSONEncoder? = nil
  ) {
    self.init(status: status, headers: headers, json: WrittenJSON(value, encoder))
  }
}

extension MockedResponse {
  /// Creates a response with a JSON body that is encoded from a value.
  ///
  /// If the value can't be encoded, adding the request throws a `MockedRequestError`.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - value: The value.
  ///   - encoder: The encoder; by default, one that sorts keys.
  ///   - delay: The time to wait before anything is sent.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], json value: any Encodable,
    encoder: JSONEncoder? = nil, delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, json: value, encoder: encoder), delay: delay)
  }
}

extension MockedResponse {
  /// Unavailable: a JSON body is a text or a value of an `Encodable` type.
  @available(*, unavailable, message: "the type of this value doesn't conform to 'Encodable'")
  @_disfavoredOverload
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], json value: any Sendable,
    encoder: JSONEncoder? = nil, delay: Duration = .zero
  ) {
    preconditionFailure("the initializer is unavailable")
  }
}

extension BodyCondition {
  /// The body is JSON that contains a value: objects can have other keys, arrays have the same length and order.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: The encoder; by default, one that sorts keys.
  public static func json(_ value: some Encodable, encoder: JSONEncoder? = nil) -> BodyCondition {
    json(WrittenJSON(value, encoder))
  }

  /// The body is JSON that equals a value: objects have no other keys. The order of keys doesn't matter.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: The encoder; by default, one that sorts keys.
  public static func jsonEquals(_ value: some Encodable, encoder: JSONEncoder? = nil) -> BodyCondition {
    jsonEquals(WrittenJSON(value, encoder))
  }
}
