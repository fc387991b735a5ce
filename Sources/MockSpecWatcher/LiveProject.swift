package import MockSpec
package import MockSpecDiagnostics
import Synchronization

/// A loaded project under a running engine, kept current while its files change.
///
/// A version that has errors never replaces one that had none: the engine goes on answering from the last good one.
package final class LiveProject: Sendable {
  package let engine: MockEngine
  /// Of the first load; it may have warnings.
  package let diagnostics: [Diagnostic]
  private let watcher: FolderWatcher?

  /// Loads, and watches from then on.
  ///
  /// - Parameters:
  ///   - onEvent: Called for one event at a time, on a thread of the watcher's.
  /// - Throws: `SpecPathError` if there is nothing to load; `SpecError` with all diagnostics if anything has an error.
  package init(
    _ loader: SpecLoader, isWatching: Bool, onEvent: @escaping @Sendable (ProjectEvent) -> Void
  ) throws {
    let loader = try loader.pinned()
    let first = try loader.load(number: 1)
    guard let sets = first.sets else { throw SpecError(first.diagnostics) }
    let engine = MockEngine(sets)
    self.engine = engine
    diagnostics = first.diagnostics
    guard isWatching else {
      watcher = nil
      return
    }
    let reloading = Reloading(engine: engine, loader: loader, last: first, onEvent: onEvent)
    watcher = FolderWatcher(folders: first.folders) { _ in reloading.reload() }
  }

  /// Ends watching; the engine goes on with what it has. No event comes after this returned.
  package func stop() { watcher?.stop() }
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

/// The reloads of one project, one at a time.
private final class Reloading: Sendable {
  private struct State: Sendable {
    var number = 1
    var contents: [String: [UInt8]]
    var folders: Set<String>
    /// The last load, or the files it would need, couldn't be found.
    var isUnavailable = false
    var diagnostics: [String]
  }

  private let engine: MockEngine
  private let loader: SpecLoader
  private let onEvent: @Sendable (ProjectEvent) -> Void
  private let state: Mutex<State>

  init(
    engine: MockEngine, loader: SpecLoader, last: LoadedProject, onEvent: @escaping @Sendable (ProjectEvent) -> Void
  ) {
    self.engine = engine
    self.loader = loader
    self.onEvent = onEvent
    state = Mutex(
      State(
        contents: last.contents, folders: last.folders, diagnostics: last.diagnostics.map(\.description)))
  }

  /// Loads anew and swaps if that changes anything.
  ///
  /// - Returns: the folders to watch from now on.
  func reload() -> Set<String> {
    var state = state.withLock { $0 }
    let event = reload(&state)
    self.state.withLock { [state] in $0 = state }
    if let event { onEvent(event) }
    return state.folders
  }

  /// The watcher calls for one reload at a time, so nothing else changes the state meanwhile.
  private func reload(_ state: inout State) -> ProjectEvent? {
    let loaded: LoadedProject
    do {
      loaded = try loader.load(number: state.number + 1)
    } catch {
      defer { state.isUnavailable = true }
      return state.isUnavailable ? nil : .unavailable(error)
    }
    state.folders = loaded.folders
    let diagnostics = loaded.diagnostics.map(\.description)
    let isSame = loaded.contents == state.contents && diagnostics == state.diagnostics && !state.isUnavailable
    if isSame { return nil }
    state.contents = loaded.contents
    state.diagnostics = diagnostics
    state.isUnavailable = false
    guard let sets = loaded.sets else { return .rejected(loaded.diagnostics) }
    state.number += 1
    let notices = engine.replace(with: sets)
    return .reloaded(loaded.summary, warnings: loaded.diagnostics, notices: notices)
  }
}
