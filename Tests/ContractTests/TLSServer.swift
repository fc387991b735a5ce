import MockSpec
import MockSpecServer
import MockSpecTLS
import NIOCore
import NIOPosix
import TestSupport

/// A server that speaks TLS with a certificate of an authority that it makes, and its clients, which verify that.
struct TLSServer {
  private let server: MockServer
  let port: Int
  /// The file of the certificate that clients trust.
  let root: String
  private let clientTLS: VerifyingTLS
  private let folder: TemporaryFolder

  init(_ engine: MockEngine) async throws {
    folder = try TemporaryFolder()
    let authority = try LocalAuthority.create(
      in: folder.path + "/authority", hosts: CertifiedHost.local, machine: "test")
    root = authority.root
    clientTLS = VerifyingTLS(file: root)
    server = MockServer(
      engine: engine, host: "127.0.0.1", port: 0, control: nil, sharesPort: true, threads: 1,
      limits: engine.session.sets.settings.server.limits, tls: try AuthorityTLS(authority), onRequest: nil,
      onNotice: nil)
    port = try await server.start().port
  }

  func stop() async { await server.stop() }

  /// Sends text on a new connection, and returns all that is received until its end, however it ends.
  func rest(after text: String) async throws -> String {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { [clientTLS] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(
            clientTLS.makeHandlers(host: "localhost") + [Received(continuation)])
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    try await channel.writeAndFlush(ByteBuffer(string: text))
    return await stream.first { _ in true } ?? ""
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
