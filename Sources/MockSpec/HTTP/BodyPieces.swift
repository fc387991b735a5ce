/// A body that is sent in pieces, with pauses between them: its bytes, if it is throttled or large, or a stream of events.
///
/// The pieces of bytes are slices, so the reply's bytes are in memory only once, however many clients receive them.
package struct BodyPieces: Sendable {
  /// How an adapter sends bodies that aren't throttled.
  package struct Sizes: Sendable {
    /// The maximum size of a body that is sent at once.
    package let whole: Int
    /// The size of the pieces of a larger body, or of one that is broken off.
    package let piece: Int

    package init(whole: Int, piece: Int) { (self.whole, self.piece) = (whole, piece) }

    /// Every body is sent at once.
    package static let unlimited = Sizes(whole: .max, piece: .max)
  }

  private enum Source: Sendable {
    case bytes(ArraySlice<UInt8>, Throttle)
    case events(EventCursor, RunningEvents)
  }

  private var source: Source

  init(_ body: ArraySlice<UInt8>, _ throttle: Throttle) { source = .bytes(body, throttle) }

  /// Creates the pieces of a body that isn't throttled.
  init(_ body: ArraySlice<UInt8>, _ sizes: Sizes) {
    self.init(body, Throttle(piece: sizes.piece, interval: .zero))
  }

  /// Creates the pieces of a stream.
  package init(_ events: RunningEvents) { source = .events(events.cursor, events) }

  /// The stream of events; `nil` for bytes.
  package var events: RunningEvents? { if case .events(_, let events) = source { events } else { nil } }

  /// The bytes that haven't been sent; none for a stream.
  package var rest: ArraySlice<UInt8> { if case .bytes(let rest, _) = source { rest } else { [] } }

  /// Whether all pieces have been sent.
  package var isEmpty: Bool {
    switch source {
    case .bytes(let rest, _): rest.isEmpty
    case .events(let cursor, _): cursor.isAtEnd
    }
  }

  /// The time between the last piece and the next one; `nil` if none follows although the body doesn't end. The first piece
  /// of bytes is sent at once, and an event after its pause.
  package var pause: Duration? {
    switch source {
    case .bytes(_, let throttle): throttle.interval
    case .events(let cursor, _): cursor.pause
    }
  }

  /// The way in which the connection breaks instead of the next piece, which is empty; `nil` if it doesn't.
  package var fault: Fault? { if case .events(let cursor, _) = source { cursor.fault } else { nil } }

  /// The time from the next piece to the last one; zero for a stream.
  package var duration: Duration {
    if case .bytes(let rest, let throttle) = source { throttle.duration(of: rest.count) } else { .zero }
  }

  /// Removes and returns the next piece; an empty one after the last.
  package mutating func next() -> ArraySlice<UInt8> {
    switch source {
    case .bytes(let rest, let throttle):
      let piece = rest.prefix(throttle.piece)
      source = .bytes(rest.dropFirst(piece.count), throttle)
      return piece
    case .events(var cursor, let events):
      let piece = cursor.take()
      source = .events(cursor, events)
      return piece
    }
  }
}
