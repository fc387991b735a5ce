public import MockSpec
public import MockSpecDiagnostics
import Synchronization

/// Something that happened to an interceptor.
public enum MockEvent: Sendable {
  /// A new version of the specs answers from now on. `notices` say what was selected and is no longer there.
  case reloaded(ProjectSummary, warnings: [Diagnostic], notices: [String])
  /// The specs were changed and have errors now; the last good version goes on answering.
  case rejected([Diagnostic])
  /// The specs can't be found any more; the last good version goes on answering.
  case unavailable(SpecPathError)
  /// A request that nothing matches.
  case unmatched(MockRequest, Explanation)
}

extension MockEvent: CustomStringConvertible {
  /// Lines for a log, without the secrets that a request may hold.
  public var description: String {
    switch self {
    case .reloaded(let summary, let warnings, let notices):
      (["reloaded (\(summary))"] + warnings.map { HumanRenderer().render($0) } + notices).joined(separator: "\n")
    case .rejected(let diagnostics):
      HumanRenderer().render(diagnostics) + "\nnot reloaded: the last good version goes on answering"
    case .unavailable(let error): "not reloaded: \(error); the last good version goes on answering"
    case .unmatched(_, let explanation): explanation.text
    }
  }
}

/// Hands each event to all who listen. A listener that doesn't keep up loses its oldest events, not its newest.
final class MockEvents: Sendable {
  private struct State: Sendable {
    var listeners: [Int: AsyncStream<MockEvent>.Continuation] = [:]
    var next = 0
    var isFinished = false
  }

  static let bound = 256
  private let state = Mutex(State())

  func subscribe() -> AsyncStream<MockEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: MockEvent.self, bufferingPolicy: .bufferingNewest(Self.bound))
    let number: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    if let number {
      continuation.onTermination = { [weak self] _ in self?.remove(number) }
    } else {
      continuation.finish()
    }
    return stream
  }

  func send(_ event: MockEvent) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
  }

  func finish() {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      state.isFinished = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  /// The continuation is released outside the lock, since releasing the last one calls back here.
  private func remove(_ number: Int) {
    let removed = state.withLock { $0.listeners.removeValue(forKey: number) }
    _ = removed
  }
}
