import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix

/// Answers each request over HTTP/2 with the same fields and body, on one thread: what swift-nio-http2 costs by itself.
///
/// Arguments: the port, the body, and names and values of fields.
@main
enum BareHTTP2 {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let body = ByteBuffer(string: arguments[2])
    var head = HPACKHeaders([(":status", "200")])
    for index in stride(from: 3, to: arguments.count - 1, by: 2) {
      head.add(name: arguments[index], value: arguments[index + 1])
    }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { [head] channel in
        channel.eventLoop.makeCompletedFuture {
          _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
            mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()
          ) { stream in
            stream.eventLoop.makeCompletedFuture {
              try stream.pipeline.syncOperations.addHandler(ReplyHandler(head, body))
            }
          }
        }
      }
      .bind(host: "127.0.0.1", port: Int(arguments[1])!).get()
    try await channel.closeFuture.get()
  }
}

private final class ReplyHandler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private let head: HPACKHeaders
  private let body: ByteBuffer

  init(_ head: HPACKHeaders, _ body: ByteBuffer) { (self.head, self.body) = (head, body) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .headers(let request) = unwrapInboundIn(data), request.endStream else { return }
    context.write(wrapOutboundOut(.headers(.init(headers: head))), promise: nil)
    context.writeAndFlush(
      wrapOutboundOut(.data(.init(data: .byteBuffer(body), endStream: true))), promise: nil)
  }
}
