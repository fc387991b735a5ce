package import MockSpec
import MockSpecDiagnostics
import Synchronization

/// Loads a project anew whenever its files change, and hands over each load that differs from the one before.
package final class ProjectWatch: Sendable {
  /// A load, which may have errors; or the specs can't be found any more.
  package typealias Change = Result<LoadedProject, SpecPathError>

  private let watcher: FolderWatcher

  /// - Parameters:
  ///   - loader: Pinned, so that every load is one of the same project.
  ///   - onChange: Called for one change at a time, on a thread of the watcher's. Its loads are numbered from 2, and a
  ///     number is used again only after a load with errors.
  package init(_ loader: SpecLoader, after first: LoadedProject, onChange: @escaping @Sendable (Change) -> Void) {
    let reloading = Reloading(loader: loader, last: first, onChange: onChange)
    watcher = FolderWatcher(folders: first.folders) { _ in reloading.reload() }
  }

  /// Ends watching. No change comes after this returned.
  package func stop() { watcher.stop() }
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

  private let loader: SpecLoader
  private let onChange: @Sendable (ProjectWatch.Change) -> Void
  private let state: Mutex<State>

  init(loader: SpecLoader, last: LoadedProject, onChange: @escaping @Sendable (ProjectWatch.Change) -> Void) {
    self.loader = loader
    self.onChange = onChange
    state = Mutex(
      State(
        contents: last.contents, folders: last.folders, diagnostics: last.diagnostics.map(\.description)))
  }

  /// - Returns: the folders to watch from now on.
  func reload() -> Set<String> {
    var state = state.withLock { $0 }
    let change = reload(&state)
    self.state.withLock { [state] in $0 = state }
    if let change { onChange(change) }
    return state.folders
  }

  /// The watcher calls for one reload at a time, so nothing else changes the state meanwhile.
  private func reload(_ state: inout State) -> ProjectWatch.Change? {
    let loaded: LoadedProject
    do {
      loaded = try loader.loadSettled(number: state.number + 1)
    } catch {
      defer { state.isUnavailable = true }
      return state.isUnavailable ? nil : .failure(error)
    }
    state.folders = loaded.folders
    // Files go on changing: the next event, or the next poll, leads to another load.
    guard loaded.isCurrent else { return nil }
    let diagnostics = loaded.diagnostics.map(\.description)
    let isSame = loaded.contents == state.contents && diagnostics == state.diagnostics && !state.isUnavailable
    if isSame { return nil }
    state.contents = loaded.contents
    state.diagnostics = diagnostics
    state.isUnavailable = false
    if loaded.sets != nil { state.number += 1 }
    return .success(loaded)
  }
}
