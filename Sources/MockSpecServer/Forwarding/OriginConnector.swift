import MockSpec
import NIOCore
import NIOPosix

/// Connects to an origin, but never to this server itself or to a link-local address, whatever name resolves to it.
struct OriginConnector {
  private let origin: Origin
  private let local: SocketAddress?
  private let own: OwnAddresses
  private let loop: any EventLoop
  private let entersLoopback: Bool

  /// - Parameters:
  ///   - local: The address at which a client has reached this server.
  ///   - own: The addresses of all servers of this program.
  ///   - entersLoopback: Whether the origin can be this machine.
  init(
    _ origin: Origin, local: SocketAddress?, own: OwnAddresses, loop: any EventLoop, entersLoopback: Bool = true
  ) {
    self.entersLoopback = entersLoopback
    self.origin = origin
    self.local = local
    self.own = own
    self.loop = loop
  }

  /// Connects to the first address of the host that accepts, and checks it before anything is sent.
  ///
  /// - Parameters:
  ///   - halfCloses: Whether the end of the origin's side is reported as an event, instead of closing the connection.
  ///   - setUp: Adds handlers. Nothing is read before `read()`.
  ///   - onEnd: Called on the event loop, never before this method returns, so that many calls that fail at once don't recurse.
  func connect(
    within timeout: Duration, halfCloses: Bool = false, setUp: @escaping @Sendable (any Channel) throws -> Void,
    onEnd: @escaping (Result<any Channel, ForwardingError>) -> Void
  ) {
    let (name, port) = (origin.name, origin.port ?? Origin.defaultPort(of: origin.scheme))
    if let reason = refusal(ofName: name, port) {
      return loop.assumeIsolated().execute { onEnd(.failure(reason)) }
    }
    ClientBootstrap(group: loop)
      .connectTimeout(TimeAmount(timeout))
      .channelOption(.autoRead, value: false)
      .channelOption(.allowRemoteHalfClosure, value: halfCloses)
      .channelInitializer { channel in channel.eventLoop.makeCompletedFuture { try setUp(channel) } }
      .connect(host: name, port: port).assumeIsolated().whenComplete { result in
        switch result {
        case .failure(let error): onEnd(.failure(ForwardingError(connecting: origin, error)))
        case .success(let channel):
          guard let reason = channel.remoteAddress.flatMap({ refusal(of: $0) }) else { return onEnd(.success(channel)) }
          channel.close(promise: nil)
          onEnd(.failure(reason))
        }
      }
  }

  private func refusal(ofName name: String, _ port: Int) -> ForwardingError? {
    if let address = try? SocketAddress(ipAddress: name, port: port) { return refusal(of: address) }
    guard origin.hasNumericName else { return nil }
    return ForwardingError(
      "\(origin) has no address: write an IPv4 address as four decimal numbers", isRefusal: true)
  }

  private func refusal(of address: SocketAddress) -> ForwardingError? {
    if address.isLinkLocal {
      return ForwardingError("\(origin) is a link-local address, to which nothing is sent", isRefusal: true)
    }
    if local.map({ address.leads(to: $0) }) == true || own.contains(address) {
      return ForwardingError("\(origin) is this server itself", isRefusal: true)
    }
    if !entersLoopback, address.isLoopback {
      return ForwardingError(
        address.isUnspecified
          ? "\(origin) is the address of no machine"
          : "\(origin) leads to this machine, which must be listed as localhost or by its address", isRefusal: true)
    }
    return nil
  }
}

extension Origin {
  fileprivate var name: String { host.withoutBrackets }

  /// Whether a resolver would accept the name as an address in another notation, such as `127.1` or `0x7f000001`.
  fileprivate var hasNumericName: Bool {
    guard let last = name.split(separator: ".").last else { return false }
    return last.allSatisfy(\.isNumber) || last.hasPrefix("0x")
  }
}
