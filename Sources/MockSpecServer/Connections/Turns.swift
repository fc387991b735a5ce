import NIOCore

/// The connections of an event loop that have more to do at once than others should wait for.
///
/// Each has its turn after those that waited before. Between two turns, the event loop handles the events of all
/// connections. NIO repeats tasks that are due without looking for events, so the next turn isn't due at once.
///
/// Not thread-safe: used only on that loop.
final class Turns {
  /// The number of requests that a connection answers before others have their turn.
  static let requestLimit = 16
  /// The time to the next turn. The loop looks for events if it finds no task before that.
  private static let pause = TimeAmount.microseconds(10)

  private let loop: any EventLoop
  private var waiting = CircularBuffer<() -> Void>()

  init(loop: any EventLoop) { self.loop = loop }

  /// Adds a turn, which isn't taken before the method returns.
  func wait(for turn: @escaping () -> Void) {
    waiting.append(turn)
    if waiting.count == 1 { schedule() }
  }

  private func schedule() {
    loop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in
      waiting.first?()
      waiting.removeFirst()
      if !waiting.isEmpty { schedule() }
    }
  }
}
