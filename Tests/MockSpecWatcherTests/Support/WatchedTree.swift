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
    root: String, quiet: Duration = .milliseconds(50), longest: Duration = .seconds(1),
    also: @escaping @Sendable (FolderWatcher.Reason) -> Void = { _ in }
  ) async throws {
    watcher = FolderWatcher(folders: Tree(root: root).folders, quiet: quiet, longest: longest) { [reloads] reason in
      let tree = Tree(root: root)
      also(reason)
      reloads.note(Reload(reason: reason, files: tree.files))
      return .init(folders: tree.folders)
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
