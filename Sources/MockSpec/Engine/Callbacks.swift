import HTTPTypes
import Synchronization

/// What makes the calls of all sessions of an engine.
final class CallbackCenter: Sendable {
  /// The maximum number of calls of all sessions that wait or aren't answered.
  static let pendingLimit = 1000

  private let sender = Mutex<(any CallbackSender)?>(nil)
  private let pending = Atomic(0)

  func use(_ sender: any CallbackSender) { self.sender.withLock { $0 = sender } }

  fileprivate var currentSender: (any CallbackSender)? { sender.withLock { $0 } }

  /// Returns whether another call can wait. `give()` must follow.
  fileprivate func take() -> Bool {
    if pending.add(1, ordering: .relaxed).newValue <= Self.pendingLimit { return true }
    give()
    return false
  }

  fileprivate func give() { pending.subtract(1, ordering: .relaxed) }
}

/// The calls that the mocks of a session make, and what became of the last ones.
final class Callbacks: Sendable {
  /// The maximum number of records.
  private static let recordLimit = 1000

  private struct State: Sendable {
    var records: [CallbackRecord] = []
    var tasks: [Int: Task<Void, Never>] = [:]
    var count = 0
    var isStopped = false

    /// Changes a record, if it is still there.
    mutating func change(_ number: Int, _ body: (inout CallbackRecord) -> Void) {
      guard let first = records.first, number >= first.number else { return }
      body(&records[number - first.number])
    }
  }

  private let center: CallbackCenter
  private let session: SessionID?
  private let state = Mutex(State())
  /// Called when a record has changed.
  private let onChange: @Sendable () -> Void

  init(_ center: CallbackCenter, session: SessionID?, onChange: @escaping @Sendable () -> Void) {
    (self.center, self.session, self.onChange) = (center, session, onChange)
  }

  /// The last callbacks, the oldest first.
  var records: [CallbackRecord] { state.withLock { $0.records } }

  /// Cancels what isn't answered yet.
  ///
  /// - Parameter forever: Whether no other call is made.
  func cancel(forever: Bool = false) {
    let tasks = state.withLock { state in
      state.isStopped = state.isStopped || forever
      for number in state.tasks.keys { state.change(number) { $0.result = .cancelled } }
      defer { state.tasks = [:] }
      return state.tasks
    }
    for task in tasks.values { task.cancel() }
    if !tasks.isEmpty { onChange() }
  }

  /// Removes the records of what has ended.
  func clear() { state.withLock { state in if state.tasks.isEmpty { state.records = [] } } }

  /// Makes calls, each after its delay.
  ///
  /// - Parameter cause: The number of the answered call in the journal.
  func begin(
    _ calls: [OutgoingCall], after cause: Int, of set: ResponseSet, _ response: Response, _ settings: ProjectSettings
  ) {
    for call in calls {
      let record = CallbackRecord(
        call: cause, requestName: set.name, responseName: response.name, method: call.method,
        url: settings.redaction.shown(target: call.url))
      begin(call, record, settings)
    }
    onChange()
  }

  private func begin(_ call: OutgoingCall, _ record: CallbackRecord, _ settings: ProjectSettings) {
    let allowed = Result { () throws(CallbackFailure) in try Self.check(call, settings) }
    state.withLock { state in
      state.count += 1
      let number = state.count
      var record = record
      record.number = number
      switch allowed {
      case .success(let url):
        if state.isStopped {
          record.result = .cancelled
        } else if let sender = center.currentSender {
          if center.take() {
            state.tasks[number] = Task { await self.run(number, call, url, settings.timeout, sender) }
          } else {
            record.result = .refused("more than \(CallbackCenter.pendingLimit) callbacks are pending")
          }
        } else {
          record.result = .refused("only a server makes callbacks")
        }
      case .failure(let failure): record.result = .refused(failure.description)
      }
      state.records.append(record)
      if state.records.count > Self.recordLimit { state.records.removeFirst() }
    }
  }

  private static func check(_ call: OutgoingCall, _ settings: ProjectSettings) throws(CallbackFailure) -> CallbackURL {
    guard let url = CallbackURL(call.url) else { throw CallbackFailure("it isn't an http or https URL") }
    guard settings.allowedCallbacks.contains(where: { $0.isSame(as: url.origin) }) else {
      throw CallbackFailure("'allowCallbacks' in the project file doesn't list \(url.origin)")
    }
    return url
  }

  private func run(
    _ number: Int, _ call: OutgoingCall, _ url: CallbackURL, _ timeout: Duration, _ sender: any CallbackSender
  ) async {
    var call = call
    if let session { call.fields[.baggage] = "mockspec-session=\(session.description.replacing("%", with: "%25"))" }
    var pause = call.delay
    var rest = call.retry?.times ?? 0
    var result: CallbackRecord.Result
    while true {
      do {
        if pause > .zero { try await Task.sleep(for: pause) }
        try Task.checkCancellation()
        change(number) { $0.attempts += 1 }
        let status = try await sender.send(call, to: url, timeout: timeout)
        result = .status(status)
        if (200..<300).contains(status) { break }
      } catch is CancellationError {
        result = .cancelled
        break
      } catch {
        result = .failed("\(error)")
      }
      if rest == 0 { break }
      rest -= 1
      pause = call.retry?.every ?? .zero
    }
    center.give()
    change(number) { $0.result = result }
    state.withLock { _ = $0.tasks.removeValue(forKey: number) }
  }

  /// Changes the record of a callback that wasn't cancelled.
  private func change(_ number: Int, _ body: (inout CallbackRecord) -> Void) {
    state.withLock { state in if state.tasks[number] != nil { state.change(number, body) } }
    onChange()
  }
}

extension HTTPField.Name {
  fileprivate static let baggage = HTTPField.Name("baggage")!
}
