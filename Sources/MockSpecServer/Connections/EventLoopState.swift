import MockSpecControl
import NIOCore

/// The state that the connections of one event loop share. Not thread-safe: used only on that loop.
final class EventLoopState {
  let context: ServerContext
  let connections: OpenConnections
  let renderer: ReplyRenderer
  let turns: TurnQueue
  /// The scheme of the server's URL.
  let scheme: String
  /// The replies to calls that are expected again.
  var cache = ReplyCache()
  /// The counts of the loop's calls; `nil` if they aren't published.
  var metrics: CallMetrics?

  /// Whether the durations of calls are measured.
  var measuresCalls: Bool { metrics != nil || context.onCall != nil }

  init(context: ServerContext, loop: any EventLoop) {
    self.context = context
    scheme = context.scheme
    connections = OpenConnections(loop: loop)
    turns = TurnQueue(loop: loop)
    if context.metrics != nil { metrics = CallMetrics() }
    renderer = ReplyRenderer(currentSecond: context.currentSecond)
  }
}
