// The journal.
extension MockSession {
  /// Returns the stored calls that a request answered, the oldest first.
  ///
  /// The journal stores the last 1,000 calls of all requests together, or fewer if the calls of all
  /// sessions of the engine take more than 64 MiB together (``MockEngine/Limits``).
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request and none has answered.
  public func calls(to request: String) throws(UnknownNameError) -> [CallRecord] {
    let calls = journal.calls.filter { $0.requestName == request }
    if calls.isEmpty { _ = try count(of: request) }
    return calls
  }

  /// All stored calls, the oldest first, including those that no request matched.
  public var calls: [CallRecord] { journal.calls }

  /// The stored calls that no request matched, the oldest first.
  public var unmatchedCalls: [CallRecord] { journal.calls.filter { $0.outcome == .unmatched } }

  /// Returns the number of calls that a request answered since the start or the last ``clearCalls()``, including those
  /// that are no longer stored.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request and none has answered.
  public func count(of request: String) throws(UnknownNameError) -> Int {
    if let count = journal.count(of: request) { return count }
    _ = try sets.require(request)
    return 0
  }

  /// Returns the stored calls that a request answered, the oldest first, and the number of all, from one moment.
  ///
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such request and none has answered.
  package func answered(by request: String) throws(UnknownNameError) -> (stored: [CallRecord], count: Int) {
    if let answered = journal.answered(by: request) { return answered }
    _ = try sets.require(request)
    return ([], 0)
  }

  /// The number of all calls since the start or the last ``clearCalls()``.
  package var callCount: Int { journal.count }

  /// Returns the last stored calls after one, the oldest first, with the number of the oldest stored call and of the next.
  ///
  /// - Parameters:
  ///   - number: The number of a call; 0 for all.
  ///   - limit: The maximum number of calls.
  package func calls(after number: Int, limit: Int = .max) -> (calls: [CallRecord], first: Int, next: Int) {
    journal.calls(after: number, limit: limit)
  }

  /// The number of calls that no request matched since the start or the last ``clearCalls()``, including those that are
  /// no longer stored.
  public var unmatchedCount: Int { journal.unmatchedCount }

  /// The last 1,000 calls that mocks have made or will make after their answers, the oldest first.
  public var callbackRecords: [CallbackRecord] { callbacks.records }

  /// Removes all calls and resets the counts. Selections, the scene and sequences don't change.
  public func clearCalls() {
    journal.clear()
    callbacks.clear()
    observers.send(.cleared)
  }
}
