import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Stops accepting connections for a moment when the process has no resources for another one.
///
/// After a failed `accept(2)`, NIO continues to poll the listening socket. The waiting connection keeps the socket
/// readable, so the event loop would spin. Must be the first handler of the listening channel.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  /// How long to wait before the next attempt.
  static let duration = TimeAmount.milliseconds(100)

  private let notices: AcceptNotices
  private var timer: Scheduled<Void>?

  init(notices: AcceptNotices) {
    self.notices = notices
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
      return context.fireErrorCaught(error)
    }
    notices.report(error.errnoCode)
    guard timer == nil else { return }
    setAutoRead(false, context)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.duration) { [self] in
      timer = nil
      setAutoRead(true, context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  /// Turns automatic reading on or off. Unlike holding back a `read`, this stops the polling.
  private func setAutoRead(_ isOn: Bool, _ context: ChannelHandlerContext) {
    try? context.channel.syncOptions?.setOption(.autoRead, value: isOn)
  }
}
