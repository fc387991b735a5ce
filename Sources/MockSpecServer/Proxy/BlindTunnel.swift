import MockSpec
import NIOCore
import NIOPosix

/// A tunnel whose bytes are passed on as they are.
///
/// Each side is read only as fast as the other one accepts bytes. The end of a direction is passed on. The tunnel ends
/// when both directions have ended, or when nothing has been read from either side for a time. Not thread-safe: used
/// only on one event loop.
final class BlindTunnel {
  private let client: ChannelHandlerContext
  private let idle: Duration
  private var server: (any Channel)?
  private var onOpen: ((ForwardingError?) -> Void)?
  private var onTakesBytes: () -> Void = {}
  private var onEnd: ((_ client: Int, _ server: Int) -> Void)?
  private(set) var hasStarted = false
  private var hasClientEnded = false
  private var hasServerEnded = false
  private var isServerPaused = false
  /// The number of bytes that were read from the client and from the server.
  private var counts = (client: 0, server: 0)
  private var lastRead = NIODeadline.now()
  private var timer: Scheduled<Void>?

  /// - Parameters:
  ///   - client: The context of the client's connection.
  ///   - idle: The time without bytes after which the tunnel ends; zero for none.
  init(client: ChannelHandlerContext, idle: Duration) {
    self.client = client
    self.idle = idle
  }

  /// Whether bytes of the client are read.
  var takesBytes: Bool { hasStarted && !hasClientEnded && server?.isWritable == true }

  /// Connects.
  ///
  /// - Parameter onOpen: Called once, with the reason if the tunnel can't be opened; not after `cancel()`.
  func open(
    through connector: OriginConnector, within timeout: Duration, onOpen: @escaping (ForwardingError?) -> Void
  ) {
    self.onOpen = onOpen
    let bound = NIOLoopBound(self, eventLoop: client.eventLoop)
    connector.connect(within: timeout, halfCloses: true) { channel in
      try channel.pipeline.syncOperations.addHandler(TunnelEnd(bound.value))
    } onEnd: { [self] result in
      guard let onOpen = self.onOpen.take() else {
        if case .success(let channel) = result { channel.close(promise: nil) }
        return
      }
      switch result {
      case .success(let channel):
        server = channel
        onOpen(nil)
      case .failure(let error): onOpen(error)
      }
    }
  }

  /// Uses a connection that is open.
  func open(over channel: any Channel) throws {
    server = channel
    try channel.pipeline.syncOperations.addHandler(TunnelEnd(self))
  }

  /// Starts to pass bytes on.
  ///
  /// - Parameters:
  ///   - early: The bytes that the client has sent already.
  ///   - onTakesBytes: Called when `takesBytes` may have become true.
  ///   - onEnd: Called once, when the tunnel has ended, with the number of bytes from the client and from the server.
  func start(
    with early: ByteBuffer, onTakesBytes: @escaping () -> Void, onEnd: @escaping (_ client: Int, _ server: Int) -> Void
  ) {
    hasStarted = true
    (self.onTakesBytes, self.onEnd) = (onTakesBytes, onEnd)
    lastRead = .now()
    watch()
    if early.readableBytes > 0 { send(early) }
    if hasClientEnded { endServer() }
    server?.read()
  }

  /// Passes bytes of the client on.
  func send(_ bytes: ByteBuffer) {
    lastRead = .now()
    counts.client += bytes.readableBytes
    server?.writeAndFlush(bytes, promise: nil)
  }

  /// Passes the end of the client's side on.
  func clientEnded() {
    guard !hasClientEnded else { return }
    hasClientEnded = true
    if hasStarted { endServer() }
  }

  /// Reads on when the client's connection accepts bytes again.
  func readOn() {
    guard isServerPaused else { return }
    isServerPaused = false
    server?.read()
  }

  /// Closes the connection to the server.
  func cancel() {
    (onOpen, onTakesBytes) = (nil, {})
    timer?.cancel()
    server?.close(promise: nil)
    onEnd.take()?(counts.client, counts.server)
  }

  // MARK: - The server's side

  fileprivate func receive(_ bytes: ByteBuffer) {
    lastRead = .now()
    counts.server += bytes.readableBytes
    client.writeAndFlush(NIOAny(bytes), promise: nil)
  }

  fileprivate func receivedAll() {
    if client.channel.isWritable { server?.read() } else { isServerPaused = true }
  }

  fileprivate func serverTakesBytes() {
    if takesBytes { onTakesBytes() }
  }

  fileprivate func serverEnded() {
    guard !hasServerEnded else { return }
    hasServerEnded = true
    after(client) { [self] in
      hasClientEnded ? client.close(promise: nil) : client.close(mode: .output, promise: nil)
    }
  }

  /// Closes the client's connection after what was received.
  fileprivate func serverClosed() {
    server = nil
    after(client) { [self] in client.close(promise: nil) }
  }

  private func endServer() {
    guard let server else { return }
    server.writeAndFlush(ByteBuffer()).assumeIsolated().whenComplete { [self] _ in
      guard hasServerEnded else { return server.close(mode: .output, promise: nil) }
      after(client) { [self] in client.close(promise: nil) }
    }
  }

  /// Calls `body` when all bytes that were written to the client are sent.
  private func after(_ client: ChannelHandlerContext, _ body: @escaping () -> Void) {
    let promise = client.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { _ in body() }
    client.writeAndFlush(NIOAny(ByteBuffer()), promise: promise)
  }

  private func watch() {
    guard idle > .zero else { return }
    let end = lastRead + TimeAmount(idle)
    timer = client.eventLoop.assumeIsolated().scheduleTask(deadline: end) { [self] in
      if lastRead + TimeAmount(idle) > end { return watch() }
      client.close(promise: nil)
    }
  }
}

/// The server's end of a tunnel.
private final class TunnelEnd: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let tunnel: BlindTunnel

  init(_ tunnel: BlindTunnel) { self.tunnel = tunnel }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { tunnel.receive(unwrapInboundIn(data)) }

  func channelReadComplete(context: ChannelHandlerContext) { tunnel.receivedAll() }

  func channelWritabilityChanged(context: ChannelHandlerContext) { tunnel.serverTakesBytes() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event { tunnel.serverEnded() }
  }

  func channelInactive(context: ChannelHandlerContext) { tunnel.serverClosed() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
