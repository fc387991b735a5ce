/// A named response of a ``MockedRequest``.
public struct MockedResponse: Sendable {
  /// A closure that returns the reply to a call.
  ///
  /// If it throws a ``URLFailure``, the call fails with that error. Any other error is a ``ClosureFailure``.
  public typealias Closure = @Sendable (_ request: MockRequest) async throws -> MockReply

  enum Outcome: Sendable {
    case reply(MockReply)
    case failure(URLFailure)
    case closure(Closure)
    case fault(Fault, MockReply)
    case forward(origin: String)
    case passThrough
  }

  /// The name, unique in its request.
  public let name: String
  let outcome: Outcome
  let delay: Duration
  private(set) var throttle: Throttle?

  /// Creates a response without a body.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - delay: The time to wait before anything is sent.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers), delay: delay)
  }

  /// Creates a response with a JSON body.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - json: The body, which is sent as written.
  ///   - delay: The time to wait before anything is sent.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], json: String,
    delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, json: json), delay: delay)
  }

  /// Creates a response with a text body.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - text: The body, which is sent as UTF-8.
  ///   - delay: The time to wait before anything is sent.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], text: String,
    delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, text: text), delay: delay)
  }

  /// Creates a response with a body of any bytes, for which no `Content-Type` is inferred.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - body: The bytes of the body, such as a `Data`.
  ///   - delay: The time to wait before anything is sent.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: some Sequence<UInt8>,
    delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, body: body), delay: delay)
  }

  /// Creates a response from a reply.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - reply: The reply.
  ///   - delay: The time to wait before anything is sent.
  public init(_ name: String, _ reply: MockReply, delay: Duration = .zero) {
    self.init(name, .reply(reply), delay)
  }

  /// Creates a response with which the call fails, like `error` in a spec.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - error: The error.
  ///   - delay: The time to wait before anything is sent.
  public init(_ name: String, error: URLFailure, delay: Duration = .zero) {
    self.init(name, .failure(error), delay)
  }

  /// Creates a response that calls a closure for each call.
  ///
  /// The closure runs in its own task, after the delay. If it takes longer than the project's `timeout`, the task is
  /// cancelled and the call fails.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - delay: The time to wait before anything is sent.
  ///   - reply: The closure that returns the reply.
  public init(_ name: String, delay: Duration = .zero, _ reply: @escaping Closure) {
    self.init(name, .closure(reply), delay)
  }

  /// Creates a response whose connection breaks.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - fault: How the connection breaks.
  ///   - reply: The reply of which a part is sent for ``Fault/truncatedBody`` and ``Fault/malformedChunk``.
  ///   - delay: The time to wait before anything is sent.
  public init(_ name: String, fault: Fault, _ reply: MockReply = MockReply(), delay: Duration = .zero) {
    self.init(name, .fault(fault, reply), delay)
  }

  /// Creates a response that another server gives.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - origin: The server to which the call is sent, such as `http://localhost:8000`, without a path.
  ///   - delay: The time to wait before the call is sent.
  public init(_ name: String, forward origin: String, delay: Duration = .zero) {
    self.init(name, .forward(origin: origin), delay)
  }

  /// Returns a response that the call's real destination gives.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - delay: The time to wait before the call is sent.
  public static func passThrough(_ name: String, delay: Duration = .zero) -> MockedResponse {
    MockedResponse(name, .passThrough, delay)
  }

  /// Returns the response with a body that is sent slowly, like `throttle` in a spec.
  ///
  /// - Parameter bytesPerSecond: The rate; at least 1.
  public func throttled(bytesPerSecond: Int) -> MockedResponse { throttled(Throttle(bytesPerSecond: bytesPerSecond)) }

  /// Returns the response with a body that is sent in pieces.
  ///
  /// - Parameters:
  ///   - piece: The size of a piece in bytes; at least 1.
  ///   - interval: The time between two pieces.
  public func throttled(piece: Int, every interval: Duration) -> MockedResponse {
    throttled(Throttle(piece: piece, interval: interval))
  }

  private func throttled(_ throttle: Throttle) -> MockedResponse {
    var slow = self
    slow.throttle = throttle
    return slow
  }

  private init(_ name: String, _ outcome: Outcome, _ delay: Duration) {
    self.name = name
    self.outcome = outcome
    self.delay = delay
  }
}

/// A result builder for the responses of a ``MockedRequest``, which supports `if` and `for`.
@resultBuilder
public enum MockedResponses {
  /// Builds one response.
  public static func buildExpression(_ response: MockedResponse) -> [MockedResponse] { [response] }
  /// Combines the responses of several statements.
  public static func buildBlock(_ parts: [MockedResponse]...) -> [MockedResponse] { parts.flatMap(\.self) }
  /// Builds the responses of an `if` without `else`.
  public static func buildOptional(_ part: [MockedResponse]?) -> [MockedResponse] { part ?? [] }
  /// Builds the responses of the first branch of a condition.
  public static func buildEither(first: [MockedResponse]) -> [MockedResponse] { first }
  /// Builds the responses of the second branch of a condition.
  public static func buildEither(second: [MockedResponse]) -> [MockedResponse] { second }
  /// Combines the responses of a `for` loop.
  public static func buildArray(_ parts: [[MockedResponse]]) -> [MockedResponse] { parts.flatMap(\.self) }
}
