import NIOCore

/// The state that the connections of one event loop share. Not thread-safe: used only on that loop.
final class EventLoopState {
  let context: ServerContext
  let connections: OpenConnections
  let renderer: AnswerRenderer

  init(context: ServerContext, loop: any EventLoop) {
    self.context = context
    connections = OpenConnections(loop: loop)
    renderer = AnswerRenderer(currentSecond: context.currentSecond)
  }
}
