import NIOCore
import NIOPosix
import NIOSSL
import TestSupport

/// A connection, encrypted or not, in whose bytes texts are searched.
final class ByteConnection {
  private struct EarlyEnd: Error { let received: String }

  /// The first handler of a connection.
  final class Transport: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
  }

  private let channel: any Channel
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private var received: [UInt8] = []

  private init(
    _ channel: any Channel, _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
    _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    (self.channel, self.outbound) = (channel, outbound)
    self.inbound = inbound.makeAsyncIterator()
  }

  /// Closes the connection after `body`.
  static func run(
    _ channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ body: (ByteConnection) async throws -> Void
  ) async throws {
    try await channel.executeThenClose { inbound, outbound in
      try await body(ByteConnection(channel.channel, inbound, outbound))
    }
  }

  func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

  func send(_ bytes: [UInt8]) async throws { try await outbound.write(ByteBuffer(bytes: bytes)) }

  /// Receives up to the end of a text.
  func receive(_ text: String) async throws {
    while true {
      if let found = received.firstRange(of: text.utf8) { return received.removeSubrange(..<found.upperBound) }
      guard let bytes = try await inbound.next() else {
        throw EarlyEnd(received: String(decoding: received, as: UTF8.self))
      }
      received += bytes.readableBytesView
    }
  }

  /// Receives to the end.
  ///
  /// - Returns: Whether it is the end of TLS, or without TLS that of the connection, and no reset.
  func endsOrderly() async -> Bool {
    do {
      while try await inbound.next() != nil {}
      return true
    } catch {
      return false
    }
  }

  func close() { channel.close(promise: nil) }

  /// Closes the connection without the end of TLS.
  func closeAbruptly() async throws {
    try await channel.eventLoop.submit { [channel] in
      try channel.pipeline.syncOperations.context(handlerType: Transport.self).close(promise: nil)
    }.get()
  }
}

/// A server that passes its connections to a closure, one after the other.
struct ByteServer {
  typealias Serve = @Sendable (ByteConnection) async throws -> Void

  let port: Int
  let isEncrypted: Bool

  /// - Parameters:
  ///   - folder: Where the certificate is, and its key.
  ///   - body: Gets the running server.
  static func run(
    _ folder: TemporaryFolder, isEncrypted: Bool, _ serve: @escaping Serve, _ body: (ByteServer) async throws -> Void
  ) async throws {
    var context: NIOSSLContext?
    if isEncrypted {
      let configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMFile(folder["cert.pem"]).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: folder["key.pem"], format: .pem)))
      context = try NIOSSLContext(configuration: configuration)
    }
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0) { [context] channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(ByteConnection.Transport())
          if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let port = server.channel.localAddress?.port ?? 0
    let serving = Task {
      try await server.executeThenClose { connections in
        for try await connection in connections { try? await ByteConnection.run(connection, serve) }
      }
    }
    defer { serving.cancel() }
    try await body(ByteServer(port: port, isEncrypted: isEncrypted))
  }
}
