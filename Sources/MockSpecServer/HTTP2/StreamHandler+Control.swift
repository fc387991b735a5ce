import MockSpecControl
import NIOCore
import NIOHTTP2

// A stream of events of the control API, in the body of a reply.
extension StreamHandler {
  var isFinishing: Bool { connection.isFinishing }

  func beginStream(_ reply: ControlReply, _ context: ChannelHandlerContext) {
    write(loop.renderer.streamHead(reply.status, reply.fields, length: nil, access: nil), context)
    context.flush()
  }

  func stream(_ part: ByteBuffer, onSent: @escaping (Bool) -> Void, _ context: ChannelHandlerContext) {
    write(part, onSent: onSent, context)
    context.flush()
  }

  func endStream(_ context: ChannelHandlerContext) {
    write(ByteBuffer(), isEnd: true, context)
    context.flush()
  }

  func cutStream(_ context: ChannelHandlerContext) { reset(context, .cancel) }
}
