import Synchronization

/// How much of a stream of events was sent for one call.
public struct SentEvents: Sendable, Hashable {
  /// How a stream ended.
  public enum End: String, Sendable, Hashable {
    /// All of it was sent.
    case whole
    /// The client has left, or has stopped receiving.
    case clientLeft = "client-left"
    /// The session was ended, or the server was stopped.
    case stopped
    /// The connection was broken by a fault of the stream.
    case fault
  }

  /// The number of events that were sent.
  public internal(set) var count: Int
  /// How the stream ended; `nil` while it is running.
  public internal(set) var end: End?

  package init(count: Int = 0, end: End? = nil) { (self.count, self.end) = (count, end) }
}

extension SentEvents: CustomStringConvertible {
  /// A few words, such as `3 events, client left`.
  public var description: String {
    let text = "\(count) event\(count == 1 ? "" : "s")"
    return switch end {
    case nil: text + " until now"
    case .whole: text
    case .clientLeft: text + ", client left"
    case .stopped: text + ", stopped"
    case .fault: text + ", then a fault"
    }
  }
}

/// A stream of events that answers one call. The adapter that sends it reports here what was sent.
package final class RunningEvents: Sendable {
  /// What was sent until now. The journal keeps it longer than the events.
  final class Progress: Sendable {
    fileprivate let state = Mutex((sent: SentEvents(), hasBegun: false))

    /// `nil` if the stream neither began nor ended.
    var sent: SentEvents? { state.withLock { $0.hasBegun || $0.sent.end != nil ? $0.sent : nil } }
  }

  private struct State: Sendable {
    var isStopped = false
    var onStop: (@Sendable () -> Void)?
    var onEnd: (@Sendable () -> Void)?
  }

  package let stream: EventStream
  /// The number of events that the client already has.
  package let start: Int
  package let timeout: Duration
  private let sample: @Sendable (Delay) -> Duration
  private let list: RunningList<RunningEvents>?
  let progress = Progress()
  private let state = Mutex(State())

  /// - Parameters:
  ///   - start: The number of events that the client already has.
  ///   - timeout: The time after which a connection breaks that hangs.
  ///   - list: The streams of the session with which it ends; `nil` for none.
  ///   - sample: Returns a random pause.
  package init(
    _ stream: EventStream, from start: Int = 0, timeout: Duration, in list: RunningList<RunningEvents>? = nil,
    sample: @escaping @Sendable (Delay) -> Duration = { $0.sample() }
  ) {
    (self.stream, self.start, self.timeout, self.sample, self.list) = (stream, start, timeout, sample, list)
  }

  /// The position before the first event.
  var cursor: EventCursor { EventCursor(stream, from: start, timeout: timeout, sample: sample) }

  /// Whether the stream is to be ended, since its session has ended.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Records that an event was sent.
  package func eventSent() { progress.state.withLock { $0.sent.count += 1 } }

  /// Records how the stream ended. Only the first end counts.
  package func end(_ end: SentEvents.End) {
    let end = end == .whole && isStopped ? .stopped : end
    let isFirst = progress.state.withLock { state in
      defer { state.sent.end = state.sent.end ?? end }
      return state.sent.end == nil
    }
    guard isFirst else { return }
    list?.remove(self)
    let onEnd = state.withLock { state in
      state.onStop = nil
      return state.onEnd.take()
    }
    onEnd?()
  }

  /// Ends the stream before the next event.
  package func stop() {
    let onStop = state.withLock { state in
      state.isStopped = true
      return state.onStop.take()
    }
    onStop?()
  }

  /// Records that the stream is being sent. `end(_:)` must follow.
  ///
  /// - Parameter onStop: Called on any thread when the session ends; at once if it has ended.
  package func begin(onStop: @escaping @Sendable () -> Void) {
    progress.state.withLock { $0.hasBegun = true }
    state.withLock { $0.onStop = onStop }
    if list?.add(self) == true { stop() }
  }

  /// Sets what is called, on any thread, when the stream has ended. Set it before the stream is sent.
  func onEnd(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onEnd = action } }
}
