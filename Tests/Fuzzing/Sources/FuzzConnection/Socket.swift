import NIOCore
import NIOEmbedded

/// The sending side of a connection's socket. Nothing may be written after its end.
final class Socket: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  /// The bytes that a blocked socket takes before the channel isn't writable.
  private static let highWaterMark = 64 << 10

  /// Whether the client takes no more bytes.
  var isBlocked = false
  /// Whether the connection has asked for bytes.
  var wantsRead = false
  private(set) var sent: [UInt8] = []
  /// The bytes that weren't sent. The channel has those that were flushed, too, so that it knows their number.
  private var waiting: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
  private var flushed = 0
  /// Since when flushed bytes have been waiting; `nil` if there are none.
  private(set) var waitingSince: NIODeadline?
  private var isDraining = false
  private var hasEnded = false
  private var context: ChannelHandlerContext?

  private var waitingBytes: Int { waiting.reduce(0) { $0 + $1.bytes.readableBytes } }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func read(context: ChannelHandlerContext) { wantsRead = true }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let bytes = unwrapOutboundIn(data)
    precondition(!hasEnded || bytes.readableBytes == 0, "bytes are written after the end")
    waiting.append((bytes, promise))
    updateWritability()
  }

  func flush(context: ChannelHandlerContext) {
    for (bytes, _) in waiting[flushed...] { context.write(NIOAny(bytes), promise: nil) }
    flushed = waiting.count
    if waitingBytes > 0 { waitingSince = waitingSince ?? context.eventLoop.now }
    drain()
  }

  func unblock() {
    isBlocked = false
    drain()
  }

  /// Passes the flushed bytes on. Their promises may write more.
  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    while !isBlocked, flushed > 0 {
      let parts = waiting.prefix(flushed)
      waiting.removeFirst(flushed)
      (flushed, waitingSince) = (0, nil)
      receive()
      // Heads are at the beginnings.
      for (bytes, _) in parts { sent += bytes.readableBytesView.prefix(1_000) }
      for (_, promise) in parts { promise?.succeed() }
    }
    isDraining = false
    updateWritability()
  }

  /// Takes the bytes from the channel.
  private func receive() {
    guard let context, let channel = context.channel as? EmbeddedChannel else { return }
    context.flush()
    while (try? channel.readOutbound(as: ByteBuffer.self)) != nil {}
  }

  private func updateWritability() {
    guard let channel = context?.channel as? EmbeddedChannel, channel.isActive else { return }
    let isWritable = waitingBytes <= Self.highWaterMark
    guard isWritable != channel.isWritable else { return }
    channel.isWritable = isWritable
    channel.pipeline.fireChannelWritabilityChanged()
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    switch mode {
    case .output:
      precondition(waiting.isEmpty, "the output is closed before it is sent")
      hasEnded = true
      promise?.succeed()
    case .input, .all:
      hasEnded = true
      let failed = waiting
      (waiting, flushed, waitingSince) = ([], 0, nil)
      for (_, promise) in failed { promise?.fail(ChannelError.ioOnClosedChannel) }
      context.close(mode: mode, promise: promise)
    }
  }
}
