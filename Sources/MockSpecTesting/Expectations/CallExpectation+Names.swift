public import MockSpecURLSession
public import Testing

// Overloads with names that the compiler checks, instead of strings.
extension CallExpectation {
  /// Expects a number of calls.
  ///
  /// - Parameters:
  ///   - request: The name of the request that answers them.
  ///   - count: The number of calls.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the journal has it, with redacted
  ///     secrets.
  public static func calls(
    to request: MockRequestName, exactly count: Int, where condition: (@Sendable (CallRecord) -> Bool)? = nil
  ) -> CallExpectation {
    calls(to: request.name, exactly: count, where: condition)
  }

  /// Expects a minimum or a maximum of calls, or both; without a number, at least one.
  ///
  /// - Parameters:
  ///   - request: The name of the request that answers them.
  ///   - least: The minimum.
  ///   - most: The maximum.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the journal has it, with redacted
  ///     secrets.
  public static func calls(
    to request: MockRequestName, atLeast least: Int? = nil, atMost most: Int? = nil,
    where condition: (@Sendable (CallRecord) -> Bool)? = nil
  ) -> CallExpectation {
    calls(to: request.name, atLeast: least, atMost: most, where: condition)
  }

  /// Expects that there are no calls.
  ///
  /// - Parameters:
  ///   - request: The name of the request that would answer them.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the journal has it, with redacted
  ///     secrets.
  public static func noCalls(
    to request: MockRequestName, where condition: (@Sendable (CallRecord) -> Bool)? = nil
  ) -> CallExpectation {
    noCalls(to: request.name, where: condition)
  }
}

extension MockInterceptor {
  /// Records an issue, with the calls that were made, unless a request has answered a number of calls.
  ///
  ///     mocks.expectCalls(to: .login, exactly: 2)
  ///
  /// - Parameters:
  ///   - request: The name of the request.
  ///   - count: The number of calls.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the journal has it, with redacted
  ///     secrets.
  ///   - sourceLocation: The location of the issue.
  public func expectCalls(
    to request: MockRequestName, exactly count: Int, where condition: (@Sendable (CallRecord) -> Bool)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectCalls(to: request.name, exactly: count, where: condition, sourceLocation: sourceLocation)
  }

  /// Records an issue, with the calls that were made, if a request has answered fewer calls than a minimum or more than
  /// a maximum; without either, if it has answered none.
  ///
  /// - Parameters:
  ///   - request: The name of the request.
  ///   - least: The minimum.
  ///   - most: The maximum.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the journal has it, with redacted
  ///     secrets.
  ///   - sourceLocation: The location of the issue.
  public func expectCalls(
    to request: MockRequestName, atLeast least: Int? = nil, atMost most: Int? = nil,
    where condition: (@Sendable (CallRecord) -> Bool)? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectCalls(
      to: request.name, atLeast: least, atMost: most, where: condition, sourceLocation: sourceLocation)
  }

  /// Records an issue, with the calls that were made, if a request has answered any.
  ///
  /// - Parameters:
  ///   - request: The name of the request.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the journal has it, with redacted
  ///     secrets.
  ///   - sourceLocation: The location of the issue.
  public func expectNoCalls(
    to request: MockRequestName, where condition: (@Sendable (CallRecord) -> Bool)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectNoCalls(to: request.name, where: condition, sourceLocation: sourceLocation)
  }
}
