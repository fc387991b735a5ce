internal import Dispatch
import MockSpec
import Synchronization

/// Reports the changes of a live project, one at a time and in order, on a queue of its own: the comparison of versions and
/// the lint rules don't delay the next reload.
final class ProjectReports: Sendable {
  enum Entry: Sendable {
    case event(ProjectEvent)
    /// A version that answers now.
    case reload(LoadedProject, notices: [String], duration: Duration)
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    /// The last version that was reported.
    var last: LoadedProject
    /// `nil` before the first reload.
    var warnings: ReportedWarnings?
    var isStopped = false
  }

  private let loader: SpecLoader
  private let onEvent: @Sendable (ProjectEvent) -> Void
  private let queue = DrainableQueue(label: "mockspec.project-reports")
  private let state: Mutex<State>

  /// - Parameter first: The version that answers at the start.
  init(_ loader: SpecLoader, after first: LoadedProject, onEvent: @escaping @Sendable (ProjectEvent) -> Void) {
    self.loader = loader
    self.onEvent = onEvent
    state = Mutex(State(last: first))
  }

  func add(_ entry: Entry) {
    state.withLock { $0.entries.append(entry) }
    queue.queue.async { self.report() }
  }

  /// Ends the reports: none follows after this method has returned, unless it is called from one.
  func stop() {
    state.withLock { $0.isStopped = true }
    queue.drain()
  }

  private func report() {
    var (entries, last, warnings) = state.withLock { state in
      defer { state.entries = [] }
      return (state.entries, state.last, state.warnings)
    }
    let lastReload = entries.lastIndex { if case .reload = $0 { true } else { false } }
    if lastReload != nil, warnings == nil { warnings = ReportedWarnings(loader.linted(last)) }
    for (index, entry) in entries.enumerated() {
      let event: ProjectEvent
      switch entry {
      case .event(let other): event = other
      case .reload(let project, let notices, let duration):
        var reload = Reload(of: project, after: last, notices: notices, duration: duration)
        // If versions follow each other faster than rules run, only the latest is checked.
        if index == lastReload { warnings?.report(loader.linted(project), in: &reload) }
        last = project
        event = .reloaded(reload)
      }
      if state.withLock({ $0.isStopped }) { return }
      onEvent(event)
    }
    state.withLock { [last, warnings] in ($0.last, $0.warnings) = (last, warnings) }
  }
}
