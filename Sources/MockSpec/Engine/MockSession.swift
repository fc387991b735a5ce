import HTTPTypes
import MockSpecDiagnostics
import Synchronization

/// What changes at run time over a project: selections, the scene, positions in sequences, requests that were enabled or
/// disabled, requests built in code, settings and the journal.
///
/// All methods can be called on any thread. A decision uses the snapshot that was current when it started, even if the
/// project is reloaded meanwhile.
public final class MockSession: Sendable {
  let state: Mutex<State>
  let store: any SessionStore
  /// See ``version``.
  private let changeCount = Atomic(0)
  /// Held while a new snapshot is derived from the current one, so that concurrent changes aren't lost. Decisions don't
  /// wait for it.
  private let changing = Mutex<Void>(())
  /// Held while what users have chosen is changed.
  private let choosing = Mutex<Void>(())
  let journal: Journal
  /// The memory of the items that calls have changed.
  let itemBudget: ItemBudget
  /// The specs that were added at run time, by name.
  let runtime = Mutex<[String: RuntimeSpec]>([:])
  /// The observers of the session.
  package let observers = SessionObservers()
  let environment: EngineEnvironment
  /// The streams of events that are being sent.
  let streams = RunningList<RunningEvents>()
  /// The calls that mocks make.
  let callbacks: Callbacks
  /// The open WebSockets.
  package let sockets = RunningList<RunningSocket>()

  /// - Parameters:
  ///   - id: The ID of the session; `nil` for the default one.
  ///   - project: The loaded project.
  ///   - settings: The first changes to its settings.
  ///   - budget: The memory that the engine's journals share.
  ///   - itemBudget: The memory that the items of the engine's sessions share.
  ///   - store: The values that users change.
  init(
    _ project: ResponseSets, id: SessionID? = nil, settings: MockSettings = MockSettings(),
    _ environment: EngineEnvironment, _ budget: JournalBudget, _ itemBudget: ItemBudget, _ callbacks: CallbackCenter,
    store: any SessionStore = MemoryStore()
  ) {
    self.callbacks = Callbacks(callbacks, session: id) { [observers] in observers.send(.reported) }
    self.store = store
    self.itemBudget = itemBudget
    state = Mutex(
      State(
        project: project, sets: project.with(.empty, settings), settings: settings, selections: store.values.selections)
    )
    self.environment = environment
    journal = Journal(budget: budget, now: environment.now)
  }

  /// Ends what still runs for the session, which gets no more calls.
  func end() {
    for stream in streams.end() { stream.stop() }
    for socket in sockets.end() { socket.stop() }
    callbacks.cancel(forever: true)
    observers.send(.ended)
  }

  deinit { itemBudget.give(store.values.itemSize) }

  /// The snapshot of the project as it was loaded.
  var project: ResponseSets { state.withLock { $0.project } }

  /// The current snapshot: the loaded requests and those built in code, with the session's settings.
  public var sets: ResponseSets { state.withLock { $0.sets } }

  var snapshot: Snapshot { state.withLock { Snapshot(sets: $0.sets, selections: $0.selections) } }

  /// A number that every change of the session increases, apart from those of the journal and of positions in sequences.
  package var version: Int { changeCount.load(ordering: .acquiring) }

  /// Changes what users have chosen. If `body` throws, nothing changes.
  ///
  /// - Parameter body: Called with the present snapshot, too, which may be replaced meanwhile.
  func choose<Result: Sendable, Failure: Error>(
    _ body: (inout SessionValues, _ sets: ResponseSets) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // So that the copy for decisions is that of the last change.
    try choosing.withLock { _ throws(Failure) in
      // Inside of the lock, since what a new snapshot doesn't have is removed after the swap.
      let sets = sets
      let (result, selections) = try store.update { values throws(Failure) in
        (try body(&values, sets), values.selections)
      }
      update { $0.selections = selections }
      return result
    }
  }

  /// Changes the state.
  func update<Result: Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { state throws(Failure) in
      // Before the change: a decision after the new version was read waits for the lock, and so gets the new state.
      changeCount.add(1, ordering: .releasing)
      return try body(&state)
    }
  }

  // MARK: - Changing the snapshot

  /// The requests that are built in code or were added at run time, and the loaded project.
  var overlaid: (overlay: Overlay, project: ResponseSets) { state.withLock { ($0.sets.overlay, $0.project) } }

  /// The session's changes to the settings of the project.
  public var settings: MockSettings { state.withLock { $0.settings } }

  /// Changes the settings. If `change` throws, nothing changes.
  func changeSettings(_ change: (MockSettings, _ sets: ResponseSets) throws -> MockSettings) rethrows {
    try changing.withLock { _ in
      let now = state.withLock { $0 }
      let settings = try change(now.settings, now.sets)
      update { $0.settings = settings }
      swap(to: now.project.with(now.sets.overlay, settings))
    }
  }

  /// Replaces the loaded project.
  ///
  /// - Returns: Notices, each on one line, about names that no longer exist, such as that of a selected response.
  func replace(with project: ResponseSets) -> [String] {
    changing.withLock { _ in
      let now = update { state in
        state.project = project
        return state
      }
      if now.sets.overlay.isEmpty { return swap(to: project.with(.empty, now.settings)) }
      let (overlay, notices) = recompile(now.sets.overlay.over(project.sets), for: project)
      return swap(to: project.with(overlay, now.settings)) + notices
    }
  }

  /// Changes the requests built in code. If `change` throws, nothing changes.
  func changeOverlay<Failure: Error>(
    _ change: (Overlay, _ project: ResponseSets) throws(Failure) -> Overlay
  ) throws(Failure) {
    try changing.withLock { _ throws(Failure) in
      let now = state.withLock { $0 }
      let overlay = try change(now.sets.overlay, now.project)
      swap(to: now.project.with(overlay, now.settings), forgetsSelections: true)
    }
  }

  /// Replaces the snapshot and returns notices about names that no longer exist.
  ///
  /// - Parameters:
  ///   - sets: The new snapshot.
  ///   - forgetsSelections: Whether removed requests lose their selection and whether they were enabled or disabled.
  @discardableResult
  private func swap(to sets: ResponseSets, forgetsSelections: Bool = false) -> [String] {
    defer { observers.send(.replaced) }
    let old = update { state in
      defer { state.sets = sets }
      return state.sets
    }
    let (notices, size) = choose { values, _ in
      if forgetsSelections {
        func stays(_ request: String) -> Bool { old[request] == nil || sets[request] != nil }
        values.selections.responses = values.selections.responses.filter { stays($0.key) }
        values.selections.enabled = values.selections.enabled.filter { stays($0.key) }
      }
      values.answers = values.answers.filter { sets[$0.key.request]?.sequenceKey == $0.key }
      let items = values.removeItems(missingIn: sets)
      let notices = values.selections.missingNames(in: sets) + values.removeStates(missingIn: sets.states)
      return (notices + items.notices, items.size)
    }
    itemBudget.give(size)
    return notices
  }
}
