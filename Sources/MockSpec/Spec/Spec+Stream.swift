import MockSpecDiagnostics
import MockSpecDocument

extension Spec {
  /// A stream of events as written.
  final class Stream: Sendable {
    /// An event. The values are texts, JSON or bytes. The reply of a model is one event, whose data is the whole mapping.
    struct Event: Sendable {
      let fields: EventFields<Body>
      let delay: Delay?
      let range: SourceRange
    }

    let format: StreamFormat
    let events: [Event]
    let every: Delay?
    /// How often all events are sent; `nil` for forever.
    let times: Int?
    let end: EventStream.End
    /// The location of its mapping.
    let range: SourceRange

    init(
      format: StreamFormat, events: [Event], every: Delay? = nil, times: Int? = 1, end: EventStream.End = .close,
      range: SourceRange
    ) {
      self.format = format
      self.events = events
      self.every = every
      self.times = times
      self.end = end
      self.range = range
    }

    /// Returns the stream as it is sent.
    ///
    /// - Parameter fields: The values of the events.
    func sent(_ fields: [EventFields<[UInt8]>]) -> EventStream {
      let sent = zip(events, fields).map { event, fields in
        EventStream.Event(
          bytes: format.bytes(of: fields), delay: event.delay,
          id: fields.id.map { String(decoding: $0, as: UTF8.self) })
      }
      return EventStream(events: sent, every: every, times: times, end: end, model: format.model)
    }
  }
}

extension Spec.Body {
  var isStream: Bool { if case .stream = self { true } else { false } }
}
