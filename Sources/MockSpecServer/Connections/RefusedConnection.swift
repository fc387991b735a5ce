import NIOCore
import NIOTLS

/// Refuses a connection as soon as its client shows which version of HTTP it speaks, or has sent nothing for a short time.
/// The reply doesn't wait for a call.
final class RefusedConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// How long a client can take to send the first bytes.
  private static let patience = TimeAmount.milliseconds(500)

  private var refusal: Refusal?
  private var preface = HTTP2Preface()
  private var timer: Scheduled<Void>?

  init(_ refusal: Refusal) {
    self.refusal = refusal
  }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { [self] in
      refuse(context, isHTTP2: false)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What follows the first bytes is ignored.
    guard refusal != nil else { return }
    switch preface.add(unwrapInboundIn(data)) {
    case .partial: break
    case .whole: refuse(context, isHTTP2: true)
    case .other: refuse(context, isHTTP2: false)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted(let version) = event {
      return refuse(context, isHTTP2: version == "h2")
    }
    if case ChannelEvent.inputClosed = event { refuse(context, isHTTP2: false) }
    context.fireUserInboundEventTriggered(event)
  }

  private func refuse(_ context: ChannelHandlerContext, isHTTP2: Bool) {
    guard let refusal = refusal.take() else { return }
    timer?.cancel()
    context.fireErrorCaught(isHTTP2 ? HTTP2Refusal(refusal) : refusal)
  }
}

/// A refusal that is sent as the end of a connection with HTTP/2.
struct HTTP2Refusal: Error {
  let refusal: Refusal

  init(_ refusal: Refusal) { self.refusal = refusal }

  /// The frames of a connection that ends at once (RFC 9113 §3.4 and §6.8): `SETTINGS` without settings, and `GOAWAY`.
  var frames: ByteBuffer {
    let enhanceYourCalm: [UInt8] = [0, 0, 0, 11]
    var bytes = ByteBuffer(bytes: [0, 0, 0, 4, 0, 0, 0, 0, 0])
    let payload = [0, 0, 0, 0] + enhanceYourCalm + refusal.reason.utf8
    bytes.writeBytes([0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), 7, 0, 0, 0, 0, 0] + payload)
    return bytes
  }
}
