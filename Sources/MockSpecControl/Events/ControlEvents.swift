import MockSpec
import MockSpecDiagnostics
import Synchronization

/// The events of a session as server-sent events (WHATWG HTML §9.2), made when `next()` is called.
///
/// Calls that arrive before the next use of `next()` are read from the journal later, so a slow listener costs no
/// memory. Calls are sent at most 20 times a second, or 4 times while there are too many to send all, so that listeners
/// don't slow down the mock.
public final class ControlEvents: Sendable {
  private enum Message: Sendable {
    case selected(request: String?, response: String?)
    case replaced
    case project(ProjectState.Event)
  }

  private struct State: Sendable {
    /// The number of the last call that was sent.
    var lastCall: Int
    var hasCalls = false
    var messages: [Message] = []
    /// Whether messages were dropped.
    var hasGap = false
    /// Whether the journal was cleared.
    var isCleared = false
    /// Whether states were set. The event has the present values, so one is enough.
    var hasStates = false
    /// The collections whose items were changed.
    var changedCollections: Set<String> = []
    var nextCalls = ContinuousClock.now
    var rest: Int
    var isOver = false
    var waiter: CheckedContinuation<Void, Never>?

    /// Whether there are events that don't wait for the time of the next calls.
    var hasUrgent: Bool { hasGap || isCleared || hasStates || !messages.isEmpty }
    /// Whether there are events that wait for it: calls, and the changes of items that they make.
    var hasTimed: Bool { hasCalls || !changedCollections.isEmpty }
  }

  private static let messageLimit = 256

  private let batches: CallBatches
  private var session: MockSession { batches.session }
  private let project: ProjectState
  private let deadline: ContinuousClock.Instant?
  private let hasBodies: Bool
  private let keepAliveInterval: Duration
  private let onEnd: @Sendable () -> Void
  private let state: Mutex<State>
  private let observers = Mutex<(session: SessionObservers.ID, project: Int)?>(nil)

  /// - Parameters:
  ///   - last: The number of the call after which to start; `nil` for the next call. If it is set, a gap is reported
  ///     for other events.
  ///   - limit: The number of events after which the stream ends.
  ///   - timeout: The time after which the stream ends.
  ///   - hasBodies: Whether the bodies of calls are sent.
  ///   - keepAliveInterval: The time without events after which a comment shows that the connection is alive.
  ///   - onEnd: Called once when the stream has ended.
  init(
    _ batches: CallBatches, _ project: ProjectState, after last: Int?, limit: Int?, timeout: Duration?,
    hasBodies: Bool = true, keepAliveInterval: Duration = .seconds(15), onEnd: @escaping @Sendable () -> Void
  ) {
    self.batches = batches
    self.project = project
    self.onEnd = onEnd
    deadline = timeout.map { .now + $0 }
    self.hasBodies = hasBodies
    self.keepAliveInterval = keepAliveInterval
    let session = batches.session
    let next = session.calls(after: .max).next
    var state = State(lastCall: last.map { min($0, next - 1) } ?? next - 1, rest: limit ?? .max)
    // A listener that reconnects may have missed events, except for calls, which are in the journal.
    state.hasGap = last != nil
    // A call can arrive before the observer is added.
    state.hasCalls = true
    self.state = Mutex(state)
    let observer = session.observers.add(getsEachCall: false) { [weak self] in self?.note($0) }
    let project = project.observe { [weak self] event in
      if case .stopping = event { self?.end() } else { self?.add(.project(event)) }
    }
    observers.withLock { $0 = (observer, project) }
    // It can have ended before its observers were stored.
    if self.state.withLock({ $0.isOver }) { removeObservers() }
  }

  deinit { end() }

  private func removeObservers() {
    let added = observers.withLock { observers in
      defer { observers = nil }
      return observers
    }
    guard let added else { return }
    session.observers.remove(added.session)
    project.remove(added.project)
  }

  /// Ends the events: `next()` returns `nil`.
  public func end() {
    let (waiter, isFirst) = state.withLock { state in
      defer { (state.waiter, state.isOver) = (nil, true) }
      return (state.waiter, !state.isOver)
    }
    guard isFirst else { return }
    removeObservers()
    waiter?.resume()
    onEnd()
  }

  private func note(_ change: SessionChange) {
    switch change {
    case .called: wake { $0.hasCalls = true }
    case .selected(let request, let response): add(.selected(request: request, response: response))
    case .cleared: clear()
    case .ended: end()
    case .replaced: add(.replaced)
    case .setStates: wake { $0.hasStates = true }
    case .setItems(let collection): wake { $0.changedCollections.insert(collection) }
    case .finished, .reported: break
    }
  }

  /// Skips the calls that were cleared: they aren't sent any more, and don't count as dropped.
  private func clear() {
    batches.clear()
    let first = session.calls(after: .max).first
    wake { state in
      state.isCleared = true
      state.lastCall = max(state.lastCall, first - 1)
    }
  }

  private func add(_ message: Message) {
    wake { state in
      if state.messages.count < Self.messageLimit {
        state.messages.append(message)
      } else {
        (state.messages, state.hasGap) = ([], true)
      }
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state in
      let hadTimed = state.hasTimed
      change(&state)
      // The first call of a batch wakes the listener, which then waits for the time of the batch.
      if hadTimed, !state.hasUrgent, state.nextCalls > .now {
        return nil as CheckedContinuation<Void, Never>?
      }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Returns the bytes of the next events as soon as there are any; `nil` at the end. Only one caller may wait at a
  /// time.
  public func next() async -> [UInt8]? {
    let keepAlive = ContinuousClock.now + keepAliveInterval
    while true {
      let (text, isOver) = ready()
      if !text.isEmpty { return text }
      if isOver || deadline.map({ $0 <= .now }) == true {
        end()
        return nil
      }
      if keepAlive <= .now { return Array(": alive\n\n".utf8) }
      let next = state.withLock { $0.hasTimed ? $0.nextCalls : keepAlive }
      await wait(until: [next, keepAlive, deadline].compactMap(\.self).min()!)
    }
  }

  private func wait(until time: ContinuousClock.Instant) async {
    let alarm = AlarmClock.shared.set(time) { [weak self] in self?.resume() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isReady = state.withLock { state in
          // A call can have arrived since the time was chosen.
          if state.isOver || state.hasUrgent || time <= .now || (state.hasTimed && state.nextCalls < time) {
            return true
          }
          state.waiter = waiter
          return false
        }
        if isReady { waiter.resume() }
      }
    } onCancel: {
      end()
    }
    AlarmClock.shared.cancel(alarm)
  }

  private func resume() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Returns the events that can be sent now.
  private func ready() -> (text: [UInt8], isOver: Bool) {
    var (messages, hasGap, isCleared, hasStates, changedCollections, sendsCalls, lastCall, rest) = state.withLock {
      state in
      let isTime = state.nextCalls <= .now
      defer {
        (state.messages, state.hasGap, state.isCleared, state.hasStates) = ([], false, false, false)
        if isTime { (state.hasCalls, state.changedCollections) = (false, []) }
      }
      return (
        state.messages, state.hasGap, state.isCleared, state.hasStates, isTime ? state.changedCollections : [],
        isTime && state.hasCalls, state.lastCall, state.rest
      )
    }
    var text = JSONText()
    func send(_ name: String, _ write: (inout JSONText) -> Void) {
      guard rest > 0 else { return }
      rest -= 1
      text.raw("id: \(lastCall)\nevent: \(name)\ndata: ")
      text.object(write)
      text.raw("\n\n")
    }
    if hasGap { send("gap") { _ in } }
    if isCleared { send("cleared") { _ in } }
    var sent: (batch: CallBatches.Batch, isKept: Bool)?
    if sendsCalls {
      let (batch, isKept) = batches.batch(after: lastCall, hasBodies: hasBodies)
      sent = (batch, isKept)
      let dropped = batch.numbers.lowerBound - 1 - lastCall
      lastCall = batch.numbers.upperBound - 1
      if !batch.numbers.isEmpty {
        send("calls") { json in
          json.raw(batch.json)
          json.member("next", batch.numbers.upperBound)
          json.member("dropped", dropped)
        }
      }
    }
    for message in messages { self.send(message, send) }
    if hasStates { send("states") { $0.members(session.states) } }
    if !changedCollections.isEmpty { send("items") { $0.member("collections", changedCollections.sorted()) } }
    return state.withLock { state in
      (state.lastCall, state.rest) = (max(state.lastCall, lastCall), rest)
      if let sent {
        state.nextCalls = sent.batch.nextTime
        if sent.isKept { state.hasCalls = true }
      }
      return (text.bytes, state.isOver || rest == 0)
    }
  }

  private func send(_ message: Message, _ send: (String, (inout JSONText) -> Void) -> Void) {
    switch message {
    case .selected(let request, let response):
      send("selections") { json in
        json.member("request", request)
        json.member("response", response)
        json.member("scene", session.selections.scene)
      }
    case .replaced: send("requests") { $0.member("snapshot", session.sets.number) }
    case .project(.reloaded(let message)): send("reloaded") { $0.member("message", message) }
    case .project(.stopping): break
    case .project(.rejected(let rejection)): send("rejected") { $0.write(rejection) }
    }
  }
}
