import NIOCore

/// Refuses a connection when it is opened. The answer doesn't wait for a request.
final class RefusedConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let refusal: Refusal

  init(_ refusal: Refusal) {
    self.refusal = refusal
  }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    context.fireErrorCaught(refusal)
  }
}
