/// The rate at which a body is sent, in pieces of equal size. The first piece is sent at once.
public struct Throttle: Sendable, Hashable {
  /// The size of a piece in bytes; at least 1. The last piece of a body can be smaller.
  public let piece: Int
  /// The time between two pieces.
  public let interval: Duration

  package init(piece: Int, interval: Duration) {
    self.piece = max(1, piece)
    self.interval = max(.zero, interval)
  }

  /// Creates a throttle with about 20 pieces per second, and fewer for rates below 20 bytes per second.
  package init(bytesPerSecond: Int) {
    let rate = max(1, bytesPerSecond)
    let piece = max(1, rate / 20)
    self.init(piece: piece, interval: .nanoseconds(Int64(1e9 * Double(piece) / Double(rate))))
  }

  /// Returns the time from the first to the last piece of a body with the given size in bytes.
  func duration(of count: Int) -> Duration {
    let pauses = max(0, (count - 1) / piece)
    return interval * pauses
  }
}
