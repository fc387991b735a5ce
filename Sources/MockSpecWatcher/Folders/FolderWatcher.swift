internal import Dispatch
internal import Synchronization

/// Calls `reload` when something has changed in its folders and settled, until it is stopped or released.
///
/// `reload` reads what it needs, and returns the folders that its result depends on: every folder that it listed, the
/// parent of the root, in which the root may be replaced, and the folders that links lead to. These are watched from then
/// on. A folder that wasn't watched before counts as changed, so that no change between reading and watching is missed.
/// `reload` is therefore called more often than necessary, and must be idempotent.
package final class FolderWatcher: Sendable {
  package enum Reason: Hashable, Sendable {
    /// The first call: something may have changed since the caller read the folders.
    case started
    /// Something has changed.
    case changed
    /// Something may have changed in a folder whose changes can go unnoticed (see `FolderEvents.Coverage.blind`), or the last
    /// reload was incomplete.
    case polled
  }

  /// What a reload depends on.
  package struct Reload: Sendable {
    /// The folders in which a change makes another reload necessary.
    package var folders: Set<String>
    /// Whether something couldn't be read for the moment, so that the reload is repeated without a change.
    package var isIncomplete: Bool

    package init(folders: Set<String>, isIncomplete: Bool = false) {
      self.folders = folders
      self.isIncomplete = isIncomplete
    }
  }

  private struct State {
    var settling: Settling
    var nextPoll: ContinuousClock.Instant?
    var isStopped = false
    let timer: any DispatchSourceTimer

    /// Sets the timer to the next due time. Waking early is harmless.
    func setTimer() {
      let next = [settling.due, nextPoll].compactMap(\.self).min()
      timer.schedule(deadline: next.map { .now() + DispatchTimeInterval($0 - .now) } ?? .distantFuture)
    }
  }

  private let reload: @Sendable (Reason) -> Reload
  private let poll: Duration
  private let events = FolderEvents()
  private let queue = DrainableQueue(label: "mockspec.folder-watcher")
  private let state: Mutex<State>

  /// Watches `folders` before it returns, so that a later change leads to a reload.
  ///
  /// - Parameters:
  ///   - folders: The folders to watch until the first reload.
  ///   - quiet: The time without events after which a change has settled. Editors write a file in steps; with 50 ms, no file
  ///     was ever read half-written.
  ///   - longest: The maximum time that a change waits for quiet.
  ///   - poll: The time between reloads while some folder can't be watched reliably, or the last reload was incomplete.
  ///   - reload: Called for one reason at a time, on a queue of the watcher. It must not wait for a thread that is in
  ///     `stop()`.
  package init(
    folders: Set<String>, quiet: Duration = .milliseconds(50), longest: Duration = .seconds(1),
    poll: Duration = .seconds(1), reload: @escaping @Sendable (_ reason: Reason) -> Reload
  ) {
    self.reload = reload
    self.poll = poll
    state = Mutex(
      State(
        settling: Settling(quiet: quiet, longest: longest),
        timer: DispatchSource.makeTimerSource(queue: queue.queue)))
    state.withLock { state in
      state.timer.setEventHandler { [weak self] in self?.wake() }
      // On Linux, Dispatch opens a descriptor when the first timer is set, and never fires that timer if it can't. Set
      // one now, since the process may have no descriptor left when the first change comes.
      state.timer.schedule(deadline: .now() + .milliseconds(1))
      state.timer.activate()
    }
    events.start { [weak self] _ in self?.noteChange() }
    _ = events.update(folders: folders)
    queue.queue.async { [weak self] in self?.run(.started) }
  }

  deinit {
    cancel()
  }

  /// Stops watching. No reload runs after this method has returned, unless it is called from `reload`.
  package func stop() {
    cancel()
    queue.drain()
  }

  private func cancel() {
    state.withLock { state in
      state.isStopped = true
      state.timer.cancel()
    }
    events.stop()
  }

  private func noteChange() {
    state.withLock { state in
      let now = ContinuousClock.now
      // The timer of a burst under way is already set; `wake` finds that the due time has moved. An overdue burst has
      // lost its timer.
      let needsTimer = state.settling.due.map { $0 <= now } ?? true
      state.settling.event(at: now)
      if needsTimer { state.setTimer() }
    }
  }

  private func wake() {
    let reason: Reason? = state.withLock { state in
      if state.settling.settle(at: .now) { return .changed }
      if let nextPoll = state.nextPoll, nextPoll <= .now { return .polled }
      state.setTimer()
      return nil
    }
    if let reason { run(reason) }
  }

  private func run(_ reason: Reason) {
    guard !state.withLock({ $0.isStopped }) else { return }
    let reload = reload(reason)
    let coverage = events.update(folders: reload.folders)
    state.withLock { state in
      if !coverage.begun.isEmpty { state.settling.event(at: .now) }
      state.nextPoll = coverage.blind.isEmpty && !reload.isIncomplete ? nil : .now + poll
      state.setTimer()
    }
  }
}

extension DispatchTimeInterval {
  /// Creates an interval, rounded up; zero for a negative duration.
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = max(.zero, duration).components
    self = .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000) + 1)
  }
}
