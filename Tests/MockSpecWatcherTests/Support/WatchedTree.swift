@testable import MockSpec
@testable import MockSpecWatcher

/// A watcher whose every reload reads the whole tree, and what the reloads saw.
struct WatchedTree: Sendable {
  struct Reload: Sendable {
    let reason: FolderWatcher.Reason
    let files: [String: String]
  }

  let watcher: FolderWatcher
  private let reloads = Sightings<Reload>()

  /// Returns when the initial reload has been seen. Since all folders are watched from the beginning, every further one
  /// is due to an event.
  init(
    root: String, plan: ReloadPlan = ReloadPlan(), events: FolderEvents = FolderEvents(),
    also: @escaping @Sendable (FolderWatcher.Reason) -> Void = { _ in },
    onNotice: @escaping @Sendable (PollingNotice) -> Void = { _ in }
  ) async throws {
    watcher = FolderWatcher(
      names: Tree(root: root).names, writers: FileWriters(), plan: plan, events: events, onNotice: onNotice
    ) { [reloads] attempt in
      let tree = Tree(root: root)
      also(attempt.reason)
      reloads.note(Reload(reason: attempt.reason, files: tree.files))
      return .init(names: tree.names)
    }
    try await reloads.through { $0.reason == .started }
  }

  /// Waits until a reload sees exactly these files.
  ///
  /// - Returns: The reloads until then, that one included.
  @discardableResult
  func sees(_ files: [String: String]) async throws -> [Reload] {
    try await reloads.through { $0.files == files }
  }

  func reloads(_ count: Int) async throws {
    for _ in 0..<count { try await reloads.through { _ in true } }
  }
}
