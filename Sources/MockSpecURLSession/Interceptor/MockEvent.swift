import Dispatch
public import MockSpec
public import MockSpecDiagnostics
import MockSpecWatcher
import Synchronization

/// Something that happened to an interceptor; see ``MockInterceptor/events``.
public enum MockEvent: Sendable {
  /// The specs were changed, and their new version answers from now on. With `BrokenFiles.serve`, some of them can have
  /// errors, so that their last valid versions answer; see `Reload.heldFiles`.
  case reloaded(Reload)
  /// The specs were changed and have errors, or can't be read; the last good version still answers.
  case rejected([Diagnostic])
  /// The specs were not found, or have no requests any more; the last good version still answers.
  case unavailable(SpecPathError)
  /// A program has been writing these files for two seconds; their last version answers until they are whole.
  case waiting(for: [String])
  /// A notice about how changes are found, on one line: for example, that a folder is polled because of a limit.
  case notice(String)
  /// It was decided how a call is answered: by a request and a response, with the reason, or by passing through. A
  /// delay may follow. If a closure answers, its reply is still pending, and the journal has it later. A call that
  /// fails since no request matches is ``unmatched(_:_:)``.
  case answered(CallRecord)
  /// No request of the project matches a call.
  case unmatched(MockCall, Explanation)
}

extension MockEvent: CustomStringConvertible {
  /// One or more lines for a log, with secrets redacted.
  public var description: String {
    switch self {
    case .reloaded(let reload):
      (["\(reload)"] + (reload.errors + reload.warnings).map { HumanRenderer().render($0) } + reload.notices).joined(
        separator: "\n")
    case .rejected(let diagnostics):
      HumanRenderer().render(diagnostics) + "\nnot reloaded: the last good version goes on answering"
    case .unavailable(let error): "not reloaded: \(error); the last good version goes on answering"
    case .waiting(let files):
      "not reloaded yet: \(files.joined(separator: ", ")) is being written; the last version goes on answering"
    case .notice(let notice): notice
    case .answered(let call): call.description
    case .unmatched(_, let explanation): explanation.text
    }
  }
}

extension MockEvent {
  fileprivate var isCall: Bool {
    switch self {
    case .answered, .unmatched: true
    case .reloaded, .rejected, .unavailable, .waiting, .notice: false
    }
  }
}

/// The subscriptions to an interceptor's events. A subscriber that doesn't keep up loses its oldest events.
final class MockEvents: Sendable {
  private struct Listener: Sendable {
    let continuation: AsyncStream<MockEvent>.Continuation
    let getsCalls: Bool
  }

  private struct State: Sendable {
    var listeners: [Int: Listener] = [:]
    var next = 0
    var isFinished = false
  }

  static let bound = 256
  private let state = Mutex(State())

  /// - Parameter getsCalls: Whether the subscriber gets calls, and not only the changes of files.
  func subscribe(getsCalls: Bool = true) -> AsyncStream<MockEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: MockEvent.self, bufferingPolicy: .bufferingNewest(Self.bound))
    let number: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.next += 1
      state.listeners[state.next] = Listener(continuation: continuation, getsCalls: getsCalls)
      return state.next
    }
    if let number {
      continuation.onTermination = { [weak self] _ in self?.remove(number) }
    } else {
      continuation.finish()
    }
    return stream
  }

  /// Whether a subscriber gets calls, so that their events have to be created.
  var areCallsObserved: Bool { state.withLock { $0.listeners.values.contains { $0.getsCalls } } }

  /// The handler for the reports of a project. All interceptors share one queue, and so one thread. Versions are
  /// compared and lint rules run there, but only for interceptors whose events are observed.
  var reports: ReportHandler {
    ReportHandler(
      queue: Self.queue, isObserved: { self.state.withLock { !$0.listeners.isEmpty } },
      onEvent: { self.send(MockEvent($0)) })
  }

  private static let queue = DispatchQueue(label: "MockSpec.events")

  func send(_ event: MockEvent) {
    let isCall = event.isCall
    for listener in state.withLock({ Array($0.listeners.values) }) where listener.getsCalls || !isCall {
      listener.continuation.yield(event)
    }
  }

  func finish() {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      state.isFinished = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.continuation.finish() }
  }

  /// Releases the continuation outside the lock, since releasing the last reference to one calls this method again.
  private func remove(_ number: Int) {
    let removed = state.withLock { $0.listeners.removeValue(forKey: number) }
    _ = removed
  }
}
