public import HTTPTypes
import MockSpecDiagnostics

/// A mocked request built in code: what it matches, and its named responses, as a spec has them.
///
///     MockedRequest("Login", .post, "https://api.example.com/login") {
///       MockedResponse("Success", json: #"{"token": "abc"}"#)
///       MockedResponse("Offline", error: .urlError(.notConnectedToInternet))
///       MockedResponse("Echo") { request in MockReply(body: request.body) }
///     }
///
/// It is whole by itself: a project's `defaults` don't apply to it.
public struct MockedRequest: Sendable {
  public typealias Matcher = @Sendable (_ request: MockRequest) -> Bool

  /// Unique among those built in code. One of the same name in the loaded project is laid over.
  public let name: String
  /// `[METHOD] [scheme://host[:port]]/path[?query]`, a spec's short form.
  public let match: String
  public let responses: [MockedResponse]

  let priority: Int
  let defaultResponse: String?
  let sequence: [String]
  let afterSequence: AfterSequence
  let matcher: Matcher?
  let place: CodePlace

  /// - Parameters:
  ///   - match: `[METHOD] [scheme://host[:port]]/path[?query]`; what is left out matches anything, and a path may have
  ///     wildcards (`/items/{id}`, `/images/**`).
  ///   - priority: Higher is asked first.
  ///   - default: The response used until another is selected; else the first.
  ///   - sequence: Names of responses, to be given in turn.
  ///   - matches: One more condition, asked only when all others hold. It may be asked again for the explanation of
  ///     a request that nothing matched, on any thread, so it only looks.
  public init(
    _ name: String, _ match: String, priority: Int = 0, default: String? = nil, sequence: [String] = [],
    afterSequence: AfterSequence = .stay, where matches: Matcher? = nil,
    fileID: String = #fileID, line: Int = #line, column: Int = #column,
    @MockedResponses responses: () -> [MockedResponse]
  ) {
    self.name = name
    self.match = match
    self.priority = priority
    defaultResponse = `default`
    self.sequence = sequence
    self.afterSequence = afterSequence
    matcher = matches
    place = CodePlace(file: fileID, position: SourcePosition(line: line, column: column))
    self.responses = responses()
  }

  /// - Parameters:
  ///   - method: `.get` also takes `HEAD`.
  ///   - target: `[scheme://host[:port]]/path[?query]`
  public init(
    _ name: String, _ method: HTTPRequest.Method, _ target: String, priority: Int = 0, default: String? = nil,
    sequence: [String] = [], afterSequence: AfterSequence = .stay, where matches: Matcher? = nil,
    fileID: String = #fileID, line: Int = #line, column: Int = #column,
    @MockedResponses responses: () -> [MockedResponse]
  ) {
    self.init(
      name, "\(method.rawValue) \(target)", priority: priority, default: `default`, sequence: sequence,
      afterSequence: afterSequence, where: matches, fileID: fileID, line: line, column: column, responses: responses)
  }
}

/// Where in the program's source something was built.
struct CodePlace: Sendable, CustomStringConvertible {
  var file: String
  var position: SourcePosition

  /// `ShopTests/LoginTests.swift:12:5`
  var description: String { "\(file):\(position.line):\(position.column)" }
}

/// A request built in code that can't be added: it isn't one, or its name is taken.
public struct MockedRequestError: Error, Sendable, CustomStringConvertible {
  public let requestName: String
  /// One line each, as `mockspec validate` would say it: what was found, what is expected, and what would be right.
  public let problems: [String]
  private let place: CodePlace

  init(_ request: MockedRequest, _ problems: [String]) {
    requestName = request.name
    place = request.place
    self.problems = problems
  }

  /// `ShopTests/LoginTests.swift:12:5: request 'Login': response 'Success': expected an HTTP status, found 99`
  public var description: String {
    problems.map { "\(place): request '\(requestName)': \($0)" }.joined(separator: "\n")
  }
}
