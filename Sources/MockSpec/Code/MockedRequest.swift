public import HTTPTypes
import MockSpecDiagnostics

/// A mocked request built in code: its conditions and its named responses, as in a spec.
///
///     MockedRequest("Login", .post, "https://api.example.com/login") {
///       MockedResponse("Success", json: #"{"token": "abc"}"#)
///       MockedResponse("Offline", error: .urlError(.notConnectedToInternet))
///       MockedResponse("Echo") { request in MockReply(body: request.body) }
///     }
///
/// A project's `defaults` don't apply to it.
public struct MockedRequest: Sendable {
  /// A condition on a call. It is evaluated on any thread, possibly several times per call.
  public typealias Matcher = @Sendable (_ request: MockRequest) -> Bool

  /// The name, unique among requests built in code. The request overrides a loaded one with the same name.
  public let name: String
  /// The conditions in a spec's short form, `[METHOD] [scheme://host[:port]]/path[?query]`.
  public let match: String
  /// The named responses.
  public let responses: [MockedResponse]

  let priority: Int
  let defaultResponse: String?
  let sequence: [String]
  let afterSequence: AfterSequence
  let matcher: Matcher?
  let place: CodePlace

  /// Creates a request from a spec's short form of conditions.
  ///
  /// - Parameters:
  ///   - name: The name, unique among requests built in code.
  ///   - match: The conditions, as `[METHOD] [scheme://host[:port]]/path[?query]`. Parts that are left out match
  ///     anything, and a path can have wildcards, such as `/items/{id}` and `/images/**`.
  ///   - priority: The priority. Requests with a higher priority are tried first.
  ///   - default: The name of the response that answers unless another is selected; the first response if it's `nil`.
  ///   - sequence: The names of responses that answer in turn.
  ///   - afterSequence: The behavior after the last step of the sequence.
  ///   - matches: A further condition. It is evaluated if all others are met, and again if the call is explained, on
  ///     any thread, so it must not have side effects.
  ///   - fileID: The source file, for error messages.
  ///   - line: The line in the source file, for error messages.
  ///   - column: The column in the source file, for error messages.
  ///   - responses: The named responses.
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

  /// Creates a request from a method and a target.
  ///
  /// - Parameters:
  ///   - name: The name, unique among requests built in code.
  ///   - method: The method. `.get` also matches `HEAD`.
  ///   - target: The other conditions, as `[scheme://host[:port]]/path[?query]`.
  ///   - priority: The priority. Requests with a higher priority are tried first.
  ///   - default: The name of the response that answers unless another is selected; the first response if it's `nil`.
  ///   - sequence: The names of responses that answer in turn.
  ///   - afterSequence: The behavior after the last step of the sequence.
  ///   - matches: A further condition. It is evaluated if all others are met, and again if the call is explained, on
  ///     any thread, so it must not have side effects.
  ///   - fileID: The source file, for error messages.
  ///   - line: The line in the source file, for error messages.
  ///   - column: The column in the source file, for error messages.
  ///   - responses: The named responses.
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

/// A location in the program's source code.
struct CodePlace: Sendable, CustomStringConvertible {
  var file: String
  var position: SourcePosition

  /// The location in the form `ShopTests/LoginTests.swift:12:5`.
  var description: String { "\(file):\(position.line):\(position.column)" }
}

/// The error of a request built in code that can't be added, because it isn't valid or its name is in use.
public struct MockedRequestError: Error, Sendable, CustomStringConvertible {
  /// The name of the request.
  public let requestName: String
  /// The errors, each on one line, with the messages that `mockspec validate` prints for specs.
  public let problems: [String]
  private let place: CodePlace

  init(_ request: MockedRequest, _ problems: [String]) {
    requestName = request.name
    place = request.place
    self.problems = problems
  }

  /// The errors with the location of the request, each on a line of the form
  /// `ShopTests/LoginTests.swift:12:5: request 'Login': response 'Success': expected an HTTP status, found 99`
  public var description: String {
    problems.map { "\(place): request '\(requestName)': \($0)" }.joined(separator: "\n")
  }
}
