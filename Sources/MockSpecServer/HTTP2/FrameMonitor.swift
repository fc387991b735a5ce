import MockSpec
import NIOCore
import NIOHTTP2

/// Watches the bytes and the frames of a connection, and ends it when its client sends nothing, sends too slowly, takes
/// nothing of what is sent, or floods the server in a way that NIO doesn't notice.
///
/// There is one timer for each connection. No frame sets it: when it fires, times are compared, and it is set again.
///
/// Not thread-safe: used only on the connection's event loop.
final class FrameMonitor: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// How many `WINDOW_UPDATE` frames a client can send besides those for what it receives.
  private static let windowUpdates = 1_000
  /// How many it can send for each frame with a part of a body: for the stream, for the connection, and as much again.
  private static let windowUpdatesPerFrame = 4

  private let limits: ServerContext.Limits
  private weak var connection: HTTP2Connection?
  private var input = FrameScanner(preface: HTTP2Preface.count)
  private var output = FrameScanner()
  /// The highest number of a stream that the client has opened.
  private(set) var lastStream = 0
  private var isInBlock = false
  private var windowUpdates = FrameMonitor.windowUpdates
  /// Since when a frame or a block of fields has been received in part.
  private var partStart: NIODeadline?
  /// Since when there has been no stream; `nil` while there is one.
  private var idleStart: NIODeadline?
  /// The number of bytes that were written.
  private var count = 0
  /// How many bytes the client was last found to have received, and since when; `nil` if it had received all.
  private var receipt: (count: Int, since: NIODeadline)?
  /// How many frames streams had sent when they were first found to wait, and since when.
  private var blocked: [Int: (frames: Int, since: NIODeadline)] = [:]
  private var timer: Scheduled<Void>?
  /// Whether a read waits until the client takes what is sent.
  private var isPaused = false
  private var isGoAwayExpected = false
  /// Whether NIO has ended the connection with an error.
  private(set) var hasFailed = false
  /// Whether the client has ended its side of the connection.
  private(set) var hasInputEnded = false

  init(_ limits: ServerContext.Limits) {
    self.limits = limits
  }

  /// Starts the timer.
  func start(_ connection: HTTP2Connection, _ context: ChannelHandlerContext) {
    self.connection = connection
    idleStart = context.eventLoop.now
    schedule(context)
  }

  func cancel() { timer?.cancel() }

  /// Records that the server itself ends the connection.
  func expectGoAway() { isGoAwayExpected = true }

  /// Records whether there are streams.
  ///
  /// - Parameter now: Set if there is none any more.
  func setIdle(since now: NIODeadline?) { idleStart = now }

  // MARK: - Bytes

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard let connection, !connection.isOver else { return }
    var bytes = unwrapInboundIn(data)
    while let frame = input.next(&bytes) { receive(frame, connection) }
    if !isInBlock, !input.isInFrame {
      partStart = nil
    } else if partStart == nil {
      partStart = context.eventLoop.now
    }
    if connection.isOver { return }
    context.fireChannelRead(data)
  }

  private func receive(_ frame: FrameScanner.Frame, _ connection: HTTP2Connection) {
    switch frame.kind {
    case .headers: lastStream = max(lastStream, frame.stream)
    case .windowUpdate:
      windowUpdates -= 1
      if windowUpdates < 0 { connection.fail(.enhanceYourCalm) }
    default: break
    }
    if frame.opensBlock { isInBlock = true }
    if frame.endsBlock { isInBlock = false }
  }

  /// Nothing is read while the client takes nothing: answers without a body aren't held back by windows.
  func read(context: ChannelHandlerContext) {
    if context.channel.isWritable || connection?.isOver != false { context.read() } else { isPaused = true }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    context.fireChannelWritabilityChanged()
    guard isPaused, context.channel.isWritable else { return }
    isPaused = false
    context.read()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .byteBuffer(var bytes) = unwrapOutboundIn(data) {
      count += bytes.readableBytes
      while let frame = output.next(&bytes) { send(frame) }
    }
    context.write(data, promise: promise)
  }

  private func send(_ frame: FrameScanner.Frame) {
    switch frame.kind {
    case .data:
      windowUpdates = min(Self.windowUpdates, windowUpdates + Self.windowUpdatesPerFrame)
      connection?.sent(onStream: frame.stream)
    case .goAway: if !isGoAwayExpected { hasFailed = true }
    default: break
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event { hasInputEnded = true }
    context.fireUserInboundEventTriggered(event)
  }

  // MARK: - Times

  private func schedule(_ context: ChannelHandlerContext) {
    let times = [limits.server.idleTimeout, limits.server.headerTimeout].filter { $0 > .zero }
    guard let period = (times + (limits.server.bodyRate > 0 ? [limits.bodyGrace] : [])).min() else { return }
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
      if isReceiptOverdue(now, idle, context) { return connection.giveUp() }
      checkStreams(connection, now, idle)
      if let idleStart, now - idleStart >= idle { connection.finish() }
    }
    if isPaused {
      // The client couldn't send.
      if partStart != nil { partStart = now }
      return schedule(context)
    }
    let header = TimeAmount(limits.server.headerTimeout)
    if header > .zero, let partStart, now - partStart >= header { connection.fail(.enhanceYourCalm) }
    checkBodies(connection, now)
    schedule(context)
  }

  /// Returns whether the client's system has acknowledged nothing for too long.
  private func isReceiptOverdue(_ now: NIODeadline, _ limit: TimeAmount, _ context: ChannelHandlerContext) -> Bool {
    let missing = context.unreceivedBytes
    guard missing > 0 else {
      receipt = nil
      return false
    }
    let count = count - missing
    let since = receipt.flatMap { count > $0.count ? nil : $0.since } ?? now
    receipt = (count, since)
    return now - since >= limit
  }

  /// Resets the streams for which the client has allowed nothing to be sent for too long.
  private func checkStreams(_ connection: HTTP2Connection, _ now: NIODeadline, _ limit: TimeAmount) {
    let waiting = connection.streams.filter { $0.value.isBlocked }
    blocked = blocked.filter { waiting[$0.key] != nil }
    for (id, stream) in waiting {
      if let (frames, since) = blocked[id], frames == stream.sentFrames {
        if now - since >= limit { stream.giveUp(after: limits.server.idleTimeout) }
      } else {
        blocked[id] = (stream.sentFrames, now)
      }
    }
  }

  /// Refuses the requests whose bodies are received too slowly.
  private func checkBodies(_ connection: HTTP2Connection, _ now: NIODeadline) {
    let rate = limits.server.bodyRate
    guard rate > 0 else { return }
    for stream in connection.streams.values where stream.isReceiving {
      guard let (start, bytes) = stream.bodyReceipt else { continue }
      let time = max(TimeAmount(limits.bodyGrace), .milliseconds(Int64(bytes) * 1_000 / Int64(rate)))
      guard now - start >= time else { continue }
      stream.refuse(Refusal(status: 408, "the body was received at less than \(rate) bytes per second"))
    }
  }
}
