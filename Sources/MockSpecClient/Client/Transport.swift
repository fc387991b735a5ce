import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The URLSession of a client.
///
/// Tasks are cancelled, and redirects are answered, on ``queue`` only. On Linux, the answer to a redirect after the task's
/// cancellation stops the process, and calls from URLSession's own queue trap. The session lives until its client and all
/// exchanges have ended.
final class Transport: Sendable {
  private let queue = DispatchQueue(label: "MockSpecClient.transport")
  private let delegate: TransportDelegate
  private let session: URLSession
  /// The secret fields of the configuration. URLSession would add them to the request of any redirect.
  private let secretFields: [String: String]

  init(
    _ configuration: URLSessionConfiguration, delegate: (any URLSessionTaskDelegate)?, redaction: RedactionRules
  ) {
    var configuration = configuration
    secretFields = URLSessionConfiguration.take(from: &configuration, where: redaction.isSecret)
    self.delegate = TransportDelegate(delegate, queue: queue)
    #if canImport(FoundationNetworking)
      let delegateQueue = DelegateQueue()
      // The cancellation of a task that is being looked up in the cache stops the process.
      if configuration.urlCache != nil, let copy = configuration.copy() as? URLSessionConfiguration {
        copy.urlCache = nil
        configuration = copy
      }
    #else
      let delegateQueue: OperationQueue? = nil
    #endif
    session = URLSession(configuration: configuration, delegate: self.delegate, delegateQueue: delegateQueue)
  }

  deinit {
    queue.async { [session] in session.finishTasksAndInvalidate() }
  }

  /// Adds the secret fields of the configuration that a request doesn't have.
  func addSecretFields(to request: inout URLRequest) {
    for (name, value) in secretFields where request.value(forHTTPHeaderField: name) == nil {
      request.setValue(value, forHTTPHeaderField: name)
    }
  }

  /// Returns a task that has been resumed.
  func start(_ exchange: Exchange) -> URLSessionTask {
    let task = session.task(with: exchange.prepared.request, body: exchange.prepared.body)
    exchange.prepared.mark?.apply(to: task, isRedirected: false)
    delegate.add(exchange, for: task)
    task.resume()
    return task
  }

  /// Runs work that cancels tasks.
  func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

extension URLSessionConfiguration {
  /// Removes fields from `httpAdditionalHeaders` of a copy, and returns them.
  fileprivate static func take(
    from configuration: inout URLSessionConfiguration, where isTaken: (String) -> Bool
  ) -> [String: String] {
    let fields = configuration.httpAdditionalHeaders ?? [:]
    let taken = fields.filter { isTaken("\($0.key)") }
    guard !taken.isEmpty, let copy = configuration.copy() as? URLSessionConfiguration else { return [:] }
    copy.httpAdditionalHeaders = fields.filter { taken[$0.key] == nil }
    configuration = copy
    return Dictionary(taken.map { ("\($0)", "\($1)") }) { first, _ in first }
  }
}

extension URLSession {
  /// Creates a task. A temporary file must be kept until the task has ended.
  fileprivate func task(with request: URLRequest, body: RequestBody) -> URLSessionTask {
    if case .data(let data) = body { return uploadTask(with: request, from: data) }
    guard let file = body.file else { return dataTask(with: request) }
    #if canImport(FoundationNetworking)
      if !configuration.isIntercepted, let upload = FileUpload(file) { return upload.task(in: self, with: request) }
    #endif
    return uploadTask(with: request, fromFile: file)
  }
}

/// Passes the events of tasks to the exchanges that they belong to.
final class TransportDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let queue: DispatchQueue
  private let own: (any URLSessionTaskDelegate)?
  /// The exchanges by task identifier, from the creation of a task to its end.
  private let running = Mutex<[Int: Exchange]>([:])

  /// - Parameter own: The delegate of the client's user, which is asked about redirects and challenges.
  init(_ own: (any URLSessionTaskDelegate)?, queue: DispatchQueue) {
    (self.own, self.queue) = (own, queue)
  }

  func add(_ exchange: Exchange, for task: URLSessionTask) {
    running.withLock { $0[task.taskIdentifier] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> Exchange? { running.withLock { $0[task.taskIdentifier] } }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(of: dataTask)?.receive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    exchange(of: task)?.send(totalBytesSent, of: totalBytesExpectedToSend)
  }

  #if canImport(FoundationNetworking)
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      let file = exchange(of: task)?.prepared.body.file
      completionHandler(file.flatMap { FileUpload($0)?.stream })
    }
  #endif

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let exchange = running.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    exchange?.complete(task.response, error: error)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let exchange = exchange(of: task) else { return }
    var next = request.withoutSecrets(exchange.prepared.redaction, from: response.url)
    #if canImport(FoundationNetworking)
      if exchange.prepared.body.file != nil { FileUpload.removeFields(from: &next, of: exchange.prepared.request) }
    #endif
    let answer: @Sendable (URLRequest?) -> Void = { [self] request in
      queue.async {
        guard !exchange.isOver else { return }
        #if canImport(FoundationNetworking)
          if let request, exchange.prepared.hasSameBody(request) {
            return self.restart(exchange, with: request, instead: task, in: session)
          }
        #endif
        completionHandler(request)
      }
    }
    guard let own else { return answer(next) }
    own.redirect(session, task, response, next, answer)
  }

  #if canImport(FoundationNetworking)
    /// Sends the body again, which a task on Linux loses when it follows a redirect (RFC 9110 §15.4.8).
    private func restart(
      _ exchange: Exchange, with request: URLRequest, instead task: URLSessionTask, in session: URLSession
    ) {
      // From here on, the end of the previous task isn't that of the exchange.
      guard running.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) != nil else { return }
      task.cancel()
      guard exchange.countRedirect() else {
        return exchange.complete(nil, error: URLError(.httpTooManyRedirects))
      }
      let next = session.task(with: request, body: exchange.prepared.body)
      exchange.prepared.mark?.apply(to: next, isRedirected: true)
      exchange.restart(with: next)
      add(exchange, for: next)
      next.resume()
    }
  #endif

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let exchange = exchange(of: task) else { return }
    let failed = challenge.failureResponse
    let hasCredential = challenge.proposedCredential != nil
    let answer: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
      [queue] disposition, credential in
      #if canImport(FoundationNetworking)
        // Before Swift 6.3.3, such a task never ends on Linux (swift-corelibs-foundation #5457). Its response is the 401.
        let isEnd = disposition == .performDefaultHandling && !hasCredential || disposition == .rejectProtectionSpace
        if isEnd, failed != nil {
          exchange.complete(failed, error: nil)
          return queue.async { completionHandler(.cancelAuthenticationChallenge, nil) }
        }
      #endif
      queue.async {
        if !exchange.isOver { completionHandler(disposition, credential) }
      }
    }
    guard let own else { return answer(.performDefaultHandling, nil) }
    own.answer(challenge, session, task, answer)
  }
}

extension PreparedRequest {
  /// Returns whether the next request has the same body.
  fileprivate func hasSameBody(_ next: URLRequest) -> Bool {
    if case .none = body { return false }
    return next.httpMethod == request.httpMethod && next.httpBody == nil && next.httpBodyStream == nil
  }
}

extension URLRequest {
  /// Returns the request to which a redirect leads. For another origin (RFC 6454 §4), it has no fields that are secret
  /// or that belong to the previous origin (RFC 9110 §15.4).
  fileprivate func withoutSecrets(_ redaction: RedactionRules, from redirecting: URL?) -> URLRequest {
    guard url?.origin != redirecting?.origin else { return self }
    var next = self
    for name in (allHTTPHeaderFields ?? [:]).keys where redaction.isSecret(name) || name.lowercased() == "host" {
      next.setValue(nil, forHTTPHeaderField: name)
    }
    return next
  }
}

extension URL {
  fileprivate var origin: [String] {
    let scheme = scheme?.lowercased() ?? ""
    return [scheme, host()?.lowercased() ?? "", "\(port ?? (scheme == "https" ? 443 : 80))"]
  }
}
