import MockSpec
import NIOCore
import NIOHTTP2

/// Ends a connection with HTTP/2 whose client makes no call, sends bodies too slowly, or receives nothing.
///
/// NIO's handler parses the frames, and ends the connection after a flood of them. It sees only what arrives before the
/// connection is over.
///
/// Each connection has one timer, which frames don't set: when it fires, it compares times, and is set again.
///
/// Not thread-safe: used only on the connection's event loop.
final class HTTP2Monitor: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private let limits: ServerContext.Limits
  private weak var connection: HTTP2Connection?
  /// The number of bytes that were written.
  private var count = 0
  private var progress = PeerProgress()
  /// For each stream that waits, how often its client had allowed more when this was first noticed, and the time then.
  private var blocked: [Int: (allowances: Int, since: NIODeadline)] = [:]
  private var timer: Scheduled<Void>?
  private var context: ChannelHandlerContext?
  /// Whether NIO has ended the connection with an error.
  private(set) var hasFailed = false

  init(_ limits: ServerContext.Limits) {
    self.limits = limits
  }

  /// Starts the timer, which `cancel()` ends.
  func start(_ connection: HTTP2Connection, _ context: ChannelHandlerContext) {
    // The client may have left while NIO's handler sent its settings.
    guard context.channel.isActive else { return }
    (self.connection, self.context) = (connection, context)
    schedule(context)
  }

  func cancel() {
    timer?.cancel()
    context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if connection?.isOver == false { context.fireChannelRead(data) }
  }

  /// Calls `body` when all written bytes are sent. It isn't called if they can't be.
  func whenSent(_ body: @escaping () -> Void) {
    guard let context else { return }
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenSuccess(body)
    context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: promise)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .byteBuffer(let bytes) = unwrapOutboundIn(data) {
      count += bytes.readableBytes
      if bytes.isGoAwayWithError { hasFailed = true }
    }
    context.write(data, promise: promise)
  }

  // MARK: - Times

  private func schedule(_ context: ChannelHandlerContext) {
    var times = [limits.server.idleTimeout].filter { $0 > .zero }
    if limits.server.bodyRate > 0 { times.append(limits.bodyGrace) }
    guard let period = times.min() else { return }
    // Limits are exceeded by at most a quarter.
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(max(period / 4, .milliseconds(1)))) {
      [self] in
      check(context)
    }
  }

  private func check(_ context: ChannelHandlerContext) {
    guard let connection, context.channel.isActive else { return }
    let now = context.eventLoop.now
    let idle = TimeAmount(limits.server.idleTimeout)
    if idle > .zero {
      if let since = progress.stall(count, missing: context.unreceivedBytes, now) {
        if now - since >= idle { return connection.giveUp(after: limits.server.idleTimeout) }
        // The client still receives: it isn't idle, and streams can wait for the socket.
        blocked = [:]
      } else {
        checkStreams(connection, now, idle)
        if let idleStart = connection.idleStart, now - idleStart >= idle { connection.finish() }
      }
    }
    // Otherwise, nothing is read.
    if context.channel.isWritable { checkBodies(connection, now) }
    schedule(context)
  }

  /// Resets the streams on which the client hasn't allowed the server to send for too long.
  private func checkStreams(_ connection: HTTP2Connection, _ now: NIODeadline, _ limit: TimeAmount) {
    let waiting = connection.streams.filter { $0.value.isBlocked }
    blocked = blocked.filter { waiting[$0.key] != nil }
    for (id, stream) in waiting {
      let allowances = connection.allowances + stream.allowances
      if let (earlier, since) = blocked[id], earlier == allowances {
        if now - since >= limit { stream.giveUp(after: limits.server.idleTimeout) }
      } else {
        blocked[id] = (allowances, now)
      }
    }
  }

  /// Refuses the calls whose bodies are received too slowly.
  private func checkBodies(_ connection: HTTP2Connection, _ now: NIODeadline) {
    let rate = limits.server.bodyRate
    guard rate > 0 else { return }
    for stream in connection.streams.values {
      guard let (start, bytes) = stream.receivedBody else { continue }
      let time = max(TimeAmount(limits.bodyGrace), .milliseconds(Int64(bytes) * 1_000 / Int64(rate)))
      guard now - start >= time else { continue }
      stream.refuse(Refusal(status: 408, "the body was received at less than \(rate) bytes per second"))
    }
  }
}

extension ByteBuffer {
  /// Whether the bytes are a `GOAWAY` frame with an error (RFC 9113 §6.8), as NIO writes it. NIO reports errors of streams
  /// and of the connection in the same way, but sends such a frame only for the latter.
  fileprivate var isGoAwayWithError: Bool {
    readableBytes == 17 && getInteger(at: readerIndex, as: UInt32.self) == 0x0807
      && getInteger(at: readerIndex + 13, as: UInt32.self) != 0
  }
}
