/// A named response of a ``MockedRequest``.
public struct MockedResponse: Sendable {
  /// A closure that returns the reply to a call.
  ///
  /// If it throws a ``URLFailure``, the call fails with that error. Any other error is a ``ClosureFailure``.
  public typealias Closure = @Sendable (_ call: MockCall) async throws -> MockReply

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
  private(set) var delay: Delay
  private(set) var throttle: Throttle?
  /// The error in the numbers of `throttle`.
  private(set) var throttleProblem: String?
  /// Whether header values and the body are templates.
  private(set) var isTemplate = false
  /// The states in which the response answers.
  private(set) var states: MockStateConditions = [:]
  /// The states that the response sets.
  private(set) var changes: MockStates = [:]

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

  /// Creates a response with a body of any bytes. No `Content-Type` is inferred.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - body: The bytes of the body, such as a `Data`.
  ///   - delay: The time to wait before anything is sent.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: any Sequence<UInt8>,
    delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, body: body), delay: delay)
  }

  /// Creates a response with a body of any bytes, such as those of a literal. No `Content-Type` is inferred.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - body: The bytes of the body.
  ///   - delay: The time to wait before anything is sent.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: [UInt8],
    delay: Duration = .zero
  ) {
    self.init(name, MockReply(status: status, headers: headers, body: body), delay: delay)
  }

  /// Creates a response whose body is in a file, like `file` in a spec.
  ///
  /// `Content-Type` is inferred from the file's extension, unless a header sets it.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - status: The status code, from 200 to 599.
  ///   - headers: The headers in the order in which they are sent.
  ///   - file: The location of the file; a string literal is a path. The file is read when the request is added.
  ///   - delay: The time to wait before anything is sent.
  ///   - filePath: The source file from which a relative path is looked up.
  public init(
    _ name: String, status: Int = 200, headers: KeyValuePairs<String, String> = [:], file: FileLocation,
    delay: Duration = .zero, filePath: String = #filePath
  ) {
    self.init(name, MockReply(status: status, headers: headers, file: file, filePath: filePath), delay: delay)
  }

  /// Creates a response from a reply.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - reply: The reply.
  ///   - delay: The time to wait before anything is sent.
  public init(_ name: String, _ reply: MockReply, delay: Duration = .zero) {
    let outcome: Outcome =
      switch reply.kind {
      case .passThrough: .passThrough
      case .forward(let origin): .forward(origin: origin)
      case .json, .text, .bytes, .file, .stream: .reply(reply)
      }
    self.init(name, outcome, delay)
  }

  /// Creates a response that makes the call fail, like `error` in a spec.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - error: The error.
  ///   - delay: The time to wait before anything is sent.
  public init(_ name: String, error: URLFailure, delay: Duration = .zero) {
    self.init(name, .failure(error), delay)
  }

  /// Creates a response that calls a closure for each call. The closure can also pass the call through or forward it, by
  /// returning ``MockReply/passThrough`` or ``MockReply/forward(to:)``.
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
  ///   - fault: The way in which the connection breaks.
  ///   - reply: The reply. A part of it is sent for ``Fault/truncatedBody`` and ``Fault/malformedChunk``.
  ///   - delay: The time to wait before anything is sent.
  public init(_ name: String, fault: Fault, _ reply: MockReply = MockReply(), delay: Duration = .zero) {
    self.init(name, .fault(fault, reply), delay)
  }

  /// Creates a response that forwards the call to another server.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - origin: The server to which the call is sent, such as `http://localhost:8000`, without a path.
  ///   - delay: The time to wait before the call is sent.
  public init(_ name: String, forward origin: String, delay: Duration = .zero) {
    self.init(name, .forward(origin: origin), delay)
  }

  /// Returns a response that sends the call to its real destination.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its request.
  ///   - delay: The time to wait before the call is sent.
  public static func passThrough(_ name: String, delay: Duration = .zero) -> MockedResponse {
    MockedResponse(name, .passThrough, delay)
  }

  private init(_ name: String, _ outcome: Outcome, _ delay: Duration) {
    self.name = name
    self.outcome = outcome
    self.delay = .fixed(delay)
  }
}

extension MockedResponse {
  /// Returns the response with its header values and body as templates, like `template: true` in a spec.
  ///
  ///     MockedResponse("Hello", text: "Hello {{request.path.id}}").templated()
  ///
  /// In a JSON body, keys and strings are templates. The body is sent without white space between its values.
  public func templated() -> MockedResponse {
    changed { $0.isTemplate = true }
  }

  /// Returns the response with a random delay, like `delay: {min, max}` in a spec.
  ///
  /// - Parameter range: The bounds of the delay. It is uniformly distributed.
  public func delayed(_ range: ClosedRange<Duration>) -> MockedResponse {
    changed { $0.delay = .uniform(range.lowerBound, range.upperBound) }
  }

  /// Returns the response with a random delay, like `delay: {median, sigma}` in a spec.
  ///
  /// - Parameters:
  ///   - median: The median of the delay. It has a log-normal distribution.
  ///   - sigma: The standard deviation of the delay's logarithm; at least 0.
  public func delayed(median: Duration, sigma: Double) -> MockedResponse {
    changed { $0.delay = .logNormal(median: median, sigma: sigma) }
  }

  /// Returns the response with a body that is sent slowly, like `throttle` in a spec.
  ///
  /// - Parameter bytesPerSecond: The rate; at least 1.
  public func throttled(bytesPerSecond: Int) -> MockedResponse {
    changed { response in
      response.throttle = Throttle(bytesPerSecond: bytesPerSecond)
      if bytesPerSecond < 1 {
        response.throttleProblem = "expected at least 1 byte per second, found \(bytesPerSecond)"
      }
    }
  }

  /// Returns the response with a body that is sent in pieces.
  ///
  /// - Parameters:
  ///   - piece: The size of a piece in bytes; at least 1.
  ///   - interval: The time between two pieces.
  public func throttled(piece: Int, every interval: Duration) -> MockedResponse {
    changed { response in
      response.throttle = Throttle(piece: piece, interval: interval)
      if piece < 1 { response.throttleProblem = "expected pieces of at least 1 byte, found \(piece)" }
      if !Delay.allowed.contains(interval) {
        response.throttleProblem = "expected an interval from 0 to \(Delay.allowed.upperBound), found \(interval)"
      }
    }
  }

  /// Returns the response for some states, like `when` in a spec: it answers unless the call, a selection or the scene chooses
  /// another response, or an earlier response is for the present states, too.
  ///
  ///     MockedResponse("Filled", json: "[1]").when(["cart": ["filled", "paid"]])
  ///
  /// - Parameter states: The states, which the project's specs declare.
  public func when(_ states: MockStateConditions) -> MockedResponse {
    changed { $0.states = states }
  }

  /// Returns the response with states that it sets when it answers, like `set` in a spec.
  ///
  ///     MockedResponse("Paid", status: 204).setting(["cart": "paid"])
  ///
  /// - Parameter states: The states, which the project's specs declare.
  public func setting(_ states: MockStates) -> MockedResponse {
    changed { $0.changes = states }
  }

  private func changed(_ change: (inout MockedResponse) -> Void) -> MockedResponse {
    var response = self
    change(&response)
    return response
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
