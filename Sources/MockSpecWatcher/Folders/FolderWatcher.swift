internal import Dispatch
internal import MockSpec
internal import Synchronization

/// Calls `reload` when a project has changed and its files are whole, until it is stopped or released.
///
/// `reload` reads what it needs, and returns the names that its result depends on. These are watched from then on. A
/// name that wasn't watched before counts as changed, so that no change between reading and watching is missed.
/// `reload` is therefore called more often than necessary, and must be idempotent.
final class FolderWatcher: Sendable {
  enum Reason: Hashable, Sendable {
    /// The first call: something may have changed since the caller read the folders.
    case started
    /// Something has changed.
    case changed
    /// The last reload was incomplete.
    case repeated
  }

  /// A reload in progress.
  struct Attempt: Sendable {
    let reason: Reason
    /// The absolute paths of the only files that can have changed since the last reload that was used; `nil` if they
    /// aren't known.
    var changed: Set<String>?
    /// Returns the plan after all events so far.
    let plan: @Sendable () -> ReloadPlan

    /// The names that may have been missing at some time since the reload began.
    var missing: MissingNames { plan().missingNames }
    /// Whether another reload follows.
    var isOvertaken: Bool { plan().isOvertaken }
  }

  /// The result of a reload.
  struct Reload: Sendable {
    /// The names whose changes make another reload necessary; `nil` if they are the same as before.
    var names: WatchedNames?
    /// Whether something couldn't be read for the moment, so that the reload is repeated without a change.
    var isIncomplete = false
    /// The files that weren't read because a program is writing them; absolute paths.
    var awaited: Set<String> = []
    /// The files that aren't there but may come back; absolute paths.
    var absent: Set<String> = []
    /// Whether the result was used. Otherwise, the reload is repeated.
    var isUsed = true
    /// Whether all files are read once more.
    var isFollowed = false
  }

  private struct State {
    var plan: ReloadPlan
    var names: WatchedNames
    /// The files that have changed since the last reload that was used; `nil` if they aren't known.
    var changed: Set<String>?
    /// New names that may be links to folders, and when they are looked at. A file that is saved under another name has
    /// its final one by then; the lookup of a name that has vanished can wait for the disk.
    var maybeLinks: [String: ContinuousClock.Instant] = [:]
    /// Whether a watched folder may be another one than before, whose events aren't seen yet.
    var hasReplacedFolder = false
    /// When an incomplete reload is repeated.
    var nextAttempt: ContinuousClock.Instant?
    var notices = PollingNotices()
    var isStopped = false
    /// Whether a wake-up is scheduled or running, which will look at the plan.
    var isAwake = false
    let timer: any DispatchSourceTimer

    /// Records that a file has changed.
    mutating func noteChanged(_ path: String) {
      guard let (isNew, known) = changed?.insert(path), !isNew else { return }
      // Two names that differ only in composed and decomposed characters are equal as strings.
      if !known.hasSameBytes(as: path) { changed = nil }
    }
  }

  private let reload: @Sendable (Attempt) -> Reload
  private let onWait: @Sendable (Set<String>) -> Void
  private let onNotice: @Sendable (PollingNotice) -> Void
  private let writers: FileWriters
  private let retryInterval: Duration
  private let events: FolderEvents
  private let queue = DrainableQueue(label: "mockspec.folder-watcher")
  private let state: Mutex<State>

  /// Watches names before it returns, so that a later change leads to a reload.
  ///
  /// - Parameters:
  ///   - names: The names to watch until the first reload.
  ///   - writers: Decides whether a file is whole.
  ///   - plan: Decides when to reload.
  ///   - events: The events, which haven't been started.
  ///   - retryInterval: The time after which an incomplete reload is repeated.
  ///   - onWait: Called on a queue of the watcher with files that a program has been writing for long, each once.
  ///   - onNotice: Called on a queue of the watcher when folders are polled because their events can't arrive.
  ///   - reload: Called for one attempt at a time, on a queue of the watcher. It must not wait for a thread that is in
  ///     `stop()`.
  init(
    names: WatchedNames, writers: FileWriters, plan: ReloadPlan = ReloadPlan(), events: FolderEvents = FolderEvents(),
    retryInterval: Duration = .seconds(1), onWait: @escaping @Sendable (_ files: Set<String>) -> Void = { _ in },
    onNotice: @escaping @Sendable (PollingNotice) -> Void = { _ in },
    reload: @escaping @Sendable (_ attempt: Attempt) -> Reload
  ) {
    self.reload = reload
    self.onWait = onWait
    self.onNotice = onNotice
    self.writers = writers
    self.events = events
    self.retryInterval = retryInterval
    state = Mutex(State(plan: plan, names: names, timer: DispatchSource.makeTimerSource(queue: queue.queue)))
    state.withLock { state in
      state.timer.setEventHandler { [weak self] in self?.act() }
      // On Linux, Dispatch opens a descriptor when the first timer is set, and never fires that timer if it can't. Set
      // one now, since the process may have no descriptor left when the first change comes.
      state.timer.schedule(deadline: .now() + .milliseconds(1))
      state.timer.activate()
    }
    writers.useEvents { events.deliverPending() }
    events.start { [weak self] event in self?.note(event) }
    _ = events.update(names)
    queue.queue.async { [weak self] in self?.run(.started) }
  }

  deinit {
    cancel()
  }

  /// Stops watching. No reload runs after this method has returned, unless it is called from `reload`.
  func stop() {
    cancel()
    queue.drain()
  }

  /// Reloads all files soon, as after any other change.
  func reloadAll() { note(.lost) }

  /// Calls a closure on the queue on which `reload` is called.
  func enqueue(_ work: @escaping @Sendable () -> Void) { queue.queue.async(execute: work) }

  /// Returns when a call of `reload` that has begun has ended; at once when called from there.
  func drain() { queue.drain() }

  private func cancel() {
    state.withLock { state in
      state.isStopped = true
      state.timer.cancel()
    }
    events.stop()
  }

  private func note(_ event: FolderEvents.Event) {
    let isNews = state.withLock { state in
      let now = ContinuousClock.now
      switch event {
      case .entry(let name, let folder, let change, let isFolder)
      where state.names.concerns(name, in: folder, mayBeFolder: isFolder):
        let path = FilePath.join(folder, name)
        // A folder is never written; what is created in it is found by the next load.
        state.plan.note(isFolder && change == .created ? .arrived : change, of: path, at: now)
        if isFolder { state.changed = nil } else { state.noteChanged(path) }
        if [.created, .arrived, .removed].contains(change), state.names.folders[path] != nil {
          state.hasReplacedFolder = true
        }
        switch change {
        case .written: writers.noteWritten(path, in: events.identity(of: folder))
        case .closed: writers.noteClosed(path, in: events.identity(of: folder))
        case .arrived: writers.noteArrived(path, in: events.identity(of: folder))
        case .created, .changed, .removed, .attributes: break
        }
      case .entry(let name, let folder, let change, _) where state.names.concerns(name, in: folder, mayBeFolder: true):
        // A link is created, or moved here, and not written.
        let isNew = change == .created || change == .arrived
        state.maybeLinks[FilePath.join(folder, name)] = isNew ? now + Self.linkDelay : nil
        if !isNew { return false }
      case .entry: return false
      case .folder, .lost:
        if case .lost = event { writers.noteLost() }
        state.changed = nil
        state.plan.noteChange(at: now)
      }
      defer { state.isAwake = true }
      return !state.isAwake
    }
    // On the watcher's queue, where it waits for a reload that is running.
    if isNews { queue.queue.async { [weak self] in self?.act() } }
  }

  private static let linkDelay = Duration.milliseconds(5)

  /// Checks whether new names are links, which may lead to folders with specs.
  private func lookForLinks() {
    let paths = state.withLock { state in
      let due = state.maybeLinks.filter { $0.value <= .now }.map(\.key)
      for path in due { state.maybeLinks[path] = nil }
      return due
    }
    let links = paths.filter(FileSystem.isLink)
    if links.isEmpty { return }
    state.withLock { state in
      for path in links { state.plan.note(.arrived, of: path, at: .now) }
      state.changed?.formUnion(links)
    }
  }

  /// Performs the actions that are due, and sets the timer for the next one.
  private func act() {
    while true {
      // First, so that a change whose event is pending isn't mistaken for another one later.
      events.deliverPending()
      let nextPoll = events.nextPoll
      // In one step with setting the timer, so that an event is either seen here or wakes the watcher again.
      let step: (@Sendable () -> Void)? = state.withLock { state in
        if state.isStopped { return nil }
        if state.hasReplacedFolder { return { self.watch(self.state.withLock { $0.names }) } }
        switch state.plan.next(at: .now) {
        case .load: return { self.run(.changed) }
        case .look(let files): return { self.look(at: files) }
        case .wait(let next):
          if let time = nextPoll, time <= .now { return { self.poll() } }
          if let time = state.nextAttempt, time <= .now { return { self.run(.repeated) } }
          let nextLink = state.maybeLinks.values.min()
          if let nextLink, nextLink <= .now { return { self.lookForLinks() } }
          state.isAwake = false
          let time = [next, state.nextAttempt, nextPoll, nextLink].compactMap(\.self).min()
          state.timer.schedule(deadline: time.map { .now() + ($0 - .now).dispatchInterval } ?? .distantFuture)
          return nil
        }
      }
      guard let step else { return }
      step()
    }
  }

  private func watch(_ names: WatchedNames) {
    // Set first, so that no event of a name that is watched from now on is ignored.
    let new = state.withLock { state in
      defer { (state.names, state.hasReplacedFolder) = (names, false) }
      return names.newPaths(since: state.names)
    }
    let coverage = events.update(names)
    let notices = state.withLock { state in
      // Changes of names that weren't watched before weren't seen.
      let unseen = coverage.begun.isEmpty ? new : nil
      if let unseen { state.changed?.formUnion(unseen) } else { state.changed = nil }
      if unseen != [] { state.plan.noteChange(at: .now) }
      return state.notices.next(coverage.polled.filter { names.folders[$0.key]?.hasFiles ?? false })
    }
    for notice in notices { onNotice(notice) }
  }

  private func poll() {
    events.poll()
    if events.hasRoom() { watch(state.withLock { $0.names }) }
  }

  private func look(at files: Set<String>) {
    let whole = files.filter { !writers.isWriting($0) }
    let late = state.withLock { state in
      for file in whole { state.plan.note(.closed, of: file, at: .now) }
      state.changed?.formUnion(whole)
      return state.plan.takeLongAwaited(at: .now)
    }
    if !late.isEmpty { onWait(late) }
  }

  private func run(_ reason: Reason) {
    // Polling must compare with the loaded files: otherwise, a change that is undone before the next look would be
    // missed.
    if events.nextPoll != nil { events.poll(all: true) }
    let (changed, plan, isStopped): (Set<String>?, ReloadPlan, Bool) = state.withLock { state in
      defer { state.changed = [] }
      return (reason == .changed ? state.changed : nil, state.plan, state.isStopped)
    }
    if isStopped { return }
    let reload = reload(
      Attempt(reason: reason, changed: changed) { [weak self] in
        guard let self else { return plan }
        events.deliverPending()
        return state.withLock { $0.plan }
      })
    if let names = reload.names { watch(names) }
    state.withLock { state in
      state.plan.didLoad(awaiting: reload.awaited, absent: reload.absent, isUsed: reload.isUsed, at: .now)
      if !reload.isUsed || reload.isIncomplete { state.changed?.formUnion(changed ?? []) }
      if !reload.isUsed, changed == nil { state.changed = nil }
      if reload.isFollowed {
        state.changed = nil
        state.plan.noteChange(at: .now)
      }
      state.nextAttempt = reload.isIncomplete ? .now + retryInterval : nil
    }
    if reason == .started { act() }
  }
}
