/// A body that is sent event by event, with pauses between the events.
package struct EventStream: Sendable, Equatable {
  package struct Event: Sendable, Equatable {
    /// The bytes as they are sent; none, for example, for an empty file.
    package let bytes: [UInt8]
    /// The pause before the event, in place of the usual one.
    package let delay: Delay?
    /// What a client sends in `Last-Event-ID` when it connects again after this event; `nil` if the event sets no ID.
    package let id: String?

    package init(bytes: [UInt8], delay: Delay? = nil, id: String? = nil) {
      (self.bytes, self.delay, self.id) = (bytes, delay, id)
    }
  }

  /// What follows the last event.
  package enum End: Sendable, Hashable {
    case close
    /// The body doesn't end by itself.
    case open
    /// The connection breaks, after a pause in place of the usual one.
    case fault(Fault, delay: Delay?)
  }

  package let events: [Event]
  /// The pause before each event but the first.
  package let every: Delay?
  /// How often all events are sent; `nil` for forever.
  package let times: Int?
  package let end: End
  /// The API of models that answers each call with other events; `nil` if `events` are sent. Then the only event has the reply
  /// as the spec describes it, and the pause before its first piece.
  package let model: ModelFormat?

  package init(events: [Event], every: Delay?, times: Int?, end: End, model: ModelFormat? = nil) {
    (self.events, self.every, self.times, self.end, self.model) = (events, every, times, end, model)
  }

  /// Whether the body doesn't end by itself.
  package var isEndless: Bool { times == nil || end == .open }

  /// The size of the whole body in bytes, if it ends.
  package var size: Int {
    let round = events.reduce(0) { $0 + $1.bytes.count }
    let (size, overflow) = round.multipliedReportingOverflow(by: times ?? 1)
    return overflow ? .max : size
  }

  /// Returns the number of events until the one with an ID, after which a client connects again; 0 if there is none.
  func count(until id: String) -> Int { (events.firstIndex { $0.id?.hasSameBytes(as: id) == true } ?? -1) + 1 }

  /// Returns whether nothing follows a number of events.
  func isOver(after count: Int) -> Bool { count > 0 && count >= events.count && !isEndless }
}

/// A position in a stream of events, of which the next one follows after a pause.
struct EventCursor: Sendable {
  /// The shortest pause between two rounds of a stream that is sent forever, since it can have no other pause.
  private static let shortestRound = Duration.milliseconds(1)

  private enum Next {
    case event(Int)
    case fault(Fault)
    case nothing, end
  }

  private let stream: EventStream
  /// Returns a random pause.
  private let sample: @Sendable (Delay) -> Duration
  /// The time after which a connection breaks that hangs.
  private let timeout: Duration
  private var round = 1
  private var next: Next
  /// The time before what follows; `nil` if nothing follows although the body doesn't end.
  private(set) var pause: Duration? = .zero

  /// - Parameter start: The number of events that are skipped.
  init(_ stream: EventStream, from start: Int, timeout: Duration, sample: @escaping @Sendable (Delay) -> Duration) {
    (self.stream, self.timeout, self.sample) = (stream, timeout, sample)
    next = .end
    move(to: start, isFirst: true)
  }

  /// Whether everything has been sent, and the body ends.
  var isAtEnd: Bool { if case .end = next { true } else { false } }

  /// The way in which the connection breaks next; `nil` if an event or nothing follows.
  var fault: Fault? { if case .fault(let fault) = next { fault } else { nil } }

  /// Returns the bytes of the next event, and moves on; none for a fault.
  mutating func take() -> ArraySlice<UInt8> {
    switch next {
    case .event(let index):
      move(to: index + 1)
      return stream.events[index].bytes[...]
    case .fault: next = .end
    case .nothing, .end: break
    }
    return []
  }

  private mutating func move(to index: Int, isFirst: Bool = false) {
    var index = index
    var isNewRound = false
    if index >= stream.events.count, !stream.events.isEmpty, stream.times.map({ round < $0 }) ?? true {
      (index, isNewRound) = (0, true)
      round = stream.times == nil ? 1 : round + 1
    }
    let usual = isFirst ? nil : stream.every
    if index < stream.events.count {
      next = .event(index)
      let pause = (stream.events[index].delay ?? usual).map(sample) ?? .zero
      self.pause = isNewRound && stream.times == nil ? max(pause, Self.shortestRound) : pause
      return
    }
    switch stream.end {
    case .close: (next, pause) = (.end, .zero)
    case .open: (next, pause) = (.nothing, nil)
    case .fault(let fault, let delay):
      next = .fault(fault)
      pause = ((delay ?? usual).map(sample) ?? .zero) + (fault == .hang ? timeout : .zero)
    }
  }
}
