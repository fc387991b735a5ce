/// A named response of a ``MockedRequest``.
public struct MockedResponse: Sendable {
  /// Makes a reply to a call. An error that it throws is the call's error.
  public typealias Closure = @Sendable (_ request: MockRequest) async throws -> MockReply

  enum Outcome: Sendable {
    case reply(MockReply)
    case failure(URLFailure)
    case closure(Closure)
  }

  /// The name, unique among the responses of the request.
  public let name: String
  let outcome: Outcome
  let delay: Duration

  /// Creates a response without a body, which is sent after a delay.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers), delay: delay)
  }

  /// Creates a response with a body in JSON, which is sent as written.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], json: String,
    delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, json: json), delay: delay)
  }

  /// Creates a response with a body of plain text.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], text: String,
    delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, text: text), delay: delay)
  }

  /// Creates a response with bytes as its body, such as a `Data`. No `Content-Type` is inferred.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: some Sequence<UInt8>,
    delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, body: body), delay: delay)
  }

  /// Creates a response from a reply.
  public init(_ name: String, _ reply: MockReply, delay: Duration = .zero) {
    self.init(name, .reply(reply), delay)
  }

  /// Creates a response that fails the call, like `error` in a spec.
  public init(_ name: String, error: URLFailure, delay: Duration = .zero) {
    self.init(name, .failure(error), delay)
  }

  /// Creates a response that is computed for each call, in a task of its own, after the delay. A closure that takes longer
  /// than the project's `timeout` is cancelled, and the call times out.
  public init(_ name: String, delay: Duration = .zero, _ reply: @escaping Closure) {
    self.init(name, .closure(reply), delay)
  }

  private init(_ name: String, _ outcome: Outcome, _ delay: Duration) {
    self.name = name
    self.outcome = outcome
    self.delay = delay
  }
}

/// A result builder for the responses of a ``MockedRequest``; supports `if` and `for`.
@resultBuilder
public enum MockedResponses {
  /// Converts one response.
  public static func buildExpression(_ response: MockedResponse) -> [MockedResponse] { [response] }
  /// Joins the parts of a block.
  public static func buildBlock(_ parts: [MockedResponse]...) -> [MockedResponse] { parts.flatMap(\.self) }
  /// Supports `if` without `else`.
  public static func buildOptional(_ part: [MockedResponse]?) -> [MockedResponse] { part ?? [] }
  /// Supports the first branch of `if` and `switch`.
  public static func buildEither(first: [MockedResponse]) -> [MockedResponse] { first }
  /// Supports the second branch of `if` and `switch`.
  public static func buildEither(second: [MockedResponse]) -> [MockedResponse] { second }
  /// Supports `for`.
  public static func buildArray(_ parts: [[MockedResponse]]) -> [MockedResponse] { parts.flatMap(\.self) }
}
