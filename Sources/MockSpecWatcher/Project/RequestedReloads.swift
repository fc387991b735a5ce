internal import Dispatch
import MockSpec

/// The reloads of a project that isn't watched. Each is requested.
final class RequestedReloads: Sendable {
  private let reloads: ProjectReloads
  private let subscribers: ProjectSubscribers
  private let id: ProjectSubscribers.ID
  private let queue = DrainableQueue(label: "mockspec.requested-reloads")

  /// - Parameters:
  ///   - loader: A pinned loader.
  ///   - first: The load with the number 1.
  ///   - onChange: Called for one change at a time.
  init(
    _ loader: SpecLoader, after first: LoadedProject, onChange: @escaping @Sendable (ProjectWatch.Change) -> Void
  ) {
    let subscribers = ProjectSubscribers(of: first)
    (self.subscribers, id) = (subscribers, subscribers.add(after: first, onChange).id)
    // Removals aren't seen, so a file that isn't there is gone. Files that a program is writing are read as they are.
    reloads = ProjectReloads(after: first, subscribers) { number, last, _ throws(SpecPathError) in
      try loader.loadSettled(number: number, after: last)
    }
  }

  /// Reloads all files soon.
  func reloadAll() {
    queue.queue.async { [reloads] in
      // Files can change during the load. The number of loads that aren't used is limited by `reloads`.
      while !reloads.next(.requested).isUsed {}
    }
  }

  /// Ends the reloads: no change is delivered after this method has returned, unless it is called from one.
  func stop() {
    subscribers.remove(id)
    queue.drain()
  }
}

extension FolderWatcher.Attempt {
  fileprivate static let requested = Self(reason: .changed, changed: nil) { ReloadPlan() }
}
