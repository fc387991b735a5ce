import Dispatch
import MockSpec
import Synchronization

/// Saves the selections of a session whenever they change.
///
/// While a save is running, changes are collected, and the next save has the last state. So there are never more than two
/// saves for any number of changes that are made during one of them.
final class SelectionPersistence: Sendable {
  /// The part that outlives the interceptor until the last save has ended.
  private final class Saving: Sendable {
    let session: MockSession
    let store: any SelectionStore
    let report: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "mockspec.selections")
    private let state = Mutex((isScheduled: false, isStopped: false))
    private let last: Mutex<(saved: SavedSelections, problem: String?)>

    init(
      _ session: MockSession, _ store: any SelectionStore, saved: SavedSelections,
      _ report: @escaping @Sendable (String) -> Void
    ) {
      (self.session, self.store, self.report) = (session, store, report)
      last = Mutex((saved, nil))
    }

    var problem: String? { last.withLock { $0.problem } }

    func schedule() {
      let isFirst = state.withLock { state in
        defer { state.isScheduled = true }
        return !state.isScheduled
      }
      if isFirst { queue.async { self.save() } }
    }

    func stop() { state.withLock { $0.isStopped = true } }

    private func save() {
      // Before the selections are read, so that a later change is saved, too.
      state.withLock { $0.isScheduled = false }
      let selections = session.savedSelections
      // Checked after they were read, since they can be those of the next store.
      if state.withLock({ $0.isStopped }) { return }
      guard last.withLock({ $0.saved != selections || $0.problem != nil }) else { return }
      var problem: String?
      do {
        try store.save(selections)
      } catch {
        problem = "selections can't be saved: \(error)"
      }
      let isNew = last.withLock { last in
        defer { last = (problem == nil ? selections : last.saved, problem) }
        return last.problem != problem
      }
      guard isNew else { return }
      if let problem { report(problem) }
      session.observers.send(.reported)
    }

    /// Waits for the saves of all changes so far.
    func finish() { queue.sync {} }
  }

  private let saving: Saving
  private let observer: SessionObservers.ID
  /// Notices about saved names that don't exist, each on one line.
  let notices: [String]

  /// Restores the saved selections, and saves changes from then on.
  ///
  /// - Parameters:
  ///   - saved: The selections of the store.
  ///   - report: Called with a line when selections can't be saved, and again only when the reason changes.
  init(
    _ session: MockSession, _ store: any SelectionStore, _ saved: SavedSelections?,
    report: @escaping @Sendable (String) -> Void
  ) {
    notices = saved.map(session.restore) ?? []
    let saving = Saving(session, store, saved: saved ?? session.savedSelections, report)
    self.saving = saving
    observer = session.observers.add(getsEachCall: false) { change in
      switch change {
      case .selected, .replaced: saving.schedule()
      case .called, .finished, .cleared, .setStates, .setItems, .ended, .reported: break
      }
    }
    // For a change before the observer was added.
    saving.schedule()
  }

  deinit { saving.session.observers.remove(observer) }

  /// Why the last selections aren't saved; `nil` if they are.
  var problem: String? { saving.problem }

  /// Skips the saves that haven't begun, since another store has taken over.
  func stop() { saving.stop() }

  /// Waits until all changes so far are saved, or have failed to be.
  func finish() { saving.finish() }
}
