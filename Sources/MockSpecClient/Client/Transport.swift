import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The URLSession of a client.
///
/// Tasks are created, resumed and cancelled, and redirects are answered, on ``queue`` only. On Linux, the answer to a redirect
/// after the task's cancellation stops the process, and so does `resume()` after the end; calls from URLSession's own queue
/// trap. The session lives until its client and all exchanges have ended.
final class Transport: Sendable {
  private let queue = DispatchQueue(label: "MockSpecClient.transport")
  private let delegate: TransportDelegate
  private let session: URLSession

  init(_ configuration: URLSessionConfiguration, delegate: (any URLSessionTaskDelegate)?) {
    self.delegate = TransportDelegate(delegate, queue: queue)
    session = URLSession(configuration: configuration, delegate: self.delegate, delegateQueue: nil)
  }

  deinit {
    queue.async { [session] in session.finishTasksAndInvalidate() }
  }

  /// Runs work that calls URLSession.
  func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Creates the task of an exchange. To be called in ``perform(_:)``.
  func task(for exchange: Exchange) -> URLSessionTask {
    dispatchPrecondition(condition: .onQueue(queue))
    let prepared = exchange.prepared
    let task: URLSessionTask =
      switch prepared.body {
      case .none: session.dataTask(with: prepared.request)
      case .data(let data): session.uploadTask(with: prepared.request, from: data)
      case .file(let file): session.uploadTask(with: prepared.request, fromFile: file)
      // The exchange keeps the file until the task has ended.
      case .temporaryFile(let file): session.uploadTask(with: prepared.request, fromFile: file.url)
      }
    delegate.add(exchange, for: task)
    return task
  }
}

/// Passes what URLSession reports to the exchange that the task belongs to.
final class TransportDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let queue: DispatchQueue
  private let own: (any URLSessionTaskDelegate)?
  /// By task identifier, from the creation of a task to its end.
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

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let exchange = running.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    exchange?.complete(task.response, error: error)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let exchange = exchange(of: task) else { return }
    let answer: @Sendable (URLRequest?) -> Void = { [queue] request in
      queue.async {
        if !exchange.isOver { completionHandler(request) }
      }
    }
    guard let own else { return answer(request) }
    own.redirect(session, task, response, request, answer)
  }

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
