import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The URLSession in which one environment sends the calls that it passes on. Nothing intercepts it.
///
/// On Linux, `dataTask`, `resume`, `cancel` and `invalidateAndCancel` wait for the queue on which URLSession calls its
/// protocols, so calling them from `startLoading` or `stopLoading` traps or deadlocks. Here they are only called on
/// ``queue``, on which URLSession never runs.
///
/// The session lives until its environment and all calls that it passes on have ended.
final class ForwardingSession: Sendable {
  /// Seven days, the default of `timeoutIntervalForResource`. Loads limit the time themselves: on Linux, a session's
  /// timeouts are whole seconds, and don't end a reply that arrives byte by byte.
  static let longestTime = Duration.seconds(7 * 86_400)
  private static let longestTimeout: TimeInterval = longestTime / .seconds(1)

  /// A task may be cancelled while URLSession asks its delegate about a redirect. On Linux, an answer after the
  /// cancellation traps, so answers are given on this queue, too.
  let queue = DispatchQueue(label: "MockSpec.forwarding")

  private let delegate: ForwardingDelegate
  private let session = Mutex<URLSession?>(nil)

  private let usesProxies: Bool
  private let connections: Int

  /// - Parameters:
  ///   - usesProxies: Whether calls go through the system's proxies. On Linux, libcurl uses those of the environment in
  ///     any case.
  ///   - connections: The maximum number of connections to a host. By default, requests to a slow origin don't delay others
  ///     to the same origin.
  init(usesProxies: Bool = true, connections: Int = 1_024) {
    self.usesProxies = usesProxies
    self.connections = connections
    delegate = ForwardingDelegate(queue: queue)
  }

  deinit {
    guard let session = session.withLock({ $0 }) else { return }
    queue.async { session.finishTasksAndInvalidate() }
  }

  /// Runs work that calls URLSession.
  func perform(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  /// Creates a task that reports to `forwarding`. To be called on ``queue``.
  func task(with request: URLRequest, _ upload: Forwarding.Upload?, for forwarding: Forwarding) -> URLSessionTask {
    dispatchPrecondition(condition: .onQueue(queue))
    let session = session.withLock { session in
      let known = session ?? URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
      session = known
      return known
    }
    var request = request
    request.timeoutInterval = Self.longestTimeout
    let task =
      switch upload {
      case .data(let data): session.uploadTask(with: request, from: data)
      case .stream: session.uploadTask(withStreamedRequest: request)
      case nil: session.dataTask(with: request)
      }
    delegate.add(forwarding, for: task)
    return task
  }

  private var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    if !usesProxies { configuration.connectionProxyDictionary = [:] }
    configuration.timeoutIntervalForRequest = Self.longestTimeout
    configuration.timeoutIntervalForResource = Self.longestTimeout
    configuration.httpMaximumConnectionsPerHost = connections
    return configuration
  }
}

/// Passes the events of tasks to the calls that they belong to.
private final class ForwardingDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let queue: DispatchQueue
  /// The calls by task identifier, from the creation of a task to its end.
  private let running = Mutex<[Int: Forwarding]>([:])

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  func add(_ forwarding: Forwarding, for task: URLSessionTask) {
    running.withLock { $0[task.taskIdentifier] = forwarding }
  }

  private func forwarding(of task: URLSessionTask) -> Forwarding? {
    running.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let forwarding = forwarding(of: task) else { return completionHandler(nil) }
    queue.async {
      if !forwarding.isOver { completionHandler(nil) }
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(forwarding(of: task)?.stream)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    forwarding(of: task)?.send(count)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    forwarding(of: dataTask)?.receive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    forwarding(of: dataTask)?.receive(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let forwarding = running.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    forwarding?.complete(task.response, error: error)
  }

  #if canImport(FoundationNetworking)
    /// Completes a 401 that asks for credentials with the reply itself. Before Swift 6.3.3, default handling on Linux
    /// never ends the task (swift-corelibs-foundation #5457).
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      forwarding(of: task)?.complete(challenge)
      queue.async { completionHandler(.cancelAuthenticationChallenge, nil) }
    }
  #endif
}
