/// A named response of a ``MockedRequest``.
public struct MockedResponse: Sendable {
  /// Makes a reply from the request that is answered. What it throws is the request's error.
  public typealias Closure = @Sendable (_ request: MockRequest) async throws -> MockReply

  enum Outcome: Sendable {
    case reply(MockReply)
    case failure(URLFailure)
    case closure(Closure)
  }

  public let name: String
  let outcome: Outcome
  let delay: Duration

  /// - Parameter delay: Waited before anything is sent.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers), delay: delay)
  }

  /// - Parameter json: Sent as written.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], json: String,
    delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, json: json), delay: delay)
  }

  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], text: String,
    delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, text: text), delay: delay)
  }

  /// - Parameter body: Bytes, such as a `Data`.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: some Sequence<UInt8>,
    delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, body: body), delay: delay)
  }

  public init(_ name: String, _ reply: MockReply, delay: Duration = .zero) {
    self.init(name, .reply(reply), delay)
  }

  /// The request fails, as with `error:` in a spec.
  public init(_ name: String, error: URLFailure, delay: Duration = .zero) {
    self.init(name, .failure(error), delay)
  }

  /// A reply made anew for each request, in a task of its own. One that takes longer than the project's `timeout` is
  /// cancelled, and the request fails with it; any `delay` comes before.
  public init(_ name: String, delay: Duration = .zero, _ reply: @escaping Closure) {
    self.init(name, .closure(reply), delay)
  }

  private init(_ name: String, _ outcome: Outcome, _ delay: Duration) {
    self.name = name
    self.outcome = outcome
    self.delay = delay
  }
}

/// Lets the responses of a ``MockedRequest`` be listed one after another, also with `if` and `for`.
@resultBuilder
public enum MockedResponses {
  public static func buildExpression(_ response: MockedResponse) -> [MockedResponse] { [response] }
  public static func buildBlock(_ parts: [MockedResponse]...) -> [MockedResponse] { parts.flatMap(\.self) }
  public static func buildOptional(_ part: [MockedResponse]?) -> [MockedResponse] { part ?? [] }
  public static func buildEither(first: [MockedResponse]) -> [MockedResponse] { first }
  public static func buildEither(second: [MockedResponse]) -> [MockedResponse] { second }
  public static func buildArray(_ parts: [[MockedResponse]]) -> [MockedResponse] { parts.flatMap(\.self) }
}
