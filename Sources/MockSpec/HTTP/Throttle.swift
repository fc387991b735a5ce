/// How a body is sent: in pieces of the same size, the first at once and each next one a while after it.
public struct Throttle: Sendable, Hashable {
  /// In bytes, at least 1; the last piece may be smaller.
  public let piece: Int
  /// From one piece to the next.
  public let interval: Duration

  package init(piece: Int, interval: Duration) {
    self.piece = max(1, piece)
    self.interval = max(.zero, interval)
  }

  /// Some twenty pieces a second, fewer where a second has not as many bytes.
  package init(bytesPerSecond: Int) {
    let rate = max(1, bytesPerSecond)
    let piece = max(1, rate / 20)
    self.init(piece: piece, interval: .nanoseconds(Int64(1e9 * Double(piece) / Double(rate))))
  }

  /// Until the last piece of a body is sent.
  package func duration(of count: Int) -> Duration {
    let pauses = max(0, (count - 1) / piece)
    return interval * pauses
  }
}
