package import MockSpec
package import MockSpecDiagnostics

/// A loaded project under a running engine, kept current while its files change.
///
/// A version that has errors never replaces one that had none: the engine goes on answering from the last good one.
package final class LiveProject: Sendable {
  package let engine: MockEngine
  /// Of the first load; it may have warnings.
  package let diagnostics: [Diagnostic]
  private let watch: ProjectWatch?

  /// Loads, and watches from then on.
  ///
  /// - Parameters:
  ///   - onEvent: Called for one event at a time, on a thread of the watcher's.
  /// - Throws: `SpecPathError` if there is nothing to load; `SpecError` with all diagnostics if anything has an error.
  package init(
    _ loader: SpecLoader, isWatching: Bool, onEvent: @escaping @Sendable (ProjectEvent) -> Void
  ) throws {
    let loader = try loader.pinned()
    let first = try loader.loadSettled(number: 1)
    guard let sets = first.sets else { throw SpecError(first.diagnostics) }
    let engine = MockEngine(sets)
    self.engine = engine
    diagnostics = first.diagnostics
    guard isWatching else {
      watch = nil
      return
    }
    watch = ProjectWatch(loader, after: first) { change in onEvent(Self.event(of: change, to: engine)) }
  }

  /// Swaps what is good, so that it answers before anybody hears of it.
  private static func event(of change: ProjectWatch.Change, to engine: MockEngine) -> ProjectEvent {
    switch change {
    case .failure(let error): return .unavailable(error)
    case .success(let loaded):
      guard let sets = loaded.sets else { return .rejected(loaded.diagnostics) }
      let notices = engine.replace(with: sets)
      return .reloaded(loaded.summary, warnings: loaded.diagnostics, notices: notices)
    }
  }

  /// Ends watching; the engine goes on with what it has. No event comes after this returned.
  package func stop() { watch?.stop() }
}

/// What happened to a live project.
package enum ProjectEvent: Sendable {
  /// A new version answers from now on. `notices`: what was selected and is no longer there.
  case reloaded(ProjectSummary, warnings: [Diagnostic], notices: [String])
  /// The new version has errors; the last good one goes on answering.
  case rejected([Diagnostic])
  /// The specs can't be found any more; the last good version goes on answering.
  case unavailable(SpecPathError)
}
