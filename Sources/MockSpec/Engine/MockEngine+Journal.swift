/// What was called.
extension MockEngine {
  /// The calls that a request has answered, oldest first, of those that the journal keeps: the last thousand of all
  /// requests, and fewer if together they take more than 16 MiB.
  public func calls(to request: String) -> [Call] { journal.calls.filter { $0.requestName == request } }

  /// All calls that the journal keeps, oldest first, also those that nothing matched.
  public var calls: [Call] { journal.calls }

  /// The calls that nothing matched, oldest first, of those that the journal keeps.
  public var unmatchedCalls: [Call] { journal.calls.filter { $0.answer == .unmatched } }

  /// How many calls a request has answered since the start, or since `clearCalls`: all, not only those that are kept.
  public func count(of request: String) -> Int { journal.count(of: request) }

  /// How many calls nothing matched, likewise.
  public var unmatchedCount: Int { journal.unmatchedCount }

  /// Forgets all calls and counts. Selections, the scene and sequences stay.
  public func clearCalls() { journal.clear() }
}
