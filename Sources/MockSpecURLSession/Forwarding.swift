import Dispatch
import Foundation
import HTTPTypes
import MockSpec
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request on its way to another origin, in a session of its own that nothing intercepts. Redirects are answers like
/// any other, and neither cookies nor a cache come in between. The answer is handed on when all of it is there.
final class Forwarding: NSObject, URLSessionDataDelegate, Sendable {
  private struct State: Sendable {
    var session: URLSession?
    var body: [UInt8] = []
    var result: Result<RenderedReply, any Error>?
    var wake: (@Sendable () -> Void)?
    var isCancelled = false
  }

  private let request: MockRequest
  private let origin: Origin
  private let url: URL
  private let timeout: Duration
  private let state = Mutex(State())

  /// - Parameter url: The one that was asked for, which errors name.
  init(_ request: MockRequest, to origin: Origin, url: URL, timeout: Duration) {
    self.request = request
    self.origin = origin
    self.url = url
    self.timeout = timeout
  }

  /// `nil` until the answer is there, or never will be.
  var result: Result<RenderedReply, any Error>? { state.withLock { $0.result } }

  /// Starting twice does no harm: a suspended load goes on with what it has begun.
  func start(then wake: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      defer { state.wake = wake }
      return state.wake == nil
    }
    guard isFirst else { return }
    guard let outgoing else {
      return end(.failure(URLError(.badURL, userInfo: url.failingURLUserInfo)))
    }
    // On Linux, making a task where URLSession calls a protocol traps.
    DispatchQueue.global().async { self.send(outgoing) }
  }

  func cancel() {
    let session = state.withLock { state in
      state.isCancelled = true
      return state.session
    }
    session?.invalidateAndCancel()
  }

  private var outgoing: URLRequest? {
    guard let url = URL(string: origin.description + request.path + (request.query.map { "?" + $0 } ?? "")) else {
      return nil
    }
    var outgoing = URLRequest(url: url)
    outgoing.httpMethod = request.method
    for field in request.fields.endToEnd {
      if field.name == .contentLength || field.name.canonicalName == "host" { continue }
      outgoing.addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    if !request.body.isEmpty { outgoing.httpBody = Data(request.body) }
    return outgoing
  }

  private func send(_ outgoing: URLRequest) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.timeoutIntervalForRequest = timeout / .seconds(1)
    configuration.timeoutIntervalForResource = timeout / .seconds(1)
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    let isWanted = state.withLock { state in
      state.session = session
      return !state.isCancelled
    }
    guard isWanted else { return session.invalidateAndCancel() }
    session.dataTask(with: outgoing).resume()
    session.finishTasksAndInvalidate()
    // On Linux, a session's own timeouts don't end an answer that comes byte by byte.
    DispatchQueue.global().asyncAfter(deadline: .now() + timeout.dispatchInterval) { [weak self] in self?.giveUp() }
  }

  private func giveUp() {
    guard let session = state.withLock({ $0.result == nil ? $0.session : nil }) else { return }
    end(.failure(URLError(.timedOut, userInfo: url.failingURLUserInfo)))
    session.invalidateAndCancel()
  }

  /// The first result counts.
  private func end(_ result: Result<RenderedReply, any Error>) {
    let wake: (@Sendable () -> Void)? = state.withLock { state in
      guard state.result == nil else { return nil }
      state.result = result
      state.session = nil
      return state.isCancelled ? nil : state.wake
    }
    wake?()
  }

  // MARK: - URLSessionDataDelegate

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    state.withLock { $0.body += data }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      let code = (error as? URLError)?.code ?? .unknown
      return end(.failure(URLError(code, userInfo: url.failingURLUserInfo)))
    }
    guard let response = task.response as? HTTPURLResponse else {
      return end(.failure(URLError(.badServerResponse, userInfo: url.failingURLUserInfo)))
    }
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      guard let name = HTTPField.Name("\(name)") else { continue }
      // Of a decoded body it would be wrong; a HEAD tells what a GET would have.
      if name == .contentLength, request.method != "HEAD" { continue }
      fields.append(HTTPField(name: name, value: "\(value)"))
    }
    let body = state.withLock { $0.body }
    end(.success(RenderedReply(Reply(forwarded: response.statusCode, fields: fields.endToEnd, body: body))))
  }
}
