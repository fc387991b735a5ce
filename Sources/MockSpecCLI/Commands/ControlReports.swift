import MockSpec
import MockSpecControl
import MockSpecWatcher
import Synchronization

/// Passes the project's events to the control API.
final class ControlReports: Sendable {
  private enum State: Sendable {
    /// The events before there is a control API.
    case early([(event: ProjectEvent, message: String)])
    case started(MockControl)
  }

  private let state = Mutex(State.early([]))

  func start(_ control: MockControl, _ project: LiveProject) {
    control.projectReloaded("loaded", project.diagnostics, heldFiles: project.heldFiles)
    let early: [(event: ProjectEvent, message: String)] = state.withLock { state in
      defer { state = .started(control) }
      return if case .early(let events) = state { events } else { [] }
    }
    for entry in early { note(entry.event, entry.message) }
  }

  func note(_ event: ProjectEvent, _ message: String) {
    let control: MockControl? = state.withLock { state in
      switch state {
      case .started(let control): return control
      case .early(let events):
        state = .early(events + [(event, message)])
        return nil
      }
    }
    guard let control else { return }
    switch event {
    case .reloaded(let reload):
      control.projectReloaded(message, reload.warnings, heldFiles: reload.heldFiles)
    case .rejected(let diagnostics, _): control.projectRejected(message, diagnostics)
    case .unavailable: control.projectRejected(message, [])
    case .waiting, .notice: break
    }
  }
}
