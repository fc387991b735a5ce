import HTTPTypes
import Synchronization

/// What makes the calls of all sessions of an engine.
final class CallbackCenter: Sendable {
  /// The maximum number of calls of all sessions that wait or aren't answered.
  static let pendingLimit = 1000
  /// The maximum size of their bodies in bytes.
  static let sizeLimit = 64 << 20

  private let sender = Mutex<(any CallbackSender)?>(nil)
  private let pending = Mutex((count: 0, size: 0))

  func use(_ sender: any CallbackSender) { self.sender.withLock { $0 = sender } }

  fileprivate var currentSender: (any CallbackSender)? { sender.withLock { $0 } }

  /// Lets another call wait, with a body of a number of bytes. `give(_:)` must follow.
  fileprivate func take(_ size: Int) throws(CallbackFailure) {
    try pending.withLock { pending throws(CallbackFailure) in
      guard pending.count < Self.pendingLimit else {
        throw CallbackFailure("more than \(Self.pendingLimit) callbacks are pending")
      }
      guard pending.size + size <= Self.sizeLimit else {
        throw CallbackFailure("the bodies of pending callbacks have more than \(Self.sizeLimit >> 20) MiB")
      }
      pending = (pending.count + 1, pending.size + size)
    }
  }

  fileprivate func give(_ size: Int) { pending.withLock { $0 = ($0.count - 1, $0.size - size) } }
}

/// The calls that the mocks of a session make, and the results of the last ones.
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
      if let place = records.firstIndex(where: { $0.number == number }) { body(&records[place]) }
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
  func clear() { state.withLock { $0.records.removeAll { $0.result != .pending } } }

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
    state.withLock { state in
      state.count += 1
      let number = state.count
      var record = record
      record.number = number
      do throws(CallbackFailure) {
        let url = try Self.check(call, settings)
        if state.isStopped {
          record.result = .cancelled
        } else {
          guard let sender = center.currentSender else { throw CallbackFailure("only a server makes callbacks") }
          try center.take(call.body.count)
          state.tasks[number] = Task { await self.run(number, call, url, settings.timeout, sender) }
        }
      } catch {
        record.result = .refused(error.description)
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
    if let session {
      let member = "mockspec-session=\(session.description.replacing("%", with: "%25"))"
      call.fields.append(HTTPField(name: .baggage, value: member))
    }
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
      } catch let failure as CallbackFailure where failure.isRefusal {
        result = .refused(failure.description)
        break
      } catch {
        result = .failed("\(error)")
      }
      if rest == 0 { break }
      rest -= 1
      pause = call.retry?.every ?? .zero
    }
    center.give(call.body.count)
    // In one step, so that a result isn't replaced by a cancellation.
    state.withLock { state in
      if state.tasks.removeValue(forKey: number) != nil { state.change(number) { $0.result = result } }
    }
    onChange()
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
