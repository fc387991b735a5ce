internal import Synchronization

/// Reports changes of the entries of a set of folders, but not of their subfolders' entries.
///
/// Reading files and listing folders causes no event, so a handler that does so doesn't trigger itself. Events are hints
/// to look again, not a log: several changes may cause one event, and one change several. The path in an event is the one
/// that was watched, even after the folder has moved.
///
/// Call `stop()` at the end; the object stays alive until then.
package final class FolderEvents: Sendable {
  package enum Event: Hashable, Sendable {
    /// An entry of a folder has changed.
    case entry(String, in: String, EntryChange, isFolder: Bool)
    /// The folder itself was moved, deleted or unmounted, or its attributes changed. On platforms whose events don't name
    /// entries, also any change of an entry.
    case folder(String)
    /// Events were dropped, so anything may have changed in any folder.
    case lost
  }

  /// The result of `update(folders:)`.
  package struct Coverage: Hashable, Sendable {
    /// The paths whose events begin with this update: new ones, and those at which another folder is found now. Earlier
    /// changes there weren't seen.
    package var begun: Set<String> = []
    /// The folders in which changes may cause no event, because the platform refused to watch them (a limit, no
    /// permission) or doesn't see all changes (network file systems). They have to be polled.
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

  /// Sets the event handler and starts watching. Call once.
  ///
  /// The handler is called for one event at a time, on a thread that all subscribers of the process share. It must be
  /// short, and must not wait for a thread that may be in `update` or `stop`.
  package func start(_ handler: @escaping @Sendable (Event) -> Void) {
    state.withLock { $0.handler = handler }
  }

  /// Watches these folders from now on, and no others.
  ///
  /// - Parameter folders: The folders, each with whether the contents of its files are watched, too, and not only its
  ///   names. A folder that another subscriber watches can cause more events.
  ///
  /// Every path is looked up again, so a path that leads to another folder than before (recreated, replaced by a rename, or
  /// behind a changed link) gets a new watch. In place of a missing folder, its nearest existing ancestor is watched, whose
  /// events show when to update again.
  package func update(_ folders: [String: Bool]) -> Coverage {
    // Other subscribers may watch the same folders, whose earlier events aren't for this one.
    kernel.deliverPending()
    return state.withLock { state in
      var coverage = Coverage()
      guard state.handler != nil else { return coverage }
      var watches: [String: Kernel.Watch] = [:]
      for folder in folders.keys {
        var candidate: String? = folder
        while let path = candidate, watches[path] == nil {
          let subscription = Subscription(path: path, subscriber: self)
          switch kernel.watch(subscription, contents: folders[path] ?? false) {
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
      // After the new watches, so that a folder that was renamed keeps the watch that both of its paths share.
      for (path, watch) in state.watches where watches[path] != watch {
        kernel.unwatch(watch, Subscription(path: path, subscriber: self))
      }
      state.watches = watches
      return coverage
    }
  }

  /// Returns when all events have been delivered that were caused before the call. Not to be called from the handler.
  package func deliverPending() { kernel.deliverPending() }

  /// Ends all watches. No event is delivered after this method has returned; called from the handler, it doesn't wait for
  /// that event.
  package func stop() {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    for (path, watch) in ended.watches { kernel.unwatch(watch, Subscription(path: path, subscriber: self)) }
    kernel.queue.drain()
  }

  private func deliver(_ event: Event) {
    // Outside the lock, since the handler may call `stop()`.
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

/// A change of an entry of a folder.
package enum EntryChange: Hashable, Sendable {
  /// It was created. A file is empty then and will be written, unless it is a link.
  case created
  /// It was moved to this name.
  case arrived
  /// It was written, by a process that has it open.
  case written
  /// A process that had it open for writing has closed it.
  case closed
  /// It was deleted, or moved to another name.
  case removed
  /// Its attributes have changed.
  case attributes
}

extension FolderEvents {
  /// A path as one subscriber names it. A folder has several with different subscribers, or with different paths to it.
  struct Subscription: Hashable, Sendable {
    let path: String
    let subscriber: FolderEvents

    func deliver(_ change: EntryChange, of entry: String, isFolder: Bool) {
      subscriber.deliver(.entry(entry, in: path, change, isFolder: isFolder))
    }

    func deliverFolder() {
      subscriber.deliver(.folder(path))
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

  /// The result of an attempt to watch a path.
  enum Attempt {
    /// The path is watched; `blind` is whether changes there may cause no event.
    case watching(Kernel.Watch, blind: Bool)
    /// There is no folder at the path.
    case missing
    /// The platform doesn't watch the folder, because of a limit or for lack of permission.
    case refused
  }
}
