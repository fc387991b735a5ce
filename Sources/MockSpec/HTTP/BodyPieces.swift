/// The bytes of a body that is sent in pieces, with pauses between them, since it is throttled or large.
///
/// The pieces are slices, so the reply's bytes are in memory only once, however many clients receive them.
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

  /// The bytes that haven't been sent.
  package private(set) var rest: ArraySlice<UInt8>
  private let throttle: Throttle

  init(_ body: ArraySlice<UInt8>, _ throttle: Throttle) { (rest, self.throttle) = (body, throttle) }

  /// Creates the pieces of a body that isn't throttled.
  init(_ body: ArraySlice<UInt8>, _ sizes: Sizes) {
    self.init(body, Throttle(piece: sizes.piece, interval: .zero))
  }

  /// Whether all pieces have been sent.
  package var isEmpty: Bool { rest.isEmpty }
  /// The time between two pieces. The first one is sent at once.
  package var pause: Duration { throttle.interval }
  /// The time from the next piece to the last one.
  package var duration: Duration { throttle.duration(of: rest.count) }

  /// Removes and returns the next piece; an empty one after the last.
  package mutating func next() -> ArraySlice<UInt8> {
    let piece = rest.prefix(throttle.piece)
    rest = rest.dropFirst(piece.count)
    return piece
  }
}
