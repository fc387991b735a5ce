public import HTTPTypes
import MockSpecDiagnostics

/// A mocked request built in code: the calls that it matches, and its named responses, as in a spec.
///
///     MockedRequest("Login", .post, "https://api.example.com/login") {
///       MockedResponse("Success", json: #"{"token": "abc"}"#)
///       MockedResponse("Offline", error: .urlError(.notConnectedToInternet))
///       MockedResponse("Echo") { request in MockReply(body: request.body) }
///     }
///
/// The `defaults` of a project don't apply to it.
public struct MockedRequest: Sendable {
  /// A condition on a call. Called on any thread.
  public typealias Matcher = @Sendable (_ request: MockRequest) -> Bool

  /// The name, unique among the requests built in code. The request replaces a loaded one of the same name.
  public let name: String
  /// The calls that it matches, in the short form of a spec: `[METHOD] [scheme://host[:port]]/path[?query]`.
  public let match: String
  /// The responses; the first one answers by default.
  public let responses: [MockedResponse]

  let priority: Int
  let defaultResponse: String?
  let sequence: [String]
  let afterSequence: AfterSequence
  let matcher: Matcher?
  let place: CodePlace

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - name: The name, unique among the requests built in code.
  ///   - match: `[METHOD] [scheme://host[:port]]/path[?query]`. Parts that are left out match anything; a path can have
  ///     wildcards (`/items/{id}`, `/images/**`).
  ///   - priority: Of several requests that match, the one with the highest priority answers.
  ///   - default: The name of the response that answers until another one is selected; by default, the first one.
  ///   - sequence: Names of responses to give in turn.
  ///   - afterSequence: What happens after the last response of the sequence.
  ///   - matches: One more condition, called only if all others hold. It must have no side effects, since it is called
  ///     again to explain a call that nothing matches.
  ///   - fileID: The file that errors name.
  ///   - line: The line that errors name.
  ///   - column: The column that errors name.
  ///   - responses: The responses, at least one.
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

  /// Creates a request from a method, of which `.get` also matches `HEAD`, and a target:
  /// `[scheme://host[:port]]/path[?query]`. The other parameters are those of the initializer with `match`.
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

/// A location in the program's source.
struct CodePlace: Sendable, CustomStringConvertible {
  var file: String
  var position: SourcePosition

  /// The location, such as `ShopTests/LoginTests.swift:12:5`.
  var description: String { "\(file):\(position.line):\(position.column)" }
}

/// The reason why a request built in code can't be added: it is invalid, or its name is in use.
public struct MockedRequestError: Error, Sendable, CustomStringConvertible {
  /// The name of the request.
  public let requestName: String
  /// The problems, a line each, with what was found and what was expected.
  public let problems: [String]
  private let place: CodePlace

  init(_ request: MockedRequest, _ problems: [String]) {
    requestName = request.name
    place = request.place
    self.problems = problems
  }

  /// A line for each problem, such as
  /// `ShopTests/LoginTests.swift:12:5: request 'Login': response 'Success': expected an HTTP status, found 99`.
  public var description: String {
    problems.map { "\(place): request '\(requestName)': \($0)" }.joined(separator: "\n")
  }
}
