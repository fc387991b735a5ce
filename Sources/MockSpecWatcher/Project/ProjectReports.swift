package import Dispatch
import MockSpec
import Synchronization

/// Gets the events of a live project.
package struct ReportHandler: Sendable {
  /// The queue on which events are reported; `nil` for one of the project's own.
  let queue: DispatchQueue?
  /// Whether the events are observed.
  let isObserved: @Sendable () -> Bool
  let onEvent: @Sendable (ProjectEvent) -> Void

  /// - Parameters:
  ///   - queue: The queue on which events are reported; then `onEvent` must not block. `nil` for one of its own.
  ///   - isObserved: Returns whether the events are observed. If not, they aren't created.
  ///   - onEvent: Called for one event at a time.
  package init(
    queue: DispatchQueue? = nil, isObserved: @escaping @Sendable () -> Bool = { true },
    onEvent: @escaping @Sendable (ProjectEvent) -> Void
  ) {
    self.queue = queue
    self.isObserved = isObserved
    self.onEvent = onEvent
  }
}

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
    /// The number of entries that were left out.
    var skipped = 0
    var isStopped = false
  }

  private let loader: SpecLoader
  private let handler: ReportHandler
  private let queue: DrainableQueue
  private let state: Mutex<State>

  /// - Parameter first: The version that answers at the start.
  init(_ loader: SpecLoader, after first: LoadedProject, _ handler: ReportHandler) {
    self.loader = loader
    self.handler = handler
    queue = DrainableQueue(label: "mockspec.project-reports", target: handler.queue)
    state = Mutex(State(last: first))
  }

  func add(_ entry: Entry) {
    guard handler.isObserved() else { return skip(entry) }
    state.withLock { $0.entries.append(entry) }
    queue.queue.async { self.report() }
  }

  /// Leaves out a change that isn't observed. Later versions are compared with it.
  private func skip(_ entry: Entry) {
    guard case .reload(let project, _, _) = entry else { return }
    state.withLock { state in
      state.entries = []
      state.last = project
      state.warnings = nil
      state.skipped += 1
    }
  }

  /// Ends the reports: none follows after this method has returned, unless it is called from one.
  func stop() {
    state.withLock { $0.isStopped = true }
    queue.drain()
  }

  private func report() {
    let before = state.withLock { state in
      defer { state.entries = [] }
      return state
    }
    var (last, warnings) = (before.last, before.warnings)
    let entries = before.entries
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
        let isRejected = !reload.errors.isEmpty && project.servesSameContents(as: last)
        last = project
        event =
          isRejected
          ? .rejected(project.heldFiles.diagnostics, heldFiles: project.heldFiles) : .reloaded(reload)
      }
      if state.withLock({ $0.isStopped }) { return }
      handler.onEvent(event)
    }
    state.withLock { [last, warnings] state in
      if state.skipped == before.skipped { (state.last, state.warnings) = (last, warnings) }
    }
  }
}
