import MockSpecControl
import NIOCore

// A stream of the control API, which ends with the connection.
extension ConnectionHandler {
  func beginStream(_ reply: ControlReply, _ context: ChannelHandlerContext) {
    let head = loop.renderer.head(reply.status, reply.fields, length: nil, connection: .close)
    write((head, nil), context)
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
