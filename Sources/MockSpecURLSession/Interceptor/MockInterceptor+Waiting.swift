public import MockSpec

extension MockInterceptor {
  /// Waits until a request has answered a number of calls, and returns those in the journal, oldest first.
  ///
  ///     let calls = try await mocks.calls(to: "Upload", atLeast: 3, within: .seconds(5))
  ///
  /// All calls since the start or the last ``clearCalls()`` count, including those before this method is called. A call
  /// counts as soon as it is decided how it is answered; a delay or a closure can follow.
  ///
  /// - Parameters:
  ///   - request: The name of the request.
  ///   - count: The number of calls to wait for.
  ///   - time: The maximum time to wait.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request; ``MissingCallsError`` after the
  ///   time; `CancellationError` if the task is cancelled; `MockSpecError` if a server has to be asked and can't be.
  @discardableResult
  public func calls(to request: String, atLeast count: Int, within time: Duration = .seconds(10)) async throws
    -> [CallRecord]
  {
    if server == nil {
      _ = try session.count(of: request)
    } else {
      _ = try await ServerConnection.blocking { Result { try self.count(of: request) } }.get()
    }
    let wait = CallWait(session, CallFilter(request: request), count: count)
    let (stored, found) = await wait.calls(within: time)
    if found >= count { return stored }
    try Task.checkCancellation()
    throw MissingCallsError(session, request, atLeast: count, within: time, found: found)
  }
}
