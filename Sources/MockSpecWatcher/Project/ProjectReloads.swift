import MockSpec
import MockSpecDiagnostics
import Synchronization

/// The reloads of one project, compared with one another.
final class ProjectReloads: Sendable {
  private struct State: Sendable {
    /// The number of the last load with a snapshot.
    var number = 1
    /// The last load that was complete.
    var last: LoadedProject
    var diagnostics: [String]
    var names: WatchedNames
    /// Whether the last load found no specs.
    var isUnavailable = false
    /// Whether the last load couldn't read everything for the moment.
    var isIncomplete = false
    /// Whether the last load couldn't be used, since a program was writing the project file.
    var isMixed = false
    /// The number of consecutive loads that weren't used because files went on changing.
    var unused = 0

    /// Whether the last load was complete.
    var isWhole: Bool { !isUnavailable && !isIncomplete }
  }

  /// The maximum of `unused`. After that, a load is used although another one follows.
  private static let maxUnused = 20

  /// Loads the project.
  ///
  /// - Parameters:
  ///   - number: The number of the load.
  ///   - previous: The last load that was used.
  ///   - attempt: The reload, with the files that can have changed since then and those that may come back.
  typealias Load =
    @Sendable (_ number: Int, _ previous: LoadedProject, _ attempt: FolderWatcher.Attempt) throws(SpecPathError) ->
    LoadedProject

  private let load: Load
  private let subscribers: ProjectSubscribers
  private let state: Mutex<State>

  /// - Parameters:
  ///   - first: The load with the number 1.
  ///   - subscribers: Each change is delivered to them.
  ///   - load: Loads the project.
  init(after first: LoadedProject, _ subscribers: ProjectSubscribers, load: @escaping Load) {
    self.load = load
    self.subscribers = subscribers
    state = Mutex(State(last: first, diagnostics: first.problems, names: first.watchedNames))
  }

  /// The names to watch.
  var names: WatchedNames { state.withLock { $0.names } }

  /// Loads the project and delivers what has changed. Call it for one reload at a time.
  func next(_ attempt: FolderWatcher.Attempt) -> FolderWatcher.Reload {
    subscribers.loadBegins()
    var state = state.withLock { $0 }
    var reload = FolderWatcher.Reload()
    let change = change(&state, &reload, attempt)
    self.state.withLock { [state] in $0 = state }
    reload.isFollowed = subscribers.loadEnds(change, last: state.last, isUsed: reload.isUsed && !state.isMixed)
    return reload
  }

  private func change(
    _ state: inout State, _ reload: inout FolderWatcher.Reload, _ attempt: FolderWatcher.Attempt
  ) -> ProjectWatch.Change? {
    let loaded: LoadedProject
    let start = ContinuousClock.now
    do {
      var attempt = attempt
      if !state.isWhole || state.isMixed { attempt.changed = nil }
      loaded = try load(state.number + 1, state.last, attempt)
    } catch {
      reload.isUsed = attempt.missing.away.isEmpty
      // Folders on the way to the specs can have been replaced.
      reload.names = state.names
      guard reload.isUsed, !state.isUnavailable else { return nil }
      (state.isUnavailable, state.isIncomplete) = (true, false)
      return .unavailable(error)
    }
    (reload.awaited, reload.absent) = (loaded.awaitedPaths, loaded.absentPaths)
    if loaded.isMixed {
      state.isMixed = true
      return nil
    }
    // Errors are reported only if the files aren't about to change.
    let isAboutToChange = attempt.isOvertaken || !loaded.absentPaths.isEmpty
    let hasNewErrors = loaded.sets == nil || !loaded.newErrors(after: state.last).isEmpty
    if !loaded.isSettled || (hasNewErrors && isAboutToChange), state.unused < Self.maxUnused {
      state.unused += 1
      reload.isUsed = false
      state.names.formUnion(loaded.watchedNames)
      reload.names = state.names
      return nil
    }
    state.unused = 0
    if loaded.isIncomplete {
      reload.isIncomplete = true
      // Folders that couldn't be listed hide the folders in them, which stay watched. Which files can't be read may
      // differ from load to load: only the first such load is reported.
      state.names.formUnion(loaded.watchedNames)
      reload.names = state.names
      defer { (state.isUnavailable, state.isIncomplete) = (false, true) }
      return state.isIncomplete ? nil : .loaded(loaded, .now - start)
    }
    let diagnostics = loaded.problems
    let isSame = state.isWhole && diagnostics == state.diagnostics && loaded.hasSameContents(as: state.last)
    // After a search, replaced folders are watched again.
    if let names = loaded.watchedNames(after: state.names) {
      state.names = names
      reload.names = names
    }
    (state.last, state.isMixed) = (loaded, false)
    if isSame { return nil }
    (state.isUnavailable, state.isIncomplete) = (false, false)
    state.diagnostics = diagnostics
    if loaded.sets != nil { state.number += 1 }
    return .loaded(loaded, .now - start)
  }
}
