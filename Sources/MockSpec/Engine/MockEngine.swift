/// Decides which response answers a call, over a project that can be reloaded.
///
/// The engine opens no sockets, reads no files and never waits. Adapters perform its decisions. Each call is decided in a
/// ``MockSession``, which has selections and everything else that changes at run time. All methods can be called on any
/// thread.
public final class MockEngine: Sendable {
  /// The session in which calls are decided.
  public let session: MockSession

  /// Creates an engine for a loaded project.
  public convenience init(_ sets: ResponseSets) { self.init(sets, environment: .system) }

  package init(_ sets: ResponseSets, environment: EngineEnvironment) {
    sets.loaded.prepareExplanations()
    session = MockSession(sets, environment)
  }

  /// The snapshot of the project as it was loaded, without what belongs to sessions.
  public var sets: ResponseSets { session.project }

  /// Returns the decision on a call, and stores the call in the journal of its session. If a sequence chooses the
  /// response, its next step is consumed.
  public func decide(_ request: MockRequest) -> Decision { session.decide(request) }

  /// Explains which request would answer a call and why, or why none would.
  ///
  /// No step of a sequence is consumed, and the call isn't stored in the journal.
  public func explain(_ request: MockRequest) -> Explanation { session.explain(request) }

  /// Replaces the loaded project.
  ///
  /// Requests built in code and changed settings stay. Selections, the scene, the requests that were enabled or disabled,
  /// and the positions in sequences apply to the new project by name. A sequence restarts only if its steps changed.
  ///
  /// - Parameter sets: The new snapshot. Its number must differ from those of the engine's earlier snapshots.
  /// - Returns: Notices, each on one line, about names that no longer exist, such as that of a selected response.
  @discardableResult
  public func replace(with sets: ResponseSets) -> [String] {
    sets.loaded.prepareExplanations()
    return session.replace(with: sets)
  }
}
