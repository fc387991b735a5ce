import MockSpec
import Synchronization

/// The use of a watch by one live project. All live projects of the process with the same source use the same watch.
///
/// The first of them starts the watch, while others wait for it. The watch ends when all have stopped or are released.
final class SharedWatch: Sendable {
  private struct Key: Hashable, Sendable {
    let loader: SpecLoader
    let rest: Duration
    let polling: Duration?
  }

  private struct Entry: Sendable {
    let slot = Slot()
    var users = 0
  }

  private final class Slot: Sendable {
    /// `nil` until the project has been loaded.
    let watch = Mutex<ProjectWatch?>(nil)
  }

  private struct State: Sendable {
    var watch: ProjectWatch?
    var subscription: ProjectWatch.Subscription?
    var isStopped = false
  }

  /// The entries of all keys that have users.
  private static let entries = Mutex<[Key: Entry]>([:])

  private let key: Key
  private let slot: Slot
  private let state = Mutex(State())

  /// - Parameters:
  ///   - loader: A pinned loader.
  ///   - rest: The time after which a file that is open for writing is read if it doesn't change.
  ///   - polling: The time between looks at all files; `nil` to wait for events where they can arrive.
  init(_ loader: SpecLoader, rest: Duration, polling: Duration?) {
    let key = Key(loader: loader, rest: rest, polling: polling)
    self.key = key
    slot = Self.entries.withLock { entries in
      var entry = entries[key] ?? Entry()
      entry.users += 1
      entries[key] = entry
      return entry.slot
    }
  }

  deinit { end(isWaiting: false) }

  /// Returns the current version, and creates the watch if there is none.
  ///
  /// - Parameter load: Loads the project. Its argument is the versions that can be shared; `nil` for the first load.
  func load(_ load: (ProjectWatch.Versions?) throws -> LoadedProject) throws -> LoadedProject {
    var first: LoadedProject?
    let watch = try slot.watch.withLock { watch in
      if let watch { return watch }
      let loaded = try load(nil)
      let started = ProjectWatch(key.loader, after: loaded, rest: key.rest, polling: key.polling)
      (first, watch) = (loaded, started)
      return started
    }
    state.withLock { $0.watch = watch }
    return try first ?? load(watch.versions)
  }

  /// Subscribes to changes. Call once, after `load`.
  ///
  /// - Parameters:
  ///   - project: The version that was loaded.
  ///   - onChange: Called for one change at a time.
  func subscribe(after project: LoadedProject, onChange: @escaping @Sendable (ProjectWatch.Change) -> Void) {
    let subscription = state.withLock { $0.watch }?.subscribe(after: project, onChange: onChange)
    state.withLock { $0.subscription = subscription }
  }

  /// Reloads all files soon, for all who use the watch. Call after `subscribe`.
  func reloadAll() { state.withLock { $0.watch }?.reloadAll() }

  /// Ends the use of the watch. No change is reported after this method has returned.
  func stop() { end(isWaiting: true) }

  private func end(isWaiting: Bool) {
    let before = state.withLock { state in
      defer { state.isStopped = true }
      return state
    }
    if before.isStopped {
      // Another thread may still be waiting.
      if isWaiting { before.watch?.drain() }
      return
    }
    let isLast = Self.entries.withLock { entries in
      entries[key]?.users -= 1
      guard entries[key]?.users == 0 else { return false }
      entries[key] = nil
      return true
    }
    // Stopped projects can stay alive, but the watch must not.
    if isLast { slot.watch.withLock { $0 = nil } }
    if let watch = before.watch {
      if let subscription = before.subscription { watch.end(subscription, isWaiting: isWaiting && !isLast) }
      if isLast, isWaiting { watch.stop() }
    }
    state.withLock { $0 = State(isStopped: true) }
  }
}
