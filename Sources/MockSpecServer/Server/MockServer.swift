public import MockSpec
public import MockSpecControl
import NIOCore
import NIOPosix
import Synchronization

/// A server of HTTP/2, HTTP/1.1 and HTTP/1.0 whose replies are decided by a `MockEngine`.
///
/// A server can be started once. It runs until `stop()`, even if there are no references to it. All methods and
/// properties can be used from any thread.
public final class MockServer: Sendable {
  private enum State: Sendable {
    case idle
    case starting
    case running(Listener, ServerAddress)
    case stopping(Task<Void, Never>, Listener)
    case stopped
  }

  /// The possible numbers of event loops; 0 means one for each processor core. Each loop has a thread and up to three
  /// file descriptors.
  package static let threadCounts = 0...64

  private let host: String
  private let requestedPort: Int
  private let socket: String?
  private let threads: Int
  private let context: ServerContext
  private let state = Mutex(State.idle)

  /// Creates a server, which doesn't listen before `start()`.
  ///
  /// - Parameters:
  ///   - engine: Decides the replies.
  ///   - host: A name or an address, IPv6 with or without brackets; `localhost` listens on 127.0.0.1 and, if the machine
  ///     has IPv6, on ::1.
  ///   - port: The port to listen on; 0 for any free port.
  ///   - control: The control API, which answers below `/__mockspec/`; `nil` for none.
  ///   - threads: The number of event loops, at most 64; 0 for one for each processor core. One serves more than 100,000
  ///     calls a second.
  ///   - onCall: Called after each call, on an event loop, so it must not block.
  ///   - onNotice: Called with a message if connections can't be accepted for lack of file descriptors or memory, at
  ///     most once a minute; on an event loop, so it must not block.
  public convenience init(
    engine: MockEngine, host: String = "127.0.0.1", port: Int = 8080, control: MockControl? = nil, threads: Int = 1,
    onCall: (@Sendable (ServedCall) -> Void)? = nil, onNotice: (@Sendable (String) -> Void)? = nil
  ) {
    self.init(
      engine: engine, host: host, port: port, control: control, sharesPort: true, threads: threads,
      limits: engine.session.sets.settings.server.limits, onCall: onCall, onNotice: onNotice)
  }

  /// - Parameters:
  ///   - socket: The absolute path of a socket to listen on instead of the host and the port.
  ///   - sharesPort: Whether the control API is on the same port. If not, it is on another server.
  ///   - proxy: The configuration of the proxy; `nil` if the server isn't one.
  ///   - own: The addresses of all servers of this program, to which nothing is forwarded.
  ///   - tls: TLS on the connections of clients; `nil` for plain HTTP.
  ///   - clientTLS: TLS on connections to origins with the scheme `https`.
  package convenience init(
    engine: MockEngine, host: String, port: Int, socket: String? = nil, control: MockControl?, sharesPort: Bool,
    threads: Int, limits: ServerLimits, proxy: ProxyContext? = nil, own: OwnAddresses = OwnAddresses(),
    tls: (any ServerTLS)? = nil, clientTLS: any ClientTLS = MissingTLS.inServer,
    onCall: (@Sendable (ServedCall) -> Void)?, onNotice: (@Sendable (String) -> Void)?
  ) {
    var context = ServerContext(engine, onCall: onCall)
    if let control {
      if sharesPort { context.control = control }
      context.metrics = control.metrics
      context.pseudonym = control.options.pseudonym
    }
    context.limits.server = limits
    (context.tls, context.clientTLS) = (tls, clientTLS)
    (context.proxy, context.ownAddresses) = (proxy, own)
    context.onNotice = onNotice
    self.init(context: context, host: host, port: port, socket: socket, threads: threads)
  }

  /// Creates a server that has only the control API, and no mocks.
  ///
  /// - Parameters:
  ///   - control: The control API.
  ///   - host: A name or an address.
  ///   - port: The port to listen on; 0 for any free port.
  public convenience init(control: MockControl, host: String = "127.0.0.1", port: Int = 0) {
    self.init(control: control, host: host, port: port, tls: nil)
  }

  package convenience init(
    control: MockControl, host: String, port: Int, tls: (any ServerTLS)?, own: OwnAddresses = OwnAddresses()
  ) {
    let refusal = "this port has only the control API, below /\(MockControl.prefix)/"
    var context = ServerContext(decide: { _ in Decision(rejecting: refusal, status: 404) }, timeout: .zero)
    (context.control, context.sharesPort) = (control, false)
    context.tls = tls
    context.ownAddresses = own
    self.init(context: context, host: host, port: port)
  }

  package init(
    context: ServerContext, host: String = "127.0.0.1", port: Int = 0, socket: String? = nil, threads: Int = 1
  ) {
    self.context = context
    self.socket = socket
    self.host = host.withoutBrackets
    requestedPort = port
    context.mocks.sendCallbacks(
      with: OriginSender(own: context.ownAddresses, tls: context.clientTLS, pseudonym: context.pseudonym))
    self.threads = min(threads == 0 ? System.coreCount : max(1, threads), Self.threadCounts.upperBound)
  }

  /// The address that the server listens on; `nil` unless it is running.
  public var address: ServerAddress? {
    state.withLock { if case .running(_, let address) = $0 { address } else { nil } }
  }

  /// The port that the server listens on, never 0; `nil` unless it is running.
  public var port: Int? { address?.port }

  /// The addresses to which the server forwards nothing.
  package var ownAddresses: OwnAddresses { context.ownAddresses }

  /// The base URL, such as `http://127.0.0.1:8080`; `nil` unless the server is running.
  public var url: String? { address?.url }

  /// Starts the server. Connections are accepted when the method returns.
  ///
  /// - Returns: The address that the server listens on.
  /// - Throws: `MockServerError` if the host is unknown, the port is in use or not permitted, the process has too few file
  ///   descriptors for the threads, or the server was started or stopped before.
  @discardableResult
  public func start() async throws(MockServerError) -> ServerAddress {
    let isFirst = state.withLock { state in
      guard case .idle = state else { return false }
      state = .starting
      return true
    }
    guard isFirst else { throw MockServerError(.startedTwice, host: host, port: requestedPort) }

    if let shortage = FreeDescriptors.shortage(threads: threads) {
      state.withLock { $0 = .stopped }
      throw MockServerError(.other(shortage), host: host, port: requestedPort)
    }
    let listener = Listener(context: context, threads: threads)
    let address: ServerAddress
    do {
      address =
        if let socket {
          try await listener.bind(socket: socket)
        } else {
          try await listener.bind(host: host, port: requestedPort)
        }
    } catch {
      state.withLock { $0 = .stopped }
      await listener.shutDown()
      throw error
    }
    listener.publishMetrics()
    let isWanted = state.withLock { state in
      guard case .starting = state else { return false }
      state = .running(listener, address)
      return true
    }
    guard isWanted else {
      await listener.shutDown()
      throw MockServerError(.other("stopped before it had started"), host: host, port: requestedPort)
    }
    return address
  }

  /// Stops the server.
  ///
  /// Idle connections are closed immediately. The others have two seconds, or `server.limits.shutdownTimeout` of the
  /// project file, in which replies can be completed and clients can close their connections. Then, all connections are
  /// closed. Can be called repeatedly, and before `start()`, which then throws.
  public func stop() async {
    let stopping: Task<Void, Never>? = state.withLock { state in
      switch state {
      case .idle, .starting, .stopped:
        state = .stopped
        return nil
      case .stopping(let task, _):
        return task
      case .running(let listener, _):
        context.control?.endStreams()
        context.mocks.cancelCallbacks()
        let task = Task { [context] in
          await listener.shutDown()
          // Of those replies that have ended meanwhile.
          context.mocks.cancelCallbacks()
        }
        state = .stopping(task, listener)
        return task
      }
    }
    await stopping?.value
  }

  /// Closes all connections of a server that is stopping, without waiting for replies.
  package func abort() {
    let listener: Listener? = state.withLock { if case .stopping(_, let listener) = $0 { listener } else { nil } }
    listener?.abort()
  }
}
