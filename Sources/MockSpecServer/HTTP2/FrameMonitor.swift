import MockSpec
import NIOCore
import NIOHTTP2

/// Monitors the bytes and the frames of a connection. Ends it if the client sends nothing, sends too slowly, receives
/// nothing, or floods the server in a way that NIO doesn't notice.
///
/// Many calls that arrive at once are passed on in turns, so that other connections don't wait for all of them. Frames
/// of NIO that differ from what RFC 9113 requires are changed before they are sent.
///
/// Each connection has one timer, which frames don't set: when it fires, it compares times, and is set again.
///
/// Not thread-safe: used only on the connection's event loop.
final class FrameMonitor: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// The number of frames that a client can send without making calls, in addition to those below: `WINDOW_UPDATE`,
  /// `GOAWAY`, and those of unknown types, such as `PRIORITY_UPDATE`.
  private static let spareFrames = 1_000
  /// The number of such frames that it can send for each call, and for each frame of a body that it receives: one for
  /// the stream, one for the connection, and two in reserve.
  private static let spareFramesPerFrame = 4
  /// How many calls are passed on before other connections have their turn.
  private static let callsInTurn = SettingsExchange.streams

  private let limits: ServerContext.Limits
  private weak var connection: HTTP2Connection?
  private var input = FrameScanner(preface: HTTP2Preface.count)
  private var output = FrameScanner()
  /// The received bytes that wait for the next turn.
  private var waiting = ByteBuffer()
  private var callsInTurn = 0
  /// The highest number of a stream for which there was a `HEADERS` frame.
  private var lastStream = 0
  /// The last stream with a `HEADERS` frame after the end of its call.
  private var streamWithLateHeaders = 0
  private var isInBlock = false
  private var spareFrames = FrameMonitor.spareFrames
  /// Since when a frame or a block of fields has been received in part.
  private var partStart: NIODeadline?
  /// Since when there has been no stream; `nil` while there is one.
  private var idleStart: NIODeadline?
  /// The number of bytes that were written.
  private var count = 0
  private var progress = PeerProgress()
  /// For each stream that waits, the number of frames that it had sent when this was first noticed, and the time then.
  private var blocked: [Int: (frames: Int, since: NIODeadline)] = [:]
  private var timer: Scheduled<Void>?
  private var context: ChannelHandlerContext?
  /// Whether a read waits until bytes can be passed on and sent.
  private var isPaused = false
  private var isGoAwayExpected = false
  /// Whether NIO has ended the connection with an error.
  private(set) var hasFailed = false
  /// Whether the client has ended its side of the connection.
  private(set) var hasInputEnded = false

  init(_ limits: ServerContext.Limits) {
    self.limits = limits
  }

  /// Starts the timer, which `cancel()` ends.
  func start(_ connection: HTTP2Connection, _ context: ChannelHandlerContext) {
    // The client may have left while NIO's handler sent its settings.
    guard context.channel.isActive else { return }
    (self.connection, self.context) = (connection, context)
    idleStart = context.eventLoop.now
    schedule(context)
  }

  func cancel() {
    timer?.cancel()
    context = nil
  }

  /// Records that the server itself ends the connection.
  func expectGoAway() { isGoAwayExpected = true }

  /// Records whether there are streams.
  ///
  /// - Parameter now: The time at which the last stream has ended; `nil` if there are streams.
  func setIdle(since now: NIODeadline?) { idleStart = now }

  // MARK: - Received bytes

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard let connection, !connection.isOver else { return }
    var bytes = unwrapInboundIn(data)
    if waiting.readableBytes > 0 {
      waiting.writeBuffer(&bytes)
    } else {
      waiting = bytes
      passOn(connection, context)
    }
  }

  /// Passes bytes on, up to and including the first header of a call for the next turn.
  private func passOn(_ connection: HTTP2Connection, _ context: ChannelHandlerContext) {
    var rest = waiting
    while callsInTurn <= Self.callsInTurn, let frame = input.next(&rest) {
      // The previous frame or block is whole.
      if !isInBlock { partStart = nil }
      if frame.kind == .headers, frame.stream <= lastStream {
        // The bytes before this frame determine whether it has trailers, or comes after the end of the call. Streams
        // receive them when a read is complete.
        pass(waiting.readableBytes - rest.readableBytes - FrameScanner.headerSize, context)
        context.fireChannelReadComplete()
        if connection.streams[frame.stream]?.hasInputEnded == true { streamWithLateHeaders = frame.stream }
      }
      receive(frame, connection)
    }
    if !isInBlock, !input.isInFrame {
      partStart = nil
    } else if partStart == nil {
      partStart = context.eventLoop.now
    }
    if connection.isOver {
      waiting = ByteBuffer()
      return
    }
    if rest.readableBytes > 0 { connection.loop.turns.wait { [self] in takeTurn(context) } }
    pass(waiting.readableBytes - rest.readableBytes, context)
  }

  /// Passes on a number of the waiting bytes.
  private func pass(_ count: Int, _ context: ChannelHandlerContext) {
    guard count > 0, let bytes = waiting.readSlice(length: count) else { return }
    // Its memory may be reused if there are no other references to it.
    if waiting.readableBytes == 0 { waiting = ByteBuffer() }
    context.fireChannelRead(wrapInboundOut(bytes))
  }

  private func takeTurn(_ context: ChannelHandlerContext) {
    guard let connection, context.channel.isActive else { return }
    // The call whose header has ended the last turn.
    callsInTurn = 1
    if connection.isOver { waiting = ByteBuffer() } else { passOn(connection, context) }
    context.fireChannelReadComplete()
    guard waiting.readableBytes == 0 else { return }
    if hasInputEnded { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
    readOn(context)
  }

  private func receive(_ frame: FrameScanner.Frame, _ connection: HTTP2Connection) {
    switch frame.kind {
    case .headers:
      callsInTurn += 1
      lastStream = max(lastStream, frame.stream)
      addSpareFrames()
    case .windowUpdate, .goAway, nil:
      spareFrames -= 1
      if spareFrames < 0 { connection.fail(.enhanceYourCalm) }
    default: break
    }
    if frame.isTooSmall { connection.fail(.frameSizeError) }
    if frame.opensBlock { isInBlock = true }
    if frame.endsBlock { isInBlock = false }
  }

  private func addSpareFrames() {
    spareFrames = min(Self.spareFrames, spareFrames + Self.spareFramesPerFrame)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if waiting.readableBytes == 0 { callsInTurn = 0 }
    context.fireChannelReadComplete()
    // Something may have been read while a part was passed on.
    readOn(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event {
      hasInputEnded = true
      // Bytes that were received before the end are passed on before it.
      if waiting.readableBytes > 0 { return }
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// Nothing is read while bytes wait, or while the socket accepts none: windows don't limit replies without a body.
  private func takesBytes(_ context: ChannelHandlerContext) -> Bool {
    connection?.isOver != false || waiting.readableBytes == 0 && context.channel.isWritable
  }

  func read(context: ChannelHandlerContext) {
    if takesBytes(context) { context.read() } else { isPaused = true }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    context.fireChannelWritabilityChanged()
    readOn(context)
  }

  private func readOn(_ context: ChannelHandlerContext) {
    guard isPaused, takesBytes(context) else { return }
    isPaused = false
    context.read()
  }

  // MARK: - Sent bytes

  /// Calls `body` when all written bytes are sent. It isn't called if they can't be.
  func whenSent(_ body: @escaping () -> Void) {
    guard let context else { return }
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenSuccess(body)
    context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: promise)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .byteBuffer(var bytes) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
    var rest = bytes
    while let frame = output.next(&rest) { send(frame, in: &bytes) }
    count += bytes.readableBytes
    context.write(wrapOutboundOut(.byteBuffer(bytes)), promise: promise)
  }

  /// - Parameter bytes: The bytes that are written. NIO writes each frame that may be changed on its own.
  private func send(_ frame: FrameScanner.Frame, in bytes: inout ByteBuffer) {
    switch frame.kind {
    case .data:
      addSpareFrames()
      connection?.sent(onStream: frame.stream)
    case .headers where frame.length > FrameScanner.payloadSize: bytes = divide(frame, bytes)
    case .settings where frame.hasSettings:
      // After the frame's header and the first setting's key.
      bytes.setInteger(UInt32(SettingsExchange.streams), at: bytes.readerIndex + FrameScanner.headerSize + 2)
    case .goAway:
      if !isGoAwayExpected {
        hasFailed = true
        connection?.setFailed()
      }
      // NIO doesn't know which calls are answered.
      bytes.setInteger(UInt32(connection?.lastStream ?? 0), at: bytes.readerIndex + FrameScanner.headerSize)
    case .resetStream:
      guard let stream = connection?.streams[frame.stream], !stream.isClosed else { return }
      stream.setResetByServer()
      guard frame.stream == streamWithLateHeaders else { return }
      // The error code of NIO differs from the one that RFC 9113 §5.1 requires.
      bytes.setInteger(UInt32(HTTP2ErrorCode.streamClosed.networkCode), at: bytes.readerIndex + FrameScanner.headerSize)
    default: break
    }
  }

  /// Divides a `HEADERS` frame into one of the size that every client accepts, and `CONTINUATION` frames (RFC 9113 §6.10).
  private func divide(_ frame: FrameScanner.Frame, _ bytes: ByteBuffer) -> ByteBuffer {
    var (block, divided) = (bytes, ByteBuffer())
    block.moveReaderIndex(forwardBy: FrameScanner.headerSize)
    var (kind, flags) = (FrameScanner.Frame.Kind.headers, frame.flags & ~FrameScanner.Frame.endHeaders)
    while block.readableBytes > 0 {
      let payload = block.readSlice(length: min(block.readableBytes, FrameScanner.payloadSize))!
      if block.readableBytes == 0 { flags |= FrameScanner.Frame.endHeaders }
      divided.writeInteger(UInt32(payload.readableBytes) << 8 | UInt32(kind.rawValue))
      divided.writeInteger(flags)
      divided.writeInteger(UInt32(frame.stream))
      divided.writeImmutableBuffer(payload)
      (kind, flags) = (.continuation, 0)
    }
    return divided
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
      if let since = progress.stall(count, missing: context.unreceivedBytes, now) {
        if now - since >= idle { return connection.giveUp(after: limits.server.idleTimeout) }
        // The client still receives: it isn't idle, and streams can wait for the socket.
        blocked = [:]
      } else {
        checkStreams(connection, now, idle)
        if let idleStart, now - idleStart >= idle { connection.finish() }
      }
    }
    if isPaused || waiting.readableBytes > 0 {
      // The client couldn't send.
      if partStart != nil { partStart = now }
      return schedule(context)
    }
    let header = TimeAmount(limits.server.headerTimeout)
    if header > .zero, let partStart, now - partStart >= header { connection.fail(.enhanceYourCalm) }
    checkBodies(connection, now)
    schedule(context)
  }

  /// Resets the streams on which the client hasn't allowed the server to send for too long.
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
