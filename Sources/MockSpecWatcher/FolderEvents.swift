internal import Synchronization

/// Says that something happened directly in any of a set of folders, never deeper.
///
/// Reading files and listing folders is no event, so whoever looks at what changed doesn't wake itself. Events are hints
/// to look again, not a log: several changes may come as one event, one change as several, and a folder's path is the one
/// that it was watched by, even after it moved.
///
/// Call `stop()` at the end: until then it stays alive.
package final class FolderEvents: Sendable {
  package enum Event: Hashable, Sendable {
    /// An entry was created, written, renamed or deleted, or its attributes changed.
    case entry(String, in: String)
    /// The folder itself was moved, deleted or unmounted, or its attributes changed; where the platform doesn't name
    /// entries, anything in it.
    case folder(String)
    /// Events were dropped, so anything may have happened anywhere.
    case lost
  }

  /// What an `update(folders:)` led to.
  package struct Coverage: Hashable, Sendable {
    /// Paths whose events begin with this update: newly named ones, and those where another folder is found now. What
    /// happened there before went unseen.
    package var begun: Set<String> = []
    /// Folders where things can change without an event: the platform refused to watch them (a limit, no permission) or
    /// doesn't see everything there (network file systems). Only looking again now and then helps.
    package var blind: Set<String> = []
  }

  typealias Handler = @Sendable (Event) -> Void

  private struct State {
    var handler: Handler?
    var watches: [String: Kernel.Watch] = [:]
  }

  private let kernel: Kernel
  private let state = Mutex(State())

  package convenience init() {
    self.init(kernel: .shared)
  }

  init(kernel: Kernel) {
    self.kernel = kernel
  }

  /// Sets who is told; nothing is watched before. Once in a life.
  ///
  /// The handler is called for one event at a time, on a thread that all subscribers of the process share: it must be
  /// short and must not wait for anyone who might be in `update` or `stop`.
  package func start(_ handler: @escaping @Sendable (Event) -> Void) {
    state.withLock { $0.handler = handler }
  }

  /// Watches these folders from now on, and no others.
  ///
  /// Every path is looked up afresh, so one that leads to another folder than before (recreated, renamed over, link
  /// retargeted) is watched anew. A folder that is missing is stood in for by its nearest ancestor that exists, whose
  /// events then tell when to update again.
  package func update(folders: Set<String>) -> Coverage {
    state.withLock { state in
      var coverage = Coverage()
      guard state.handler != nil else { return coverage }
      var watches: [String: Kernel.Watch] = [:]
      for folder in folders {
        var candidate: String? = folder
        while let path = candidate, watches[path] == nil {
          switch kernel.watch(Subscription(path: path, subscriber: self)) {
          case .watching(let watch, let blind):
            watches[path] = watch
            if state.watches[path] != watch { coverage.begun.insert(path) }
            if blind { coverage.blind.insert(folder) }
          case .missing:
            candidate = Self.parent(of: path)
          case .refused:
            candidate = nil
          }
        }
        if candidate == nil { coverage.blind.insert(folder) }
      }
      // Only now, so that a folder that has just been renamed keeps the watch that both of its paths share.
      for (path, watch) in state.watches where watches[path] != watch {
        kernel.unwatch(watch, Subscription(path: path, subscriber: self))
      }
      state.watches = watches
      return coverage
    }
  }

  /// Ends all watches. No event is delivered after this returned, and none is under way, unless it is called from inside
  /// the handler.
  package func stop() {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    for (path, watch) in ended.watches { kernel.unwatch(watch, Subscription(path: path, subscriber: self)) }
    kernel.queue.drain()
  }

  private func deliver(_ event: Event) {
    // Called outside of the lock, so that it may stop us.
    state.withLock { $0.handler }?(event)
  }

  /// The folder that a path's last component is looked up in; `nil` for a root and for the working directory.
  private static func parent(of path: String) -> String? {
    let components = path.split(separator: "/")
    guard let last = components.last, components != ["."] else { return nil }
    let parent = path[..<last.startIndex]
    if parent.isEmpty { return "." }
    return parent.allSatisfy { $0 == "/" } ? "/" : String(parent.dropLast())
  }
}

extension FolderEvents {
  /// One path as one subscriber names it. A folder may have several: different subscribers, or different paths to it.
  struct Subscription: Hashable, Sendable {
    let path: String
    let subscriber: FolderEvents

    func deliver(entry: String?) {
      subscriber.deliver(entry.map { .entry($0, in: path) } ?? .folder(path))
    }

    func deliverLost() {
      subscriber.deliver(.lost)
    }

    static func == (a: Self, b: Self) -> Bool {
      a.subscriber === b.subscriber && a.path == b.path
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(subscriber))
      hasher.combine(path)
    }
  }

  /// How an attempt to watch a path ended.
  enum Attempt {
    /// - blind: Whether things can change there without an event.
    case watching(Kernel.Watch, blind: Bool)
    /// There is no folder of that name.
    case missing
    case refused
  }
}
