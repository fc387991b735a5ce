import NIOCore
import NIOPosix
import NIOSSL

@testable import MockSpecTLS

/// A client that sends text over TLS, and returns all that it receives.
struct TLSClient {
  let port: Int
  /// The certificates to trust; empty for those of the system.
  var roots: [NIOSSLCertificate] = []
  var host: String? = "localhost"
  /// The protocols that the client speaks (ALPN).
  var protocols: [String] = []

  /// - Parameter endsOutput: Whether `close_notify` follows what is sent, before the answer.
  func exchange(_ text: String, endsOutput: Bool = false) async throws -> String {
    let channel = try await connect()
    return try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      if endsOutput { outbound.finish() }
      var received = ""
      for try await bytes in inbound { received += String(buffer: bytes) }
      return received
    }
  }

  func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    var configuration = TLSConfiguration.makeClientConfiguration()
    if !roots.isEmpty { configuration.trustRoots = .certificates(roots) }
    configuration.applicationProtocols = protocols
    let context = try NIOSSLContext(configuration: configuration)
    return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: port) { [host] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: host))
          return try NIOAsyncChannel(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
  }
}
