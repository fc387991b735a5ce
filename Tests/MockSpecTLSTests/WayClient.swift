import NIOCore
import NIOPosix
import NIOSSL

@testable import MockSpecServer

/// A way from a client to a server.
enum Way: CaseIterable {
  case plain, http2, unixSocket, tls, http2OverTLS, proxy
  /// A tunnel of the proxy, which is decrypted.
  case tunnel

  var isHTTP2: Bool { self == .http2 || self == .http2OverTLS }
  var isEncrypted: Bool { self == .tls || self == .http2OverTLS }
  var isProxy: Bool { self == .proxy || self == .tunnel }
}

/// A client that sends one request, whose body follows in two parts, to `http://localhost/a` or `https://localhost/a`.
struct WayClient {
  let connection: ByteConnection
  private let way: Way

  /// - Parameters:
  ///   - socket: The path of the server's Unix socket.
  ///   - roots: The path of the certificates that the client trusts.
  static func run(
    _ way: Way, to server: MockServer, socket: String, roots: String, _ body: (WayClient) async throws -> Void
  ) async throws {
    var context: NIOSSLContext?
    if way.isEncrypted || way == .tunnel {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(roots))
      configuration.applicationProtocols = [way.isHTTP2 ? "h2" : "http/1.1"]
      context = try NIOSSLContext(configuration: configuration)
    }
    let setUp: @Sendable (any Channel) -> EventLoopFuture<NIOAsyncChannel<ByteBuffer, ByteBuffer>> = {
      [context] channel in
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        if way == .tunnel { try pipeline.addHandler(TunnelOpener()) }
        if let context {
          try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: "localhost"))
        }
        return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
      }
    }
    let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    let channel =
      if way == .unixSocket {
        try await bootstrap.connect(unixDomainSocketPath: socket, channelInitializer: setUp)
      } else {
        try await bootstrap.connect(host: "127.0.0.1", port: server.port ?? 0, channelInitializer: setUp)
      }
    try await ByteConnection.run(channel) { try await body(WayClient(connection: $0, way: way)) }
  }

  /// Sends the head of the request, whose body has ten bytes, and the first of them.
  func begin(_ body: String, version: String = "1.1") async throws {
    guard way.isHTTP2 else {
      let target = way == .proxy ? "http://localhost/a" : "/a"
      return try await connection.send(
        "POST \(target) HTTP/\(version)\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n\(body)")
    }
    // With fields of HPACK's static table.
    let block = [0x83, way.isEncrypted ? 0x87 : 0x86, 0x04, 2] + "/a".utf8 + [0x41, 9] + "localhost".utf8
    try await connection.send(
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8 + Self.frame(4, 0, stream: 0, []) + Self.frame(1, 4, stream: 1, block)
        + Self.frame(0, 0, stream: 1, Array(body.utf8)))
  }

  /// Sends the rest of the body.
  func end(_ body: String) async throws {
    if way.isHTTP2 {
      try await connection.send(Self.frame(0, 1, stream: 1, Array(body.utf8)))
    } else {
      try await connection.send(body)
    }
  }

  private static func frame(_ kind: UInt8, _ flags: UInt8, stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0, 0, UInt8(payload.count), kind, flags, 0, 0, 0, stream] + payload
  }
}

/// Opens a tunnel, and removes the proxy's answer from what is received.
private final class TunnelOpener: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private var answer = ByteBuffer()
  private var isOpen = false

  func channelActive(context: ChannelHandlerContext) {
    let request = ByteBuffer(string: "CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    context.writeAndFlush(wrapOutboundOut(request), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isOpen { return context.fireChannelRead(data) }
    var bytes = unwrapInboundIn(data)
    answer.writeBuffer(&bytes)
    guard let end = answer.readableBytesView.firstRange(of: "\r\n\r\n".utf8) else { return }
    isOpen = true
    answer.moveReaderIndex(to: end.upperBound)
    // An empty part would look like the end to TLS.
    if answer.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(answer)) }
  }
}
