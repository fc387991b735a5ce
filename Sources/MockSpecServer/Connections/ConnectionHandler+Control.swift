import MockSpecControl
import NIOCore

// A stream of the control API, which ends with the connection.
extension ConnectionHandler {
  func beginStream(_ answer: ControlAnswer, _ context: ChannelHandlerContext) {
    write((loop.renderer.head(of: answer), nil), context)
    output.flush(context)
  }

  func stream(_ part: ByteBuffer, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext) {
    write((part, nil), onSent: onSent, context)
    output.flush(context)
  }

  func endStream(_ context: ChannelHandlerContext) {
    write((ByteBuffer(), nil), isLast: true, context)
    output.flush(context)
  }

  func cutStream(_ context: ChannelHandlerContext) { context.close(promise: nil) }
}
