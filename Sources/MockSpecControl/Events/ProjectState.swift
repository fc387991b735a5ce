import MockSpec
import MockSpecDiagnostics
import Synchronization

/// The state of the project's files.
final class ProjectState: Sendable {
  /// The reason why the current files aren't in use.
  struct Rejection: Sendable {
    let message: String
    let diagnostics: [Diagnostic]
  }

  enum Event: Sendable {
    case reloaded(String)
    case rejected(Rejection)
    /// The server is stopping.
    case stopping
  }

  private struct State: Sendable {
    var warnings: [Diagnostic] = []
    var rejection: Rejection?
    var last = 0
    var handlers: [Int: @Sendable (Event) -> Void] = [:]
  }

  private let state = Mutex(State())

  /// The warnings of the version in use, and the reason why newer files aren't in use.
  var now: (warnings: [Diagnostic], rejection: Rejection?) { state.withLock { ($0.warnings, $0.rejection) } }

  func reloaded(_ message: String, _ warnings: [Diagnostic], _ heldFiles: [HeldFile]) {
    let rejection =
      heldFiles.isEmpty ? nil : Rejection(message: heldFiles.summary, diagnostics: heldFiles.diagnostics)
    send(.reloaded(message)) { state in (state.warnings, state.rejection) = (warnings, rejection) }
    if let rejection { send(.rejected(rejection)) { _ in } }
  }

  func rejected(_ message: String, _ diagnostics: [Diagnostic]) {
    let rejection = Rejection(message: message, diagnostics: diagnostics)
    send(.rejected(rejection)) { $0.rejection = rejection }
  }

  func endStreams() { send(.stopping) { _ in } }

  private func send(_ event: Event, _ change: (inout State) -> Void) {
    let handlers = state.withLock { state in
      change(&state)
      return Array(state.handlers.values)
    }
    for handler in handlers { handler(event) }
  }

  /// Calls a closure for each event from now on, and returns its ID.
  func observe(_ handler: @escaping @Sendable (Event) -> Void) -> Int {
    state.withLock { state in
      state.last += 1
      state.handlers[state.last] = handler
      return state.last
    }
  }

  func remove(_ id: Int) { state.withLock { _ = $0.handlers.removeValue(forKey: id) } }
}
