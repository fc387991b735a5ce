internal import MockSpec
internal import Synchronization

/// Reports changes of the entries of a set of folders, but not of their subfolders' entries.
///
/// The kernel reports most changes. Folders whose changes it doesn't report are polled: `poll` looks at them, and
/// reports changes in the same way.
///
/// Reading files and listing folders causes no event, so a handler that does so doesn't trigger itself. Events are hints
/// to look again, not a log: several changes may cause one event, and one change several. The path in an event is the one
/// that was watched, even after the folder has moved.
///
/// Call `stop()` at the end; the object stays alive until then.
final class FolderEvents: Sendable {
  enum Event: Hashable, Sendable {
    /// An entry of a folder has changed.
    case entry(String, in: String, EntryChange, isFolder: Bool)
    /// The folder itself was moved, deleted or unmounted, or its attributes changed. On Darwin, where some events don't name
    /// entries, also a change of an entry.
    case folder(String)
    /// Events were dropped, so anything may have changed in any folder.
    case lost
  }

  /// The result of `update(_:)`.
  struct Coverage: Hashable, Sendable {
    /// The paths whose events begin with this update: new ones, and those at which another folder is found now. Earlier
    /// changes there weren't seen.
    var begun: Set<String> = []
    /// The folders that are polled.
    var polled: [String: PollingReason] = [:]
  }

  typealias Handler = @Sendable (Event) -> Void

  private struct State {
    var handler: Handler?
    var watches: [String: Kernel.Watch] = [:]
    /// The folders that were found at the paths when their watches began.
    var identities: [String: FileSystem.Identity] = [:]
    /// A subscription that wasn't watched because of a limit.
    var refused: Subscription?
  }

  /// `nil` if all folders are polled.
  private let kernel: Kernel?
  private let interval: Duration
  private let state = Mutex(State())
  private let polls = Mutex(FolderPolls())

  /// - Parameter interval: The time between looks at all folders; `nil` to poll only where events can't arrive, each second.
  convenience init(polling interval: Duration? = nil) {
    self.init(kernel: interval == nil ? .shared : nil, interval: interval ?? .seconds(1))
  }

  init(kernel: Kernel?, interval: Duration = .seconds(1)) {
    self.kernel = kernel
    self.interval = interval
  }

  /// Sets the event handler and starts watching. Call once.
  ///
  /// The handler is called for one event at a time, on a thread that all subscribers of the process share, and on that of
  /// `poll`. It must be short, and must not wait for a thread that may be in `update` or `stop`.
  func start(_ handler: @escaping @Sendable (Event) -> Void) {
    state.withLock { $0.handler = handler }
  }

  /// Watches these folders from now on, and no others. A folder that another subscriber watches can cause more events.
  ///
  /// Every path is looked up again, so a path that leads to another folder than before (recreated, replaced by a rename, or
  /// behind a changed link) gets a new watch. If it leads to none, its nearest existing ancestor is watched, whose events
  /// show when to update again. The folder that was watched there before may have been moved away and may come back, so it
  /// stays watched. A file with several names is watched itself.
  func update(_ names: WatchedNames) -> Coverage {
    // Other subscribers may watch the same folders, whose earlier events aren't for this one.
    kernel?.deliverPending()
    let coverage: Coverage? = state.withLock { state in
      if state.handler == nil { return nil }
      guard let kernel else {
        return Coverage(polled: names.folders.mapValues { _ in .requested })
      }
      var update = Update(kernel: kernel, subscriber: self, folders: names.folders, after: state.watches)
      // A folder comes before those beneath it, which share its stream on macOS.
      for (folder, watched) in names.folders.sorted(by: { $0.key.utf8.count < $1.key.utf8.count }) {
        update.watch(folder)
        for file in watched.shared { update.watch(file: FilePath.join(folder, file), in: folder) }
      }
      // After the new watches, so that a folder that was renamed keeps the watch that both of its paths share.
      for (path, watch) in state.watches where update.watches[path] != watch {
        kernel.unwatch(watch, Subscription(path: path, subscriber: self))
      }
      let begun = update.watches.filter { state.watches[$0.key] != $0.value }.keys
      for path in state.watches.keys where update.watches[path] == nil { state.identities[path] = nil }
      for path in begun { state.identities[path] = FileSystem.find(path)?.identity }
      (state.watches, state.refused) = (update.watches, update.refused)
      return Coverage(begun: Set(begun), polled: update.polled)
    }
    guard var coverage else { return Coverage() }
    let intervals = coverage.polled.mapValues { $0 == .overlay ? interval * 2 : interval }
    coverage.begun.formUnion(polls.withLock { $0.update(names, intervals, at: .now) })
    return coverage
  }

  /// Returns the identity of the folder that the events of a path are about; `nil` if the path isn't watched, or only
  /// polled.
  func identity(of folder: String) -> FileSystem.Identity? { state.withLock { $0.identities[folder] } }

  /// Returns when all events have been delivered that were caused before the call. Not to be called from the handler.
  /// Changes in polled folders are left to `poll`.
  func deliverPending() { kernel?.deliverPending() }

  /// The time of the next look at a polled folder; `nil` if none is polled.
  var nextPoll: ContinuousClock.Instant? { polls.withLock(\.next) }

  /// Delivers the changes in the polled folders whose time has come, or in all. For one thread at a time, which isn't in
  /// `update`.
  func poll(all: Bool = false) {
    for event in polls.withLock({ $0.look(at: .now, all: all) }) { deliver(event) }
  }

  /// Returns whether a limit no longer prevents a folder from being watched. Then, update again.
  func hasRoom() -> Bool {
    state.withLock { state in
      guard let subscription = state.refused, let kernel, state.watches[subscription.path] == nil else { return false }
      guard case .watching(let watch, _) = kernel.watch(subscription, contents: false) else { return false }
      kernel.unwatch(watch, subscription)
      return true
    }
  }

  /// Ends all watches. No event is delivered after this method has returned; called from the handler, it doesn't wait for
  /// that event.
  func stop() {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    guard let kernel else { return }
    for (path, watch) in ended.watches { kernel.unwatch(watch, Subscription(path: path, subscriber: self)) }
    kernel.queue.drain()
  }

  private func deliver(_ event: Event) {
    // Outside the lock, since the handler may call `stop()`.
    state.withLock { $0.handler }?(event)
  }
}

extension FolderEvents {
  /// A path of a folder or file as one subscriber names it. A folder has several with different subscribers, or with
  /// different paths to it.
  struct Subscription: Hashable, Sendable {
    let path: String
    let subscriber: FolderEvents
    var isFile = false

    /// Delivers a change of an entry, or of the folder or file itself if the name is empty.
    func deliver(_ change: EntryChange?, of name: String, isFolder: Bool) {
      if isFile {
        guard let change else { return }
        subscriber.deliver(.entry(FilePath.name(path), in: FilePath.parent(path), change, isFolder: false))
      } else if let change, !name.isEmpty {
        subscriber.deliver(.entry(name, in: path, change, isFolder: isFolder))
      } else {
        deliverFolder()
      }
    }

    func deliverFolder() {
      subscriber.deliver(.folder(path))
    }

    /// Delivers to each subscriber, once, that events were dropped.
    static func deliverLost(to subscriptions: [Subscription]) {
      var notified: Set<ObjectIdentifier> = []
      for subscription in subscriptions where notified.insert(ObjectIdentifier(subscription.subscriber)).inserted {
        subscription.subscriber.deliver(.lost)
      }
    }

    static func == (a: Self, b: Self) -> Bool {
      a.subscriber === b.subscriber && a.path == b.path
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(subscriber))
      hasher.combine(path)
    }
  }

  /// The result of an attempt to watch a path.
  enum Attempt {
    /// The path is watched, and also polled if there is a reason.
    case watching(Kernel.Watch, PollingReason?)
    /// There is no such folder or file at the path.
    case missing
    /// The path isn't watched.
    case refused(PollingReason)
  }
}
