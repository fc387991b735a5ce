import MockSpec
import NIOCore
import NIOWebSocket

/// A connection of a client that is a WebSocket (RFC 6455).
///
/// A message is sent when the socket has accepted the one before. Until then, nothing is read, so a client that doesn't read
/// holds one message.
///
/// Not thread-safe: used only on the connection's event loop.
final class WebSocketHandler: ChannelDuplexHandler, OpenConnection {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private enum Phase {
    case open
    /// The server has closed the WebSocket, and waits until the client does, or the timer fires.
    case closing
    /// Both sides have closed it, or the client has made a mistake. What it sends is ignored.
    case ended
    /// The server's side of the connection has ended. The timer ends the client's.
    case lingering
    case closed
  }

  private let loop: EventLoopState
  private let socket: RunningSocket
  private var assembly: FrameAssembly
  private var cursor: SocketCursor
  private var phase = Phase.open
  /// Whether the socket hasn't accepted the last message yet.
  private var isInFlight = false
  private var isAdvancing = false
  private var isCloseSent = false
  private var needsRead = false
  private var hasInputEnded = false
  /// The number of bytes that were written.
  private var count = 0
  private var progress = PeerProgress()
  /// Fires when the next message is due.
  private var timer: (deadline: NIODeadline, scheduled: Scheduled<Void>)?
  private var context: ChannelHandlerContext?

  init(_ socket: RunningSocket, loop: EventLoopState) {
    (self.socket, self.loop) = (socket, loop)
    assembly = FrameAssembly(limit: loop.context.limits.server.bodyBytes)
    cursor = socket.cursor(at: .zero)
  }

  private var isOpen: Bool { if case .open = phase { true } else { false } }

  /// Whether more bytes of the client are read.
  private var takesBytes: Bool {
    guard isOpen, let context else { return true }
    return !isInFlight && !cursor.isBusy && context.channel.isWritable
  }

  // MARK: - Server

  /// Closes the WebSocket, since the server stops.
  func finish() { close(.init(SocketCloseCode.goingAway, by: .server, reason: "the server stops")) }

  /// Closes the connection at once.
  func abort() { context?.closeAtOnce() }

  /// Lets messages be sent by hand, and lets the session close the WebSocket.
  private func open(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let eventLoop = context.eventLoop
    socket.open {
      eventLoop.execute {
        bound.value.close(.init(SocketCloseCode.goingAway, by: .server, reason: "the session was reset or has ended"))
      }
    } onSend: {
      eventLoop.execute { bound.value.advance() }
    }
  }

  // MARK: - Messages

  /// Sends what is due, until the socket accepts no more.
  private func advance() {
    guard let context, !isAdvancing else { return }
    isAdvancing = true
    while isOpen, !isInFlight {
      if let message = socket.takeMessage() {
        send(message, context)
        continue
      }
      guard let action = cursor.next(at: Self.time(context.eventLoop.now)) else { break }
      switch action {
      case .send(let message): send(message, context)
      case .close(let code): close(.init(code, by: .server))
      case .entry(let index, let received):
        do throws(SocketFailure) {
          send(try socket.message(of: index, answering: received), context)
        } catch {
          close(.init(SocketCloseCode.internalError, by: .server, reason: error.message))
        }
      }
    }
    isAdvancing = false
    setTimer(context)
    readOn(context)
  }

  private func setTimer(_ context: ChannelHandlerContext) {
    let due: NIODeadline? = isOpen && !isInFlight ? cursor.due.map { .uptimeNanoseconds(0) + TimeAmount($0) } : nil
    if let timer, timer.deadline == due { return }
    timer?.scheduled.cancel()
    timer = due.map { deadline in
      (
        deadline,
        context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [self] in
          timer = nil
          advance()
        }
      )
    }
  }

  private static func time(_ now: NIODeadline) -> Duration { .nanoseconds(Int64(now.uptimeNanoseconds)) }

  private func send(_ message: SocketMessage, _ context: ChannelHandlerContext) {
    isInFlight = true
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { [self] result in
      isInFlight = false
      guard case .success = result else { return }
      socket.log.sent(message)
      advance()
    }
    write(message.isText ? .text : .binary, ByteBuffer(bytes: message.content), promise, context)
  }

  private func write(
    _ opcode: WebSocketOpcode, _ data: ByteBuffer, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
  ) {
    let size = data.readableBytes
    count += size + (size < 126 ? 2 : size <= Int(UInt16.max) ? 4 : 10)
    context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: promise)
  }

  private func receive(_ received: FrameAssembly.Received, _ context: ChannelHandlerContext) {
    switch received {
    case .message(let message):
      guard isOpen else { return }
      socket.log.received(message)
      let entry = socket.entry(answering: message)
      cursor.receive(message, answeredBy: entry, at: Self.time(context.eventLoop.now))
      advance()
    case .ping(let data): if isOpen { write(.pong, data, nil, context) }
    case .pong, .part: break
    case .close(let code):
      if isOpen {
        socket.end(.init(code ?? SocketCloseCode.none, by: .client))
        writeClose(code, reason: nil, context)
      }
      end(context)
    }
  }

  // MARK: - End

  /// Closes the WebSocket, and waits for the client to do so.
  private func close(_ close: SocketLog.Close) {
    guard isOpen, let context else { return }
    phase = .closing
    socket.end(close)
    writeClose(close.code, reason: close.reason, context)
    setTimer(context)
    readOn(context)
  }

  /// Ends the connection of a client that has made a mistake.
  private func fail(_ failure: FrameAssembly.Failure, _ context: ChannelHandlerContext) {
    if isOpen {
      socket.end(.init(failure.code, by: .server, reason: failure.reason))
      writeClose(failure.code, reason: failure.reason, context)
    }
    end(context)
  }

  /// Writes a close. The client has a limited time to receive it and to send its own.
  private func writeClose(_ code: Int?, reason: String?, _ context: ChannelHandlerContext) {
    var data = ByteBuffer()
    if let code { data.writeInteger(UInt16(code)) }
    if let reason {
      let start = reason.utf8.prefix(Self.reasonLimit)
      data.writeBytes(start.dropLast(start.count < reason.utf8.count ? start.openTail : 0))
    }
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenSuccess { [self] in
      isCloseSent = true
      endOutput(context)
    }
    write(.connectionClose, data, promise, context)
    after(loop.context.limits.linger, context) { handler, context in
      guard handler.isCloseSent else { return context.reset() }
      if case .closing = handler.phase { handler.end(context) }
    }
  }

  /// A frame of control has at most 125 bytes, of which the code takes two.
  private static let reasonLimit = 123

  /// Ends the connection when the close is sent. Our side ends first, and the rest when the client has ended its side.
  private func end(_ context: ChannelHandlerContext) {
    switch phase {
    case .open, .closing: break
    case .ended, .lingering, .closed: return
    }
    phase = .ended
    setTimer(context)
    endOutput(context)
    readOn(context)
  }

  /// Ends our side of the connection when the close is sent.
  private func endOutput(_ context: ChannelHandlerContext) {
    guard isCloseSent, case .ended = phase else { return }
    if hasInputEnded { return context.close(promise: nil) }
    phase = .lingering
    context.close(mode: .output, promise: nil)
    after(loop.context.limits.linger, context) { $1.close(promise: nil) }
  }

  // MARK: - Watch

  /// Checks repeatedly whether the client receives what is sent. An idle WebSocket stays open.
  private func startWatch(_ context: ChannelHandlerContext) {
    let limit = loop.context.limits.server.idleTimeout
    guard limit > .zero else { return }
    // The limit is exceeded by at most a quarter.
    after(max(limit / 4, .milliseconds(1)), context) { handler, context in
      let (now, socket) = (context.eventLoop.now, handler.socket)
      let stall = handler.progress.stall(handler.count, missing: context.unreceivedBytes, now)
      if let stall, now - stall >= TimeAmount(limit) {
        socket.end(.init(SocketCloseCode.abnormal, by: .server, reason: "the client received nothing for \(limit)"))
        return context.reset()
      }
      handler.startWatch(context)
    }
  }

  /// Does something later, unless the connection has ended by then.
  ///
  /// The timer isn't cancelled with the connection, since NIO searches all timers for one that is. Until it fires, it holds
  /// little memory.
  private func after(
    _ time: Duration, _ context: ChannelHandlerContext,
    _ action: @escaping (WebSocketHandler, ChannelHandlerContext) -> Void
  ) {
    _ = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { [weak self] in
      guard let self, let context = self.context else { return }
      action(self, context)
    }
  }

  // MARK: - Channel events

  func handlerAdded(context: ChannelHandlerContext) {
    // The client may have left while the handshake was answered.
    guard context.channel.isActive else {
      phase = .closed
      return socket.end(.init(SocketCloseCode.abnormal, by: .client))
    }
    self.context = context
    cursor = socket.cursor(at: Self.time(context.eventLoop.now))
    startWatch(context)
    open(context)
    loop.connections.add(self)
    advance()
  }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .closed
    timer?.scheduled.cancel()
    socket.end(.init(SocketCloseCode.abnormal, by: .client))
    self.context = nil
    loop.connections.remove(self)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch phase {
    case .open, .closing: break
    case .ended, .lingering, .closed: return
    }
    do throws(FrameAssembly.Failure) {
      receive(try assembly.receive(unwrapInboundIn(data)), context)
    } catch {
      fail(error, context)
    }
  }

  func read(context: ChannelHandlerContext) {
    if takesBytes { context.read() } else { needsRead = true }
  }

  private func readOn(_ context: ChannelHandlerContext) {
    guard needsRead, takesBytes else { return }
    needsRead = false
    context.read()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) { readOn(context) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed = event else { return }
    hasInputEnded = true
    // While the last frames are sent, their completion handler closes the connection.
    if case .ended = phase { return }
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength:
      fail(.tooLarge(limit: loop.context.limits.server.bodyBytes), context)
    case is NIOWebSocketError: fail(.init("a frame of control is too long, or divided"), context)
    // What follows a frame that can't be read. Its client still has to receive why.
    case is ByteToMessageDecoderError: break
    default: context.close(promise: nil)
    }
  }
}
