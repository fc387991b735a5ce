import MockSpecControl
import NIOCore

/// The state that the connections of one event loop share. Not thread-safe: used only on that loop.
final class EventLoopState {
  let context: ServerContext
  let connections: OpenConnections
  let renderer: AnswerRenderer
  let turns: Turns
  /// The scheme of the server's URL.
  let scheme: String
  /// The requests that are expected again.
  var known = KnownRequests()
  /// The counts of the loop's calls; `nil` if they aren't published.
  var metrics: CallMetrics?

  /// Whether the durations of calls are of interest.
  var measuresCalls: Bool { metrics != nil || context.onRequest != nil }

  init(context: ServerContext, loop: any EventLoop) {
    self.context = context
    scheme = context.scheme
    connections = OpenConnections(loop: loop)
    turns = Turns(loop: loop)
    if context.metrics != nil { metrics = CallMetrics() }
    renderer = AnswerRenderer(currentSecond: context.currentSecond)
  }
}
