import MockSpec
import NIOCore
import NIOHTTP2

extension ConnectionHandler {
  /// Passes the connection to the handlers for HTTP/2, and leaves the pipeline.
  ///
  /// - Parameter bytes: The received bytes, beginning with the preface; `nil` if there are none.
  func becomeHTTP2(_ bytes: ByteBuffer?, _ context: ChannelHandlerContext) {
    let limits = loop.context.limits
    let monitor = HTTP2Monitor(limits)
    let connection = HTTP2Connection(loop: loop, client: client, monitor: monitor)
    let bound = NIOLoopBound(connection, eventLoop: context.eventLoop)
    let handler = NIOHTTP2Handler(
      mode: .server, eventLoop: context.eventLoop,
      connectionConfiguration: .init(limits.server), streamConfiguration: .init(limits.server),
      inboundStreamInitializer: { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(StreamHandler(connection: bound.value))
        }
      })
    let pipeline = context.pipeline.syncOperations
    do {
      // One after the other, since NIO's handler writes its settings when it is added.
      let handlers: [any ChannelHandler] = [self, monitor, BackPressureHandler(), handler, connection]
      for (last, next) in zip(handlers, handlers.dropFirst()) { try pipeline.addHandler(next, position: .after(last)) }
      monitor.start(connection, try pipeline.context(handler: monitor))
    } catch {
      return context.close(promise: nil)
    }
    if let bytes { context.fireChannelRead(NIOAny(bytes)) }
    leave()
    pipeline.removeHandler(self, promise: nil)
  }

  /// Refuses a connection with HTTP/2.
  func refuse(_ refusal: HTTP2Refusal, _ context: ChannelHandlerContext) {
    guard !phase.isOver else { return }
    write((refusal.frames, nil), isLast: true, context)
    output.flush(context)
    report(nil, status: 503, note: refusal.refusal.reason, bodySize: nil, nil)
  }
}

extension NIOHTTP2Handler.ConnectionConfiguration {
  fileprivate init(_ limits: ServerLimits) {
    self.init()
    initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: HTTP2Connection.streamLimit),
      // Each field counts 32 bytes more (RFC 9113 §6.5.2). Calls that exceed our own limits by up to 8 KiB get a reply.
      HTTP2Setting(parameter: .maxHeaderListSize, value: limits.headerBytes + 32 * limits.headerCount + 8 << 10),
      HTTP2Setting(parameter: .initialWindowSize, value: NIOHTTP2Handler.StreamConfiguration.window),
    ]
    targetWindowSize = 1 << 20
    // `HeaderSection` checks them.
    headerBlockValidation = .disabled
    // Frames can still arrive for streams that the server has reset. If NIO has forgotten the stream, they end the
    // connection.
    maximumRecentlyResetStreams = 4 * HTTP2Connection.streamLimit
  }
}

extension NIOHTTP2Handler.StreamConfiguration {
  /// The number of bytes of a body that a client can send ahead.
  fileprivate static let window = 256 << 10

  fileprivate init(_ limits: ServerLimits) {
    self.init()
    targetWindowSize = Self.window
    // One piece of a body waits for the client's window.
    outboundBufferSizeHighWatermark = BodyInPieces.http2.piece - 1
    outboundBufferSizeLowWatermark = BodyInPieces.http2.piece / 2
    streamResetFrameRateLimit.maximumCount = limits.streamResets
  }
}
