import Synchronization

/// The sessions of an engine by ID, besides the default one.
///
/// Memory is limited: by the number of sessions, and by the number of ended ones that are remembered. A session is only
/// evicted if another one needs its place, so a test that pauses keeps its session for as long as possible.
final class SessionTable: Sendable {
  /// How long a session must be idle to be evicted, and how long the ID of an ended one isn't begun at first sight.
  static let idleTime = Duration.seconds(600)

  private struct Entry: Sendable {
    let session: MockSession
    /// The time since 1970-01-01 UTC.
    let begun: Duration
    var lastUsed: Duration
  }

  /// All times except `Entry.begun` are those of the monotonic clock.
  private struct State: Sendable {
    var project: ResponseSets
    var entries: [SessionID: Entry] = [:]
    /// When each ended session ended.
    var ended: [SessionID: Duration] = [:]
    /// The last ended sessions, a ring. The number of all endings modulo the limit is the next index.
    var endings: [(id: SessionID, time: Duration)] = []
    var endingCount = 0
    /// Sessions that can be evicted unless they were used meanwhile, the longest idle last.
    var idle: [(id: SessionID, lastUsed: Duration)] = []
    /// The earliest time at which a search can find idle sessions.
    var nextSearch = Duration.zero
  }

  private let limit: Int
  private let environment: EngineEnvironment
  private let make: @Sendable (ResponseSets, SessionID) -> MockSession
  private let state: Mutex<State>

  /// - Parameters:
  ///   - limit: The maximum number of sessions, and of ended sessions that are remembered.
  ///   - make: Creates a session over a loaded project. It must not call the table.
  init(
    _ project: ResponseSets, limit: Int, _ environment: EngineEnvironment,
    make: @escaping @Sendable (ResponseSets, SessionID) -> MockSession
  ) {
    self.limit = max(1, limit)
    self.environment = environment
    self.make = make
    state = Mutex(State(project: project))
  }

  /// Returns the session with an ID, and begins it if there is none.
  ///
  /// - Parameters:
  ///   - begins: Whether a session is begun if there is none.
  ///   - restarts: Whether a session that has ended is begun again.
  /// - Throws: `SessionError` if the session has ended, if there are too many, or if there is none and none is begun.
  func session(_ id: SessionID, begins: Bool = true, restarts: Bool) throws(SessionError) -> MockSession {
    let now = environment.uptime()
    var evicted: MockSession?
    let session = try state.withLock { state throws(SessionError) in
      if let place = state.entries.index(forKey: id) {
        state.entries.values[place].lastUsed = now
        return state.entries.values[place].session
      }
      if let end = state.ended[id], now - end < Self.idleTime, !restarts { throw .ended(id) }
      guard begins else { throw .unknown(id) }
      evicted = try makeRoom(&state, now)
      state.ended[id] = nil
      let session = make(state.project, id)
      state.entries[id] = Entry(session: session, begun: environment.now(), lastUsed: now)
      return session
    }
    // After the lock. It is also released only now, since it can have many calls.
    evicted?.end()
    return session
  }

  /// Returns the session with an ID if there is one. This doesn't count as use.
  func existing(_ id: SessionID) -> MockSession? { state.withLock { $0.entries[id]?.session } }

  /// Whether a closure returns true for a session.
  func contains(where isMeant: (MockSession) -> Bool) -> Bool {
    state.withLock { $0.entries.values.map(\.session) }.contains(where: isMeant)
  }

  /// Ends a session, and returns it; `nil` if there is none.
  func end(_ id: SessionID) -> MockSession? {
    let now = environment.uptime()
    return state.withLock { state in
      guard let entry = state.entries.removeValue(forKey: id) else { return nil }
      let place = state.endingCount % limit
      if place == state.endings.count {
        state.endings.append((id, now))
      } else {
        let (forgotten, time) = state.endings[place]
        // It can have been begun and ended again.
        if state.ended[forgotten] == time { state.ended[forgotten] = nil }
        state.endings[place] = (id, now)
      }
      state.ended[id] = now
      state.endingCount += 1
      return entry.session
    }
  }

  /// Returns a session with its times.
  func status(of id: SessionID) -> SessionStatus? {
    state.withLock { $0.entries[id] }.map { status(of: $0, id, offset: clockOffset) }
  }

  /// The sessions in the order in which they were begun.
  var list: [SessionStatus] {
    let offset = clockOffset
    return state.withLock { $0.entries }.map { id, entry in status(of: entry, id, offset: offset) }
      .sorted { ($0.begun, $0.id.description) < ($1.begun, $1.id.description) }
  }

  /// The time from 1970-01-01 UTC to the start of the monotonic clock, as the system's clock is set now.
  private var clockOffset: Duration { environment.now() - environment.uptime() }

  private func status(of entry: Entry, _ id: SessionID, offset: Duration) -> SessionStatus {
    SessionStatus(
      id: id, begun: entry.begun, lastUsed: entry.lastUsed + offset, callCount: entry.session.journal.count)
  }

  /// Sets the project of sessions that are begun later, and returns the present ones.
  func replace(with project: ResponseSets) -> [(id: SessionID, session: MockSession)] {
    state.withLock { state in
      state.project = project
      return state.entries.map { ($0.key, $0.value.session) }
    }
  }

  /// Evicts the session that has been idle for the longest time if there are too many, and returns it.
  ///
  /// - Throws: `SessionError` if none has been idle for long enough.
  private func makeRoom(_ state: inout State, _ now: Duration) throws(SessionError) -> MockSession? {
    guard state.entries.count >= limit else { return nil }
    while true {
      if let (id, lastUsed) = state.idle.popLast() {
        if state.entries[id]?.lastUsed == lastUsed { return state.entries.removeValue(forKey: id)?.session }
      } else if now >= state.nextSearch {
        // All idle sessions are found at once, so that a full table isn't searched for each new session.
        state.idle = state.entries.map { ($0.key, $0.value.lastUsed) }.filter { now - $0.lastUsed >= Self.idleTime }
          .sorted { $0.lastUsed > $1.lastUsed }
        let oldest = state.entries.values.map(\.lastUsed).min() ?? now
        state.nextSearch = oldest + Self.idleTime
      } else {
        throw .tooMany(limit: limit)
      }
    }
  }
}
