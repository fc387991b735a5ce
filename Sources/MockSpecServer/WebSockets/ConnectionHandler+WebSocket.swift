import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1
import NIOWebSocket

extension ConnectionHandler {
  /// Answers the handshake of a WebSocket, passes the connection to the handlers for it, and leaves the pipeline.
  ///
  /// - Parameter reply: The reply without `Sec-WebSocket-Accept`.
  func becomeWebSocket(
    _ socket: RunningSocket, _ reply: Reply, to decided: DecidedCall, _ context: ChannelHandlerContext
  ) {
    let accept = Self.accept(decided.call.fields[.secWebSocketKey] ?? "", context.channel)
    let head = loop.renderer.head(
      reply.status, reply.fields, length: nil, lines: "Sec-WebSocket-Accept: \(accept)\r\n", connection: nil)
    write((head, nil), context)
    output.flush(context)
    report(decided, status: reply.status, bodySize: 0)
    let limit = loop.context.limits.server.bodyBytes
    // Frames of control have up to 125 bytes.
    let decoder = WebSocketFrameDecoder(maxFrameSize: min(max(limit, 125), Int(UInt32.max)))
    let connection = WebSocketHandler(socket, loop: loop)
    let handlers: [any ChannelHandler] = [self, WebSocketFrameEncoder(), ByteToMessageHandler(decoder), connection]
    let pipeline = context.pipeline.syncOperations
    do {
      for (last, next) in zip(handlers, handlers.dropFirst()) { try pipeline.addHandler(next, position: .after(last)) }
    } catch {
      socket.end(.init(SocketCloseCode.abnormal, by: .server))
      return context.close(promise: nil)
    }
    let rest = scanner.takeRest()
    if rest.readableBytes > 0 { context.fireChannelRead(NIOAny(rest)) }
    if hasInputEnded { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
    passReadOn(context)
    leave()
    pipeline.removeHandler(self, promise: nil)
  }

  static var opensForwardedSockets: Bool { true }

  func beginSocket(
    of decided: DecidedCall, _ fields: HTTPFields, note: String, over origin: any Channel,
    _ isReady: EventLoopFuture<Void>, _ context: ChannelHandlerContext
  ) {
    // A WebSocket can be silent for any time.
    let tunnel = BlindTunnel(client: context, idle: .zero)
    phase = .answering(.tunnel(tunnel))
    do {
      try tunnel.open(over: origin)
    } catch {
      return context.close(promise: nil)
    }
    write((loop.renderer.head(101, fields, length: nil, connection: nil), nil), context)
    output.flush(context)
    report(decided, status: 101, note: note, bodySize: 0)
    isReady.assumeIsolated().whenComplete { [self] result in
      guard case .tunnel(let current)? = phase.work, current === tunnel else { return }
      guard case .success = result else { return context.close(promise: nil) }
      // The client can have ended its side before it got an answer.
      if hasInputEnded { tunnel.clientEnded() }
      start(tunnel, "WebSocket", decided.head, context)
    }
  }

  /// Returns the value of `Sec-WebSocket-Accept` (RFC 6455 §4.2.2).
  private static func accept(_ key: String, _ channel: any Channel) -> String {
    let fields: HTTPHeaders = ["Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"]
    let upgrader = NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
      upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: fields)
    var accept = ""
    // Succeeds at once, since this is the event loop.
    upgrader.buildUpgradeResponse(channel: channel, upgradeRequest: head, initialResponseHeaders: [:])
      .assumeIsolated().whenSuccess { accept = $0.first(name: "Sec-WebSocket-Accept") ?? "" }
    return accept
  }
}
