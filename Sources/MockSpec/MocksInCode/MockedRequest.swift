public import HTTPTypes
import MockSpecDiagnostics

/// A mocked request built in code: its conditions and its named responses, as in a spec.
///
///     MockedRequest("Login", .post, "https://api.example.com/login", body: .json(#"{"user": "ada"}"#)) {
///       MockedResponse("Success", json: #"{"token": "abc"}"#)
///       MockedResponse("Offline", error: .urlError(.notConnectedToInternet))
///       MockedResponse("Echo") { call in MockReply(body: call.body) }
///     }
///
/// A project's `defaults` don't apply to it.
public struct MockedRequest: Sendable {
  /// A condition on a call. It is evaluated on any thread, possibly several times per call.
  public typealias Matcher = @Sendable (_ call: MockCall) -> Bool

  /// Conditions by name. A name can occur several times; each of its conditions must be met by some value.
  public typealias Conditions = KeyValuePairs<String, ValueCondition>

  /// A condition with its name.
  package typealias Condition = Conditions.Element

  /// The conditions besides those of a spec's short form.
  struct LongForm: Sendable {
    /// The methods; `nil` unless they are a list.
    var methods: [HTTPRequest.Method]?
    var params: [Condition] = []
    var query: [Condition] = []
    var exactQuery = false
    var headers: [Condition] = []
    var cookies: [Condition] = []
    var body: BodyCondition?

    init(
      methods: [HTTPRequest.Method]? = nil, _ params: Conditions, _ query: Conditions, _ exactQuery: Bool,
      _ headers: Conditions, _ cookies: Conditions, _ body: BodyCondition?
    ) {
      self.methods = methods
      self.params = Array(params)
      self.query = Array(query)
      self.exactQuery = exactQuery
      self.headers = Array(headers)
      self.cookies = Array(cookies)
      self.body = body
    }

    init(query: [Condition] = [], headers: [Condition] = [], body: BodyCondition? = nil) {
      self.query = query
      self.headers = headers
      self.body = body
    }

    var isEmpty: Bool {
      methods == nil && params.isEmpty && query.isEmpty && !exactQuery && headers.isEmpty && cookies.isEmpty
        && body == nil
    }
  }

  /// Another alternative of the conditions.
  struct OtherMatch: Sendable {
    /// The conditions in a spec's short form.
    let match: String
    let long: LongForm
  }

  /// The name, unique among requests built in code. The request overrides a loaded one with the same name.
  public let name: String
  /// The conditions on method, URL and path in a spec's short form, `[METHOD] [[scheme:]//host[:port]]/path[?query]`. A
  /// list of methods isn't part of it, nor are the alternatives that ``or(_:params:query:exactQuery:headers:cookies:body:)``
  /// adds.
  public let match: String
  /// The named responses.
  public let responses: [MockedResponse]

  let long: LongForm
  let states: MockStateConditions
  /// The other alternatives.
  var others: [OtherMatch] = []
  let priority: Int
  let defaultResponse: String?
  let sequence: [SequenceStep]
  let afterSequence: AfterSequence
  let isEnabled: Bool
  let matcher: Matcher?
  let place: CodePlace

  /// Whether the request or a response depends on states or sets them.
  package var usesStates: Bool {
    !states.all.isEmpty || responses.contains { !$0.states.all.isEmpty || !$0.changes.values.isEmpty }
  }

  private init(
    _ name: String, _ match: String, _ long: LongForm, when states: MockStateConditions = [:], priority: Int,
    default: String?, sequence: [SequenceStep], afterSequence: AfterSequence, enabled: Bool, where matcher: Matcher?,
    at place: CodePlace,
    _ responses: [MockedResponse]
  ) {
    self.name = name
    self.match = match
    self.long = long
    self.states = states
    self.priority = priority
    defaultResponse = `default`
    self.sequence = sequence
    self.afterSequence = afterSequence
    isEnabled = enabled
    self.matcher = matcher
    self.place = place
    self.responses = responses
  }

  /// Creates a request from a spec's short form of conditions.
  ///
  /// - Parameters:
  ///   - name: The name, unique among requests built in code.
  ///   - match: The conditions, as `[METHOD] [[scheme:]//host[:port]]/path[?query]`. Parts that are left out match
  ///     anything, and a path can have wildcards, such as `/items/{id}` and `/images/**`.
  ///   - params: Conditions on the segments that the path captures, such as `{id}`.
  ///   - query: Conditions on query parameters, besides those in `match`. Other parameters are
  ///     allowed, unless `exactQuery` is set.
  ///   - exactQuery: Whether the query has no other parameters than those with conditions.
  ///   - headers: Conditions on headers. The value of a header is its fields joined by `, `.
  ///   - cookies: Conditions on cookies.
  ///   - body: A condition on the body.
  ///   - states: Conditions on states, like `when` in a spec. The project's specs declare them.
  ///   - priority: The priority. Requests with a higher priority are tried first.
  ///   - default: The name of the response that answers unless another is selected; the first response if it's `nil`.
  ///   - sequence: The responses that answer in turn.
  ///   - afterSequence: The behavior after the last step of the sequence.
  ///   - enabled: Whether the request can answer before it is enabled at run time.
  ///   - matches: A further condition. It is evaluated if all others are met, and again if the call is explained, on
  ///     any thread, so it must not have side effects.
  ///   - fileID: The source file, for error messages.
  ///   - line: The line in the source file, for error messages.
  ///   - column: The column in the source file, for error messages.
  ///   - responses: The named responses.
  public init(
    _ name: String, _ match: String, params: Conditions = [:], query: Conditions = [:], exactQuery: Bool = false,
    headers: Conditions = [:],
    cookies: Conditions = [:], body: BodyCondition? = nil, when states: MockStateConditions = [:], priority: Int = 0,
    default: String? = nil,
    sequence: [SequenceStep] = [], afterSequence: AfterSequence = .stay, enabled: Bool = true,
    where matches: Matcher? = nil,
    fileID: String = #fileID, line: Int = #line, column: Int = #column,
    @MockedResponses responses: () -> [MockedResponse]
  ) {
    self.init(
      name, match,
      LongForm(params, query, exactQuery, headers, cookies, body), when: states,
      priority: priority, default: `default`, sequence: sequence, afterSequence: afterSequence, enabled: enabled,
      where: matches,
      at: CodePlace(file: fileID, position: SourcePosition(line: line, column: column)), responses())
  }

  /// Creates a request from a method and a target.
  ///
  /// - Parameters:
  ///   - name: The name, unique among requests built in code.
  ///   - method: The method. `.get` also matches `HEAD`.
  ///   - target: The conditions on the URL, as `[[scheme:]//host[:port]]/path[?query]`.
  ///   - params: Conditions on the segments that the path captures, such as `{id}`.
  ///   - query: Conditions on query parameters, besides those in `target`. Other parameters are
  ///     allowed, unless `exactQuery` is set.
  ///   - exactQuery: Whether the query has no other parameters than those with conditions.
  ///   - headers: Conditions on headers. The value of a header is its fields joined by `, `.
  ///   - cookies: Conditions on cookies.
  ///   - body: A condition on the body.
  ///   - states: Conditions on states, like `when` in a spec. The project's specs declare them.
  ///   - priority: The priority. Requests with a higher priority are tried first.
  ///   - default: The name of the response that answers unless another is selected; the first response if it's `nil`.
  ///   - sequence: The responses that answer in turn.
  ///   - afterSequence: The behavior after the last step of the sequence.
  ///   - enabled: Whether the request can answer before it is enabled at run time.
  ///   - matches: A further condition. It is evaluated if all others are met, and again if the call is explained, on
  ///     any thread, so it must not have side effects.
  ///   - fileID: The source file, for error messages.
  ///   - line: The line in the source file, for error messages.
  ///   - column: The column in the source file, for error messages.
  ///   - responses: The named responses.
  public init(
    _ name: String, _ method: HTTPRequest.Method, _ target: String, params: Conditions = [:], query: Conditions = [:],
    exactQuery: Bool = false, headers: Conditions = [:], cookies: Conditions = [:], body: BodyCondition? = nil,
    when states: MockStateConditions = [:], priority: Int = 0,
    default: String? = nil, sequence: [SequenceStep] = [], afterSequence: AfterSequence = .stay, enabled: Bool = true,
    where matches: Matcher? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
    @MockedResponses responses: () -> [MockedResponse]
  ) {
    self.init(
      name, "\(method.rawValue) \(target)",
      LongForm(params, query, exactQuery, headers, cookies, body), when: states,
      priority: priority, default: `default`, sequence: sequence, afterSequence: afterSequence, enabled: enabled,
      where: matches,
      at: CodePlace(file: fileID, position: SourcePosition(line: line, column: column)), responses())
  }

  /// Creates a request from several methods and a target.
  ///
  /// - Parameters:
  ///   - name: The name, unique among requests built in code.
  ///   - methods: The methods, any of which matches. `.get` also matches `HEAD`.
  ///   - target: The conditions on the URL, as `[[scheme:]//host[:port]]/path[?query]`.
  ///   - params: Conditions on the segments that the path captures, such as `{id}`.
  ///   - query: Conditions on query parameters, besides those in `target`. Other parameters are
  ///     allowed, unless `exactQuery` is set.
  ///   - exactQuery: Whether the query has no other parameters than those with conditions.
  ///   - headers: Conditions on headers. The value of a header is its fields joined by `, `.
  ///   - cookies: Conditions on cookies.
  ///   - body: A condition on the body.
  ///   - states: Conditions on states, like `when` in a spec. The project's specs declare them.
  ///   - priority: The priority. Requests with a higher priority are tried first.
  ///   - default: The name of the response that answers unless another is selected; the first response if it's `nil`.
  ///   - sequence: The responses that answer in turn.
  ///   - afterSequence: The behavior after the last step of the sequence.
  ///   - enabled: Whether the request can answer before it is enabled at run time.
  ///   - matches: A further condition. It is evaluated if all others are met, and again if the call is explained, on
  ///     any thread, so it must not have side effects.
  ///   - fileID: The source file, for error messages.
  ///   - line: The line in the source file, for error messages.
  ///   - column: The column in the source file, for error messages.
  ///   - responses: The named responses.
  public init(
    _ name: String, _ methods: [HTTPRequest.Method], _ target: String, params: Conditions = [:],
    query: Conditions = [:], exactQuery: Bool = false, headers: Conditions = [:], cookies: Conditions = [:],
    body: BodyCondition? = nil,
    when states: MockStateConditions = [:], priority: Int = 0, default: String? = nil, sequence: [SequenceStep] = [],
    afterSequence: AfterSequence = .stay,
    enabled: Bool = true,
    where matches: Matcher? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column,
    @MockedResponses responses: () -> [MockedResponse]
  ) {
    self.init(
      name, target,
      LongForm(methods: methods, params, query, exactQuery, headers, cookies, body), when: states,
      priority: priority, default: `default`, sequence: sequence, afterSequence: afterSequence, enabled: enabled,
      where: matches,
      at: CodePlace(file: fileID, position: SourcePosition(line: line, column: column)), responses())
  }

  /// Creates a request from conditions in arrays.
  ///
  /// - Parameter place: The location in the source code, for error messages.
  package init(
    _ name: String, _ match: String, query: [Condition], headers: [Condition], body: BodyCondition?,
    when states: MockStateConditions = [:], sequence: [SequenceStep], afterSequence: AfterSequence, at place: CodePlace,
    _ responses: [MockedResponse]
  ) {
    self.init(
      name, match, LongForm(query: query, headers: headers, body: body), when: states, priority: 0, default: nil,
      sequence: sequence,
      afterSequence: afterSequence, enabled: true, where: nil, at: place, responses)
  }
}
