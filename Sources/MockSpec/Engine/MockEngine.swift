import Synchronization

/// Decides which response answers a call, over a project that can be reloaded.
///
/// The engine opens no sockets, reads no files and never waits. Adapters perform its decisions. Each call is decided in a
/// ``MockSession``, which has selections and everything else that changes at run time: in the one that the call names with
/// its `Mockspec-Session` or `baggage` field or its cookie `mockspec-session`, else in the default one. All methods can be
/// called on any thread.
public final class MockEngine: Sendable {
  /// The limits of what an engine keeps in memory.
  public struct Limits: Sendable, Hashable {
    /// The maximum number of sessions besides the default one.
    public var sessions: Int
    /// The maximum size in bytes of the calls in the journals of all sessions together.
    public var journalBytes: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - sessions: The maximum number of sessions besides the default one.
    ///   - journalBytes: The maximum size in bytes of the calls in the journals of all sessions together.
    public init(sessions: Int = 10_000, journalBytes: Int = 64 << 20) {
      self.sessions = sessions
      self.journalBytes = journalBytes
    }
  }

  /// The default session, which decides the calls that name none.
  public let session: MockSession
  private let table: SessionTable
  private let callbacks = CallbackCenter()
  /// Held while the project is replaced, so that all sessions get the same one last.
  private let replacing = Mutex<Void>(())

  /// Creates an engine for a loaded project.
  public convenience init(_ sets: ResponseSets, limits: Limits = Limits()) {
    self.init(sets, limits: limits, environment: .system)
  }

  package init(_ sets: ResponseSets, limits: Limits = Limits(), environment: EngineEnvironment) {
    sets.loaded.prepareExplanations()
    let budget = JournalBudget(limit: limits.journalBytes)
    let itemBudget = ItemBudget()
    let session = MockSession(sets, environment, budget, itemBudget, callbacks)
    self.session = session
    table = SessionTable(sets, limit: limits.sessions, environment) { [callbacks] project, id in
      MockSession(project, id: id, settings: session.settings, environment, budget, itemBudget, callbacks)
    }
  }

  /// Sets what sends the calls that mocks make. Without a sender, they are refused.
  package func sendCallbacks(with sender: any CallbackSender) { callbacks.use(sender) }

  package func cancelCallbacks() {
    session.callbacks.cancel()
    for status in sessions { existingSession(status.id)?.callbacks.cancel() }
  }

  /// The snapshot of the project as it was loaded, without what belongs to sessions.
  public var sets: ResponseSets { session.project }

  // MARK: - Calls

  /// Returns the decision on a call, and stores the call in the journal of its session. If a sequence chooses the
  /// response, its next step is consumed.
  public func decide(_ call: MockCall) -> Decision { decide(call, DecisionOptions()).decision }

  /// Does the same as `decide`, and returns the stored call, too. A call whose session can't be used isn't stored.
  ///
  /// Only calls of the default session are recognized again.
  package func decide(_ call: MockCall, _ options: DecisionOptions) -> Decided {
    do throws(SessionError) {
      let (session, options) = try target(of: call, options)
      return session.decide(call, options)
    } catch {
      return session.refuse(call, error)
    }
  }

  /// Does the same for one of several engines that are asked in turn; see `MockSession.decideIfMatched`.
  ///
  /// A call whose session can't be used is refused here, since its mocks can't be known.
  package func decideIfMatched(_ call: MockCall, _ options: DecisionOptions) -> Decided? {
    do throws(SessionError) {
      let (session, options) = try target(of: call, options)
      return session.decideIfMatched(call, options)
    } catch {
      return session.refuse(call, error)
    }
  }

  private func target(
    of call: MockCall, _ options: DecisionOptions
  ) throws(SessionError) -> (session: MockSession, options: DecisionOptions) {
    let control = try ControlFields(call)
    var options = options
    options.namesResponses = control.namesResponses
    if control.session != nil { options.version = nil }
    return (try session(control.session), options)
  }

  /// Explains which request would answer a call and why, or why none would.
  ///
  /// No step of a sequence is consumed, and the call isn't stored in the journal.
  public func explain(_ call: MockCall) -> Explanation {
    explain(call) { $0.explain(call) }
  }

  /// Explains a call to a server, which answers calls of its control API and preflights itself.
  package func explainOnServer(_ call: MockCall) -> Explanation {
    explain(call) { $0.explainOnServer(call) }
  }

  /// Explains a call in the session that it names.
  private func explain(_ call: MockCall, _ explain: (MockSession) -> Explanation) -> Explanation {
    do throws(SessionError) {
      return explain(try session(of: call))
    } catch {
      return session.explain(call, error)
    }
  }

  // MARK: - Sessions

  /// Returns the session that a call names, and begins it if there is none.
  ///
  /// - Throws: `SessionError` if the ID is malformed, if the session has ended, or if there are too many sessions.
  public func session(of call: MockCall) throws(SessionError) -> MockSession {
    try session(ControlFields(call).session)
  }

  /// Returns the ID of the session that a call of the control API steers; `nil` for the default session. Cookies don't
  /// count: the browser sends those of a mocked page to the panel, too.
  ///
  /// - Throws: `SessionError` if the ID is malformed.
  package func sessionID(steeredBy call: MockCall) throws(SessionError) -> SessionID? {
    try ControlFields(call).sessionOfFields
  }

  /// Whether a call names a session, even if it can't be used.
  package func namesSession(_ call: MockCall) -> Bool {
    do throws(SessionError) {
      return try ControlFields(call).session != nil
    } catch {
      return true
    }
  }

  /// Returns the session with an ID, and begins it if there is none. This counts as use of the session.
  ///
  /// A new session has the loaded project with the present settings of the default session, and nothing else of it.
  ///
  /// - Parameter id: The ID; `nil` for the default session.
  /// - Throws: `SessionError` if the session ended less than 10 minutes ago, or if there are too many sessions and none has
  ///   been idle for 10 minutes. Otherwise, the one that has been idle for the longest time is removed.
  public func session(_ id: SessionID?) throws(SessionError) -> MockSession {
    guard let id else { return session }
    return try table.session(id, restarts: false)
  }

  /// Returns the session with an ID. This counts as use of the session.
  ///
  /// - Throws: `SessionError` if there is none, or if it ended less than 10 minutes ago.
  package func begunSession(_ id: SessionID) throws(SessionError) -> MockSession {
    try table.session(id, begins: false, restarts: false)
  }

  /// Returns the session with an ID, and begins it if there is none, even if one with this ID has ended.
  ///
  /// - Throws: `SessionError` if there are too many sessions and none has been idle for 10 minutes.
  @discardableResult
  public func beginSession(_ id: SessionID) throws(SessionError) -> MockSession {
    try table.session(id, restarts: true)
  }

  /// Returns the session with an ID; `nil` if there is none. This doesn't count as use of the session.
  public func existingSession(_ id: SessionID) -> MockSession? { table.existing(id) }

  /// Removes a session. Calls that name it are refused for 10 minutes, unless it is begun again with
  /// ``beginSession(_:)``.
  ///
  /// - Returns: Whether there was a session with the ID.
  @discardableResult
  public func endSession(_ id: SessionID) -> Bool {
    guard let session = table.end(id) else { return false }
    session.end()
    return true
  }

  /// Whether a call in any session can reach another server.
  package var reachesOthers: Bool { session.sets.reachesOthers || table.contains(where: \.sets.reachesOthers) }

  /// Returns the session with an ID as listed by ``sessions``; `nil` if there is none.
  package func status(of id: SessionID) -> SessionStatus? { table.status(of: id) }

  /// The sessions besides the default one, in the order in which they were begun.
  public var sessions: [SessionStatus] { table.list }

  // MARK: - Reloading

  /// Replaces the loaded project in all sessions.
  ///
  /// Requests built in code and changed settings stay. Selections, the scene, the requests that were enabled or disabled,
  /// and the positions in sequences apply to the new project by name. A sequence restarts only if its steps changed.
  ///
  /// - Parameter sets: The new snapshot. Its number must differ from those of the engine's earlier snapshots.
  /// - Returns: Notices, each on one line, about names that no longer exist, such as that of a selected response.
  @discardableResult
  public func replace(with sets: ResponseSets) -> [String] {
    sets.loaded.prepareExplanations()
    return replacing.withLock { _ in
      // Sessions that begin from now on have the new project.
      let others = table.replace(with: sets)
      let notices = session.replace(with: sets)
      var sessions: [String: [SessionID]] = [:]
      for (id, session) in others {
        for notice in session.replace(with: sets) { sessions[notice, default: []].append(id) }
      }
      return notices + sessions.sorted { $0.key < $1.key }.map { "\($0) (\(Self.list($1)))" }
    }
  }

  /// Returns a list that is short even for thousands of sessions, such as `session 'a' and 2 others`.
  private static func list(_ ids: [SessionID]) -> String {
    let first = ids.map(\.description).min() ?? ""
    return "session '\(first)'" + (ids.count > 1 ? " and \(ids.count - 1) others" : "")
  }
}
