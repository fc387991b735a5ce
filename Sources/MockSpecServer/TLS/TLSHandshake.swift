import NIOCore
import NIOTLS

/// Reports how the handshake of a connection ends. Must be the handler after those of TLS.
final class TLSHandshake: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var onEnd: ((TLSError?) -> Void)?

  /// - Parameter onEnd: Called once on the event loop; with `nil` if the handshake has succeeded.
  init(onEnd: @escaping (TLSError?) -> Void) {
    self.onEnd = onEnd
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted = event { end(nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? TLSError { end(error) }
    context.fireErrorCaught(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    onEnd = nil
    context.fireChannelInactive()
  }

  private func end(_ error: TLSError?) {
    onEnd.take()?(error)
  }
}
