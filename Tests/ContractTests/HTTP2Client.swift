import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A client that speaks HTTP/2, on a new connection for each call.
struct HTTP2Client: Sendable {
  /// What is received on the stream.
  struct ReceivedReply: Sendable {
    /// The pseudo-header field and the others; values of equal names are joined.
    var fields: [String: String] = [:]
    var body = ""
    /// Whether the stream wasn't reset.
    var isWhole = false
  }

  let port: Int
  /// The file of the certificate to trust; `nil` for no TLS.
  var root: String?

  func response(to exchange: Exchange) async throws -> ReceivedReply {
    var headers = HPACKHeaders([
      (":method", exchange.method), (":scheme", root == nil ? "http" : "https"), (":path", exchange.path),
      (":authority", "api.example.com"),
    ])
    for (name, value) in exchange.fields where name.lowercased() != "keep-alive" {
      headers.add(name: name.lowercased(), value: value)
    }
    let body = exchange.body.isEmpty ? nil : ByteBuffer(string: exchange.body)
    if let body { headers.add(name: "content-length", value: String(body.readableBytes)) }
    let (stream, continuation) = AsyncStream.makeStream(of: ReceivedReply.self)
    let context = try root.map { root in
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.trustRoots = .file(root)
      configuration.applicationProtocols = ["h2"]
      return try NIOSSLContext(configuration: configuration)
    }
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { [headers] channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let context {
            try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: "localhost"))
          }
          let multiplexer = try pipeline.configureHTTP2Pipeline(
            mode: .client, connectionConfiguration: .init(), streamConfiguration: .init(),
            inboundStreamInitializer: { $0.eventLoop.makeSucceededVoidFuture() })
          multiplexer.createStreamChannel(promise: nil) { stream in
            stream.eventLoop.makeCompletedFuture {
              try stream.pipeline.syncOperations.addHandler(Call(headers, body, continuation))
            }
          }
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    // Without a stream, for example after a failed handshake, no response comes.
    channel.closeFuture.whenComplete { _ in continuation.finish() }
    let response = await stream.first { _ in true }
    channel.close(promise: nil)
    return response ?? ReceivedReply()
  }
}

/// One call, on a stream of its own.
private final class Call: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private let headers: HPACKHeaders
  private let body: ByteBuffer?
  private let end: AsyncStream<HTTP2Client.ReceivedReply>.Continuation
  private var response = HTTP2Client.ReceivedReply()
  private var bytes = ByteBuffer()

  init(_ headers: HPACKHeaders, _ body: ByteBuffer?, _ end: AsyncStream<HTTP2Client.ReceivedReply>.Continuation) {
    self.headers = headers
    self.body = body
    self.end = end
  }

  func channelActive(context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.headers(.init(headers: headers, endStream: body == nil))), promise: nil)
    if let body {
      context.write(wrapOutboundOut(.data(.init(data: .byteBuffer(body), endStream: true))), promise: nil)
    }
    context.flush()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .headers(let block):
      for (name, value, _) in block.headers {
        response.fields[name] = [response.fields[name], value].compactMap(\.self).joined(separator: ", ")
      }
      if block.endStream { response.isWhole = true }
    case .data(let data):
      guard case .byteBuffer(var new) = data.data else { return }
      bytes.writeBuffer(&new)
      if data.endStream { response.isWhole = true }
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { response.isWhole = false }

  func channelInactive(context: ChannelHandlerContext) {
    response.body = String(buffer: bytes)
    end.yield(response)
    end.finish()
  }
}
