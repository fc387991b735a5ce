public import MockSpec
import NIOCore
import NIOPosix
import Synchronization

/// Answers HTTP/1.1 and HTTP/1.0 requests with what a `MockEngine` decides.
///
/// A server starts once. It runs until `stop()`, even if nobody holds it any more.
public final class MockServer: Sendable {
  private enum State: Sendable {
    case idle
    case starting
    case running(Listener, ServerAddress)
    case stopping(Task<Void, Never>)
    case stopped
  }

  private let host: String
  private let requestedPort: Int
  private let threads: Int
  private let context: ServerContext
  private let state = Mutex(State.idle)

  /// - Parameters:
  ///   - host: A name or an address; `localhost` listens on 127.0.0.1 and, where there is one, on ::1.
  ///   - port: 0 asks the system for a free one.
  ///   - threads: Event loops, at least one. One is enough for more than 100,000 requests a second.
  ///   - onRequest: Called on an event loop after each request, so it must not block.
  public convenience init(
    engine: MockEngine, host: String = "127.0.0.1", port: Int = 8080, threads: Int = 1,
    onRequest: (@Sendable (ServedRequest) -> Void)? = nil
  ) {
    var context = ServerContext(
      decide: { engine.decide($0) }, timeout: { engine.sets.settings.timeout },
      mayPassThrough: { engine.sets.isNamed($0) }, onRequest: onRequest)
    context.redaction = { engine.sets.settings.redaction }
    self.init(context: context, host: host, port: port, threads: threads)
  }

  package init(context: ServerContext, host: String = "127.0.0.1", port: Int = 0, threads: Int = 1) {
    self.context = context
    self.host = host
    requestedPort = port
    self.threads = max(1, threads)
  }

  /// Where the server listens; `nil` unless it runs.
  public var address: ServerAddress? {
    state.withLock { if case .running(_, let address) = $0 { address } else { nil } }
  }

  /// The port that was bound, which is how to learn the one behind port 0; `nil` unless the server runs.
  public var port: Int? { address?.port }

  /// `http://127.0.0.1:8080`; `nil` unless the server runs.
  public var url: String? { address?.url }

  /// Returns when connections are accepted.
  ///
  /// - Throws: `MockServerError` when the host is unknown, the port is taken or not allowed, or the server was started
  ///   or stopped before.
  @discardableResult
  public func start() async throws(MockServerError) -> ServerAddress {
    let isFirst = state.withLock { state in
      guard case .idle = state else { return false }
      state = .starting
      return true
    }
    guard isFirst else { throw MockServerError(.startedTwice, host: host, port: requestedPort) }

    let listener = Listener(context: context, threads: threads)
    let address: ServerAddress
    do {
      address = try await listener.bind(host: host, port: requestedPort)
    } catch {
      state.withLock { $0 = .stopped }
      await listener.shutDown()
      throw error
    }
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

  /// Closes idle connections at once, lets requests that are being answered finish for at most two seconds, then closes
  /// everything.
  ///
  /// Returns when nothing runs any more; calling it again, or before `start()`, does no harm.
  public func stop() async {
    let stopping: Task<Void, Never>? = state.withLock { state in
      switch state {
      case .idle, .starting, .stopped:
        state = .stopped
        return nil
      case .stopping(let task):
        return task
      case .running(let listener, _):
        let task = Task { await listener.shutDown() }
        state = .stopping(task)
        return task
      }
    }
    await stopping?.value
  }
}
