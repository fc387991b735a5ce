package import MockSpec

/// Loads a project again whenever its files change, and reports each load that differs from the one before.
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

  private let watcher: FolderWatcher

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - loader: A pinned loader, so that every load is one of the same project.
  ///   - first: The load with the number 1.
  ///   - rest: The time after which a file that is open for writing is read if it doesn't change.
  ///   - polling: The time between looks at all files; `nil` to wait for events where they can arrive.
  ///   - onChange: Called for one change at a time, on a thread of the watcher. Its loads are numbered from 2; the number of a
  ///     load with errors is used again.
  package init(
    _ loader: SpecLoader, after first: LoadedProject, rest: Duration = FileWriters.usualRest,
    polling: Duration? = nil, onChange: @escaping @Sendable (Change) -> Void
  ) {
    let writers = FileWriters(rest: rest)
    let reloads = ProjectReloads(after: first, onChange: onChange) { number, last, attempt throws(SpecPathError) in
      try loader.loadSettled(
        number: number, after: last, changed: attempt.changed, writers: writers, missing: { attempt.missing })
    }
    watcher = FolderWatcher(names: reloads.names, writers: writers, events: FolderEvents(polling: polling)) { files in
      onChange(.waiting(files.map(loader.shown).sorted()))
    } onNotice: { notice in
      onChange(.notice(notice.text(shown: loader.shown)))
    } reload: { attempt in
      reloads.next(attempt)
    }
  }

  /// Stops watching. No change is reported after this method has returned.
  package func stop() { watcher.stop() }
}
