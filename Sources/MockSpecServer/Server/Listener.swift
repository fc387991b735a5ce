import MockSpec
import MockSpecControl
import NIOCore
import NIOPosix
import Synchronization

/// The listening sockets of a server and the event loops that serve their connections.
final class Listener: Sendable {
  private let context: ServerContext
  private let group: MultiThreadedEventLoopGroup
  private let loops: [ObjectIdentifier: NIOLoopBoundBox<EventLoopState>]
  private let sockets = Mutex<[any Channel]>([])
  /// The socket in the file system; `nil` if there is none.
  private let socketFile = Mutex<UnixSocket?>(nil)
  private let notices: AcceptNotices
  private let counts: ConnectionCounts?
  private let isDrained = Atomic(false)
  private let metricsKey = Mutex<Int?>(nil)

  init(context: ServerContext, threads: Int) {
    self.context = context
    notices = AcceptNotices(onNotice: context.onNotice)
    counts = ConnectionCounts(context.limits.server)
    group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
    var loops: [ObjectIdentifier: NIOLoopBoundBox<EventLoopState>] = [:]
    for loop in group.makeIterator() {
      loops[ObjectIdentifier(loop)] = .makeBoxSendingValue(
        EventLoopState(context: context, loop: loop), eventLoop: loop)
    }
    self.loops = loops
  }

  /// Binds the host and starts accepting connections.
  func bind(host: String, port: Int) async throws(MockServerError) -> ServerAddress {
    guard 0...65535 ~= port else { throw MockServerError(.portOutOfRange, host: host, port: port) }
    do {
      // `localhost` may resolve to only one of ::1 and 127.0.0.1, and clients may try only the other one.
      guard host == "localhost" else {
        let (host, port) = try await listen(host: host, port: port)
        return ServerAddress(host: host, port: port, scheme: context.scheme)
      }
      let (_, bound) = try await listen(host: "127.0.0.1", port: port)
      do {
        _ = try await listen(host: "::1", port: bound)
      } catch {
        // The error is ignored on a machine without IPv6. But another program on the port of ::1 would get some of the
        // calls.
        let error = MockServerError(error, host: "::1", port: bound)
        if error.reason == .portTaken, port != 0 { throw error }
      }
      return ServerAddress(host: host, port: bound, scheme: context.scheme)
    } catch let error as MockServerError {
      throw error
    } catch {
      throw MockServerError(error, host: host, port: port)
    }
  }

  /// Binds a socket in the file system and starts accepting connections.
  func bind(socket path: String) async throws(MockServerError) -> ServerAddress {
    do {
      let file = try await NIOThreadPool.singleton.runIfActive { try UnixSocket.listening(at: path) }
      socketFile.withLock { $0 = file }
      let socket = try await bootstrap(isTCP: false).withBoundSocket(file.descriptor).get()
      sockets.withLock { $0.append(socket) }
      return ServerAddress(socket: path, scheme: context.scheme)
    } catch let error as MockServerError {
      throw error
    } catch {
      throw MockServerError(.socket("can't listen on '\(path)': \(error)"), host: path, port: 0)
    }
  }

  /// Listens on one address.
  ///
  /// - Returns: The host as clients write it, and the port that was bound.
  private func listen(host: String, port: Int) async throws -> (host: String, port: Int) {
    // The resolver returns a loopback address for it, but as an argument it means all addresses.
    if host == "*" { throw MockServerError(.unknownHost, host: host, port: port) }
    // Resolving a name blocks the thread.
    let address = try await NIOThreadPool.singleton.runIfActive {
      try SocketAddress.makeAddressResolvingHost(host, port: port)
    }
    if address.protocol == .inet6, address.isLinkLocal, !host.contains("%") {
      throw MockServerError(.other(Self.interfaceIsMissing), host: host, port: port)
    }
    let socket = try await bootstrap(isTCP: true).bind(to: address).get()
    sockets.withLock { $0.append(socket) }
    if let bound = socket.localAddress { context.ownAddresses.add(bound) }
    return (address.shown(as: host), socket.localAddress?.port ?? port)
  }

  private func bootstrap(isTCP: Bool) -> ServerBootstrap {
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 512)
      .serverChannelInitializer { [notices] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause(notices: notices))
        }
      }
      // A client that only shuts down its write side still reads its reply.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { [loops, counts, tls = context.tls] channel in
        channel.eventLoop.makeCompletedFuture {
          let loop = loops[ObjectIdentifier(channel.eventLoop)]!.value
          var refusal: Refusal?
          if let counts {
            let address = channel.remoteAddress?.ipAddress ?? ""
            refusal = counts.open(address)
            if refusal == nil { channel.closeFuture.whenComplete { _ in counts.close(address) } }
          }
          let pipeline = channel.pipeline.syncOperations
          if let tls {
            try pipeline.addHandler(TLSDetection(tls, loop: loop, refusal: refusal))
          } else if let refusal {
            try pipeline.addHandler(RefusedConnection(refusal))
          }
          try pipeline.addHandler(ConnectionHandler(loop: loop))
        }
      }
    guard isTCP else { return bootstrap }
    return bootstrap.serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
  }

  private static let interfaceIsMissing = "a link-local address needs the name of its interface, such as fe80::1%eth0"

  /// Publishes the counts of the calls.
  func publishMetrics() {
    guard let metrics = context.metrics else { return }
    let key = metrics.add { [self] in await self.metrics() }
    metricsKey.withLock { $0 = key }
  }

  /// The counts of all event loops.
  private func metrics() async -> CallMetrics {
    var sum = CallMetrics()
    for box in loops.values {
      if let counts = try? await box.eventLoop.submit({ box.value.metrics }).get() { sum.add(counts) }
    }
    return sum
  }

  /// Stops accepting, lets the connections finish within the grace period, and ends the event loops.
  func shutDown() async {
    if let key = metricsKey.withLock({ $0.take() }) { context.metrics?.remove(key) }
    socketFile.withLock { $0.take() }?.remove()
    for socket in sockets.withLock({ $0 }) {
      if let bound = socket.localAddress { context.ownAddresses.remove(bound) }
      try? await socket.close()
    }
    let drained = loops.values.map { box in
      box.eventLoop.flatSubmit { box.value.connections.drain(within: self.context.limits.server.shutdownTimeout) }
    }
    for loop in drained { try? await loop.get() }
    isDrained.store(true, ordering: .relaxed)
    try? await group.shutdownGracefully()
  }

  /// Closes all connections at once.
  func abort() {
    if isDrained.load(ordering: .relaxed) { return }
    for box in loops.values { box.eventLoop.execute { box.value.connections.abort() } }
  }
}
