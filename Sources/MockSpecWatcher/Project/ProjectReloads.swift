import MockSpec
import MockSpecDiagnostics
import Synchronization

/// The reloads of one project, compared with one another.
final class ProjectReloads: Sendable {
  private struct State: Sendable {
    /// The number of the last load without errors.
    var number = 1
    var contents: [String: [UInt8]]
    var folders: Set<String>
    var diagnostics: [String]
    /// Whether the last load found no specs.
    var isUnavailable = false
    /// Whether the last load couldn't read everything for the moment.
    var isIncomplete = false
    /// Whether files went on changing while the last load read them.
    var isUnsettled = false
  }

  private let load: @Sendable (Int) throws(SpecPathError) -> LoadedProject
  private let onChange: @Sendable (ProjectWatch.Change) -> Void
  private let state: Mutex<State>

  init(
    after first: LoadedProject, onChange: @escaping @Sendable (ProjectWatch.Change) -> Void,
    load: @escaping @Sendable (_ number: Int) throws(SpecPathError) -> LoadedProject
  ) {
    self.load = load
    self.onChange = onChange
    state = Mutex(
      State(contents: first.contents, folders: first.folders, diagnostics: first.diagnostics.map(\.description)))
  }

  /// Loads the project and reports what has changed. Call it for one reload at a time.
  func next() -> FolderWatcher.Reload {
    var state = state.withLock { $0 }
    let change = change(&state)
    self.state.withLock { [state] in $0 = state }
    if let change { onChange(change) }
    return FolderWatcher.Reload(folders: state.folders, isIncomplete: state.isIncomplete || state.isUnsettled)
  }

  private func change(_ state: inout State) -> ProjectWatch.Change? {
    let loaded: LoadedProject
    do {
      loaded = try load(state.number + 1)
    } catch {
      defer { (state.isUnavailable, state.isIncomplete, state.isUnsettled) = (true, false, false) }
      return state.isUnavailable ? nil : .failure(error)
    }
    state.isUnsettled = !loaded.isCurrent
    if state.isUnsettled {
      state.folders.formUnion(loaded.folders)
      return nil
    }
    if loaded.isIncomplete {
      // Folders that couldn't be listed hide the folders in them, which stay watched. Which files can't be read may
      // differ from load to load: only the first such load is reported.
      state.folders.formUnion(loaded.folders)
      defer { (state.isUnavailable, state.isIncomplete) = (false, true) }
      return state.isIncomplete ? nil : .success(loaded)
    }
    let diagnostics = loaded.diagnostics.map(\.description)
    let wasComplete = !state.isUnavailable && !state.isIncomplete
    let isSame = wasComplete && loaded.contents == state.contents && diagnostics == state.diagnostics
    state.folders = loaded.folders
    if isSame { return nil }
    (state.isUnavailable, state.isIncomplete) = (false, false)
    state.contents = loaded.contents
    state.diagnostics = diagnostics
    if loaded.sets != nil { state.number += 1 }
    return .success(loaded)
  }
}
