package import MockSpec

/// Loads a project again whenever its files change, and reports each load that differs from the one before.
package final class ProjectWatch: Sendable {
  /// A load, which may have errors; or the error that the specs can't be found any more.
  package typealias Change = Result<LoadedProject, SpecPathError>

  private let watcher: FolderWatcher

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - loader: A pinned loader, so that every load is one of the same project.
  ///   - first: The load with the number 1.
  ///   - onChange: Called for one change at a time, on a thread of the watcher. Its loads are numbered from 2; the number of a
  ///     load with errors is used again.
  package init(_ loader: SpecLoader, after first: LoadedProject, onChange: @escaping @Sendable (Change) -> Void) {
    let reloads = ProjectReloads(after: first, onChange: onChange) { number throws(SpecPathError) in
      try loader.loadSettled(number: number)
    }
    watcher = FolderWatcher(folders: first.folders) { _ in reloads.next() }
  }

  /// Stops watching. No change is reported after this method has returned.
  package func stop() { watcher.stop() }
}
