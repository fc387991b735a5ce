import MockSpec
import MockSpecServer
import MockSpecTLS
import NIOCore
import NIOPosix
import TestSupport

/// A server that speaks TLS with a certificate of an authority that it makes, and its clients, which verify that. Optionally, it is
/// a proxy in which they open tunnels to `api.example.com`.
struct TLSServer {
  private let server: MockServer
  let port: Int
  /// The file of the certificate that clients trust.
  let root: String
  private let clientTLS: VerifyingTLS
  private let isProxy: Bool
  private let folder: TemporaryFolder

  init(_ engine: MockEngine, isProxy: Bool = false) async throws {
    self.isProxy = isProxy
    folder = try TemporaryFolder()
    let authority = try LocalAuthority.create(
      in: folder.path + "/authority", hosts: CertifiedHost.local + [.name("api.example.com")], machine: "test")
    let tls = try AuthorityTLS(authority)
    root = authority.root
    clientTLS = VerifyingTLS(file: root)
    server = MockServer(
      engine: engine, host: "127.0.0.1", port: 0, control: nil, sharesPort: true, threads: 1,
      limits: engine.session.sets.settings.server.limits,
      proxy: isProxy ? ProxyContext(tls: tls) { _, _, _ in .mocked } : nil, tls: isProxy ? nil : tls, onCall: nil,
      onNotice: nil)
    port = try await server.start().port
  }

  func stop() async { await server.stop() }

  /// Sends text on a new connection, and returns all that is received until its end, however it ends.
  func rest(after text: String) async throws -> String {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { [clientTLS, isProxy] channel in
        channel.eventLoop.makeCompletedFuture {
          let first: [any ChannelHandler] =
            try isProxy ? [Tunnel(clientTLS, text)] : clientTLS.makeHandlers(host: "localhost")
          try channel.pipeline.syncOperations.addHandlers(first + [Received(continuation)])
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    if !isProxy { try await channel.writeAndFlush(ByteBuffer(string: text)) }
    return await stream.first { _ in true } ?? ""
  }
}

/// Opens a tunnel, then sends a text inside.
private final class Tunnel: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let tls: VerifyingTLS
  private let text: String
  private var answer = ""

  init(_ tls: VerifyingTLS, _ text: String) {
    self.tls = tls
    self.text = text
  }

  func channelActive(context: ChannelHandlerContext) {
    let head = "CONNECT api.example.com:443 HTTP/1.1\r\nHost: api.example.com:443\r\n\r\n"
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head)), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if answer.hasSuffix("\r\n\r\n") { return context.fireChannelRead(data) }
    answer += String(buffer: unwrapInboundIn(data))
    guard answer.hasSuffix("\r\n\r\n") else { return }
    guard answer.hasPrefix("HTTP/1.1 200 "),
      let handlers = try? tls.makeHandlers(host: "api.example.com"),
      (try? context.pipeline.syncOperations.addHandlers(handlers, position: .after(self))) != nil
    else { return context.close(promise: nil) }
    context.channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
  }
}

/// Collects what is received.
private final class Received: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// Gets all that was received when the connection has ended.
  private let end: AsyncStream<String>.Continuation
  private var bytes = ByteBuffer()

  init(_ end: AsyncStream<String>.Continuation) { self.end = end }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var new = unwrapInboundIn(data)
    bytes.writeBuffer(&new)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end.yield(String(buffer: bytes))
    end.finish()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
