package import MockSpec
internal import Synchronization

/// Loads a project again whenever its files change, and reports each load that differs from the one before to its
/// subscribers, until it is stopped or released.
package final class ProjectWatch: Sendable {
  package enum Change: Sendable {
    /// A load, which may have errors, and the time it took. Lint rules aren't checked yet (see `SpecLoader.linted`).
    case loaded(LoadedProject, Duration)
    /// The specs can't be found any more.
    case unavailable(SpecPathError)
    /// A program has been writing these files for a while. Until they are whole, their last version stays in use.
    case waiting([String])
    /// A notice about how changes are found, on one line.
    case notice(String)
  }

  /// The versions that a new subscriber can share.
  struct Versions: Sendable {
    /// The last version that was reported, or the first one.
    var current: LoadedProject
    /// The last complete load. It has the same contents.
    var last: LoadedProject
  }

  private let subscribers: ProjectSubscribers
  private let start: @Sendable () -> FolderWatcher
  /// `nil` before the first subscription.
  private let watcher = Mutex<FolderWatcher?>(nil)

  /// Creates a watch that starts with the first subscription.
  ///
  /// - Parameters:
  ///   - loader: A pinned loader, so that every load is one of the same project.
  ///   - first: The load with the number 1. The next ones are numbered from 2; the number of a load with errors is used
  ///     again.
  ///   - rest: The time after which a file that is open for writing is read if it doesn't change.
  ///   - polling: The time between looks at all files; `nil` to wait for events where they can arrive.
  package init(
    _ loader: SpecLoader, after first: LoadedProject, rest: Duration = FileWriters.usualRest, polling: Duration? = nil
  ) {
    let subscribers = ProjectSubscribers(of: first)
    self.subscribers = subscribers
    start = {
      let writers = FileWriters(rest: rest)
      // The first load, which isn't captured, since later ones replace it.
      let first = subscribers.versions.last
      let reloads = ProjectReloads(after: first, subscribers) { number, last, attempt throws(SpecPathError) in
        try loader.loadSettled(
          number: number, after: last, changed: attempt.changed, writers: writers, missing: { attempt.missing })
      }
      return FolderWatcher(names: reloads.names, writers: writers, events: FolderEvents(polling: polling)) { files in
        subscribers.send(.waiting(files.map(loader.shown).sorted()))
      } onNotice: { notice in
        subscribers.send(notice, notice.text(shown: loader.shown))
      } reload: { attempt in
        reloads.next(attempt)
      }
    }
  }

  /// A subscriber of a watch.
  package struct Subscription: Sendable {
    let id: ProjectSubscribers.ID
  }

  /// Adds a subscriber. If it has another version than the watch, it gets that of the next load.
  ///
  /// - Parameters:
  ///   - project: The version that it has, with a smaller number than all later ones.
  ///   - onChange: Called for one change at a time, on a thread of the watch. It must not wait for a thread that is in
  ///     `end(_:)` or `stop()`.
  @discardableResult
  package func subscribe(
    after project: LoadedProject, onChange: @escaping @Sendable (Change) -> Void
  ) -> Subscription {
    let (id, isBehind) = subscribers.add(after: project, onChange)
    let watcher = watcher.withLock { watcher in
      let running = watcher ?? start()
      watcher = running
      return running
    }
    watcher.enqueue { [subscribers] in subscribers.sendNotices(to: id) }
    if isBehind { watcher.reloadAll() }
    return Subscription(id: id)
  }

  /// Reloads all files soon, if there was a subscription.
  func reloadAll() { watcher.withLock { $0 }?.reloadAll() }

  /// Ends a subscription.
  ///
  /// - Parameter isWaiting: Whether to wait for the handler, so that no change is reported after this method has
  ///   returned. Called from a handler, it doesn't wait.
  package func end(_ subscription: Subscription, isWaiting: Bool) {
    subscribers.remove(subscription.id)
    if isWaiting { drain() }
  }

  /// Returns when the handlers that are running have ended; at once when called from one.
  func drain() { watcher.withLock { $0 }?.drain() }

  /// Stops watching. No change is reported after this method has returned, unless it is called from a handler.
  package func stop() { watcher.withLock { $0 }?.stop() }

  /// The versions that a new subscriber can share.
  var versions: Versions { subscribers.versions }
}
