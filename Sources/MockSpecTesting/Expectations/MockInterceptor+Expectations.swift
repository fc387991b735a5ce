import MockSpec
public import MockSpecURLSession
public import Testing

// Expectations about calls, at the point of the test where they are written.
extension MockInterceptor {
  /// Records an issue, with the calls that were made, unless a request has answered a number of calls.
  ///
  ///     mocks.expectCalls(to: "Login", exactly: 2, where: { $0.fields[.authorization] != nil })
  ///
  /// Calls count as soon as it is decided how they are answered. For calls that the test doesn't wait for, call
  /// `calls(to:atLeast:within:)` before.
  ///
  /// - Parameters:
  ///   - request: The name of the request.
  ///   - count: The number of calls.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the journal has it, with redacted
  ///     secrets.
  ///   - sourceLocation: The location of the issue.
  public func expectCalls(
    to request: String, exactly count: Int, where condition: (@Sendable (CallRecord) -> Bool)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(.calls(to: request, exactly: count, where: condition), sourceLocation)
  }

  /// Records an issue, with the calls that were made, unless a request has answered a minimum or at most a maximum of
  /// calls; without a number, unless it has answered any.
  ///
  /// - Parameters:
  ///   - request: The name of the request.
  ///   - least: The minimum.
  ///   - most: The maximum.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the journal has it, with redacted
  ///     secrets.
  ///   - sourceLocation: The location of the issue.
  public func expectCalls(
    to request: String, atLeast least: Int? = nil, atMost most: Int? = nil,
    where condition: (@Sendable (CallRecord) -> Bool)? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(.calls(to: request, atLeast: least, atMost: most, where: condition), sourceLocation)
  }

  /// Records an issue, with the calls that were made, if a request has answered any.
  ///
  /// - Parameters:
  ///   - request: The name of the request.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the journal has it, with redacted
  ///     secrets.
  ///   - sourceLocation: The location of the issue.
  public func expectNoCalls(
    to request: String, where condition: (@Sendable (CallRecord) -> Bool)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(.noCalls(to: request, where: condition), sourceLocation)
  }

  private func expect(_ expectation: CallExpectation, _ sourceLocation: SourceLocation) {
    guard let problem = expectation.problem(in: self) else { return }
    Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation)
  }
}
