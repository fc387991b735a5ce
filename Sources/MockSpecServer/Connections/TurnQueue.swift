import NIOCore

/// A queue of the connections that have more work than other connections of the event loop should wait for.
///
/// Turns are taken in order. Between two turns, the event loop handles the events of all connections. NIO runs all due
/// tasks before it looks for events, so the next turn isn't due at once.
///
/// Not thread-safe: used only on that loop.
final class TurnQueue {
  /// The number of calls that a connection answers before others have their turn.
  static let callLimit = 16
  /// The minimum time to the next turn. The loop looks for events if it finds no task before that.
  private static let pause = TimeAmount.microseconds(10)
  /// The duration of the last turn is divided by this to get the time to the next one: on a slow machine, the loop
  /// takes longer.
  private static let pausePart: Int64 = 20

  private let loop: any EventLoop
  private var waiting = CircularBuffer<() -> Void>()

  init(loop: any EventLoop) { self.loop = loop }

  /// Adds a turn, which is taken after the method returns.
  func wait(for turn: @escaping () -> Void) {
    waiting.append(turn)
    if waiting.count == 1 { schedule(in: Self.pause) }
  }

  private func schedule(in pause: TimeAmount) {
    loop.assumeIsolated().scheduleTask(in: pause) { [self] in
      let start = loop.now
      waiting.first?()
      waiting.removeFirst()
      let time = loop.now - start
      if !waiting.isEmpty { schedule(in: max(Self.pause, .nanoseconds(time.nanoseconds / Self.pausePart))) }
    }
  }
}
