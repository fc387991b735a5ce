import MockSpec
public import MockSpecURLSession
public import Testing

// Expectations about calls, which are checked where a test has them.
extension MockInterceptor {
  /// Records an issue, with the calls that were made, unless a request has answered a number of calls.
  ///
  ///     mocks.expectCalls(to: "Login", exactly: 2, where: { $0.fields[.authorization] != nil })
  ///
  /// A call counts as soon as it is decided how it is answered. To wait for calls that the test doesn't await, use
  /// `calls(to:atLeast:within:)` before.
  ///
  /// - Parameters:
  ///   - request: The name of the request: a string literal, or a member that `mockspec generate swift` writes.
  ///   - count: The number of calls.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the client sent
  ///     it, with at most 64 KiB of the body.
  ///   - sourceLocation: The location of the issue.
  public func expectCalls(
    to request: MockRequestName, exactly count: Int, where condition: (@Sendable (CallRecord) -> Bool)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(.calls(to: request, exactly: count, where: condition), sourceLocation)
  }

  /// Records an issue, with the calls that were made, if a request has answered fewer calls than a minimum or more than
  /// a maximum; without either, if it has answered none.
  ///
  /// - Parameters:
  ///   - request: The name of the request: a string literal, or a member that `mockspec generate swift` writes.
  ///   - least: The minimum.
  ///   - most: The maximum.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the client sent
  ///     it, with at most 64 KiB of the body.
  ///   - sourceLocation: The location of the issue.
  public func expectCalls(
    to request: MockRequestName, atLeast least: Int? = nil, atMost most: Int? = nil,
    where condition: (@Sendable (CallRecord) -> Bool)? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(.calls(to: request, atLeast: least, atMost: most, where: condition), sourceLocation)
  }

  /// Records an issue, with the calls that were made, if a request has answered any.
  ///
  /// - Parameters:
  ///   - request: The name of the request: a string literal, or a member that `mockspec generate swift` writes.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the client sent
  ///     it, with at most 64 KiB of the body.
  ///   - sourceLocation: The location of the issue.
  public func expectNoCalls(
    to request: MockRequestName, where condition: (@Sendable (CallRecord) -> Bool)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(.noCalls(to: request, where: condition), sourceLocation)
  }

  private func expect(_ expectation: CallExpectation, _ sourceLocation: SourceLocation) {
    guard let problem = expectation.problem(in: self) else { return }
    Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation)
  }
}
