import Synchronization

/// The messages of the plan of a WebSocket, for one call.
package protocol SocketContent: Sendable {
  /// Returns the entry that answers a message; `nil` if none does.
  func entry(answering message: SocketMessage) -> Int?
  /// Returns the message of an entry.
  ///
  /// - Parameters:
  ///   - received: The message that is answered; `nil` if none is.
  ///   - number: The number of messages that were sent before.
  func message(of entry: Int, answering received: SocketMessage?, number: Int) throws(SocketFailure) -> SocketMessage
}

/// Why a message can't be sent.
package struct SocketFailure: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// A WebSocket that answers one call. The adapter that serves it reports here what was sent and received.
package final class RunningSocket: Sendable {
  /// Why a message can't be sent by hand.
  package enum Refusal: Error {
    /// The handshake isn't answered yet, or the WebSocket is closed.
    case notOpen
    /// Too many messages wait for the client to receive them.
    case full
  }

  private struct State: Sendable {
    var number = 0
    var isOpen = false
    /// The messages sent by hand that wait.
    var waiting: [SocketMessage] = []
    var onStop: (@Sendable () -> Void)?
    var onSend: (@Sendable () -> Void)?
    var onEnd: (@Sendable () -> Void)?
  }

  /// The maximum number of messages sent by hand that wait for the client.
  private static let waitingLimit = 100

  package let plan: SocketPlan
  /// The chosen sub-protocol; `nil` for none.
  package let subprotocol: String?
  package let requestName: String
  package let responseName: String
  package let path: String
  /// The time of the call since 1970-01-01 UTC.
  package let since: Duration
  package let log: SocketLog
  private let content: any SocketContent
  private let sample: @Sendable (Delay) -> Duration
  private let list: RunningList<RunningSocket>
  private let state = Mutex(State())

  /// - Parameter sample: Returns a random pause.
  init(
    _ plan: SocketPlan, _ content: any SocketContent, subprotocol: String?, request: String, response: String,
    path: String, since: Duration, log: SocketLog, in list: RunningList<RunningSocket>,
    sample: @escaping @Sendable (Delay) -> Duration
  ) {
    (self.plan, self.content, self.subprotocol, self.path, self.since) = (plan, content, subprotocol, path, since)
    (requestName, responseName) = (request, response)
    (self.log, self.list, self.sample) = (log, list, sample)
  }

  /// The number of the call.
  package internal(set) var number: Int {
    get { state.withLock { $0.number } }
    set { state.withLock { $0.number = newValue } }
  }

  /// Returns the position before the first message.
  package func cursor(at now: Duration) -> SocketCursor { SocketCursor(plan, at: now, sample: sample) }

  /// Returns the entry that answers a message; `nil` if none does.
  package func entry(answering message: SocketMessage) -> Int? { content.entry(answering: message) }

  /// Returns the message of an entry.
  package func message(of entry: Int, answering received: SocketMessage?) throws(SocketFailure) -> SocketMessage {
    try content.message(of: entry, answering: received, number: log.sentCount)
  }

  /// Records that the handshake was answered. `end(_:by:)` must follow.
  ///
  /// - Parameters:
  ///   - onStop: Called on any thread when the session ends or is reset; at once if it has ended.
  ///   - onSend: Called on any thread when a message sent by hand waits.
  package func open(onStop: @escaping @Sendable () -> Void, onSend: @escaping @Sendable () -> Void) {
    state.withLock { ($0.isOpen, $0.onStop, $0.onSend) = (true, onStop, onSend) }
    if list.add(self) { stop() }
  }

  /// Sends a message by hand, after those that wait already.
  package func send(_ message: SocketMessage) throws(Refusal) {
    let onSend = try state.withLock { state throws(Refusal) in
      guard state.isOpen, let onSend = state.onSend else { throw .notOpen }
      guard state.waiting.count < Self.waitingLimit else { throw .full }
      state.waiting.append(message)
      return onSend
    }
    onSend()
  }

  /// Removes and returns the message sent by hand that is sent next; `nil` if none waits.
  package func takeMessage() -> SocketMessage? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  /// Records how the WebSocket was closed. Only the first end counts.
  package func end(_ close: SocketLog.Close) {
    guard log.end(close) else { return }
    list.remove(self)
    let onEnd = state.withLock { state in
      (state.isOpen, state.onStop, state.onSend) = (false, nil, nil)
      return state.onEnd.take()
    }
    onEnd?()
  }

  /// Closes the WebSocket.
  package func stop() { state.withLock { $0.onStop.take() }?() }

  /// Sets what is called, on any thread, when the WebSocket was closed. Set it before the handshake is answered.
  func onEnd(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onEnd = action } }
}
