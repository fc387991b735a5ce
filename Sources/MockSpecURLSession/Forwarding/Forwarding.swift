import Foundation
import HTTPTypes
import MockSpec
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A call that is sent to a real server. Its reply is passed on as it arrives.
///
/// A redirect is a reply like any other. Cookies, credentials and caches aren't used.
///
/// URLSession on Linux can't pause a transfer. So a suspended client doesn't slow down the server, and the received
/// data is kept in memory until it is read. All sessions share one queue there. A server that sends faster than the
/// reply is read keeps the queue busy, so much of a large reply can be in memory.
final class Forwarding: Sendable {
  /// An event of a call. The events follow in this order, except that a reply can begin before the body has been sent.
  enum Event: Sendable {
    /// This number of further bytes of the body has been sent.
    case sent(Int64)
    /// A 100 (Continue), which URLSession reports on Linux.
    case interim
    /// The reply without its body.
    case head(RenderedReply)
    case piece(Data)
    case end((any Error)?)
  }

  /// A body that isn't in the request.
  enum Upload: Sendable {
    case data(Data)
    /// The stream of the request, in chunks, after a 100 (Continue).
    case stream
  }

  private struct State {
    var events: [Event] = []
    var task: URLSessionTask?
    var wake: (@Sendable () -> Void)?
    var hasHead = false
    var challenge: URLAuthenticationChallenge?
    /// Whether the end is known, or isn't needed any more.
    var isOver = false
  }

  private let request: URLRequest
  private let upload: Upload?
  private let url: URL
  private let isForwarded: Bool
  private let session: ForwardingSession
  private let state = Mutex(State())

  /// Starts sending a request.
  ///
  /// - Parameters:
  ///   - url: The URL that the client requested, which errors name.
  ///   - isForwarded: Whether the request is to another origin, whose hop-by-hop fields aren't for the client.
  ///   - wake: Called on any thread when there are events, and again after they were taken; never after `cancel()`.
  init(
    _ request: URLRequest, _ upload: Upload?, url: URL, isForwarded: Bool, in session: ForwardingSession,
    wake: @escaping @Sendable () -> Void
  ) {
    self.request = request
    self.upload = upload
    self.url = url
    self.isForwarded = isForwarded
    self.session = session
    state.withLock { $0.wake = wake }
    session.perform { self.send() }
  }

  /// The challenge of a 401. On Darwin, URLSession handles challenges, so it is never set.
  var challenge: URLAuthenticationChallenge? { state.withLock { $0.challenge } }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Returns and removes the events so far.
  func takeEvents() -> [Event] {
    state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  /// Ends the call, whose further events aren't needed. Has no effect after the end.
  func cancel() {
    let isRunning = state.withLock { state in
      defer { (state.isOver, state.wake, state.events) = (true, nil, []) }
      return !state.isOver
    }
    if isRunning { session.perform { self.cancelTask() } }
  }

  private func add(_ event: Event) {
    let wake: (@Sendable () -> Void)? = state.withLock { state in
      guard !state.isOver else { return nil }
      let isFirst = state.events.isEmpty
      let wake = isFirst ? state.wake : nil
      state.events.append(event)
      switch event {
      case .head: state.hasHead = true
      case .end: (state.isOver, state.task, state.wake) = (true, nil, nil)
      case .sent, .interim, .piece: break
      }
      return wake
    }
    wake?()
  }
}

/// The part that runs on the session's queue.
extension Forwarding {
  private func send() {
    guard !isOver else { return }
    let task = session.task(with: request, upload, for: self)
    state.withLock { $0.task = task }
    task.resume()
  }

  private func cancelTask() {
    let task = state.withLock { state in
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }
}

/// The events of the task, which URLSession reports on its delegate queue.
extension Forwarding {
  var stream: InputStream? { request.httpBodyStream }

  func send(_ count: Int64) { add(.sent(count)) }

  func receive(_ response: URLResponse) {
    if let status = (response as? HTTPURLResponse)?.statusCode, status < 200 { return add(.interim) }
    add(.head(isForwarded ? RenderedReply(forwarded: response, to: request) : RenderedReply(response)))
  }

  func receive(_ data: Data) { add(.piece(data)) }

  /// Ends with the reply that asks for credentials.
  func complete(_ challenge: URLAuthenticationChallenge) {
    state.withLock { $0.challenge = challenge }
    complete(challenge.failureResponse, error: nil)
  }

  /// - Parameter response: The response, which is reported only here if it is a redirect without a valid `Location`.
  func complete(_ response: URLResponse?, error: (any Error)?) {
    if let error {
      let code = (error as? URLError)?.code ?? .unknown
      let named = code.namesURL ? url.failingURLUserInfo : [:]
      return add(.end(URLError(code, userInfo: (error as NSError).userInfo.merging(named) { $1 })))
    }
    if let response, !state.withLock({ $0.hasHead }) { receive(response) }
    add(.end(nil))
  }
}

extension RenderedReply {
  /// Creates a reply, still without its body, from the response of an origin other than the call's.
  fileprivate convenience init(forwarded response: URLResponse, to request: URLRequest) {
    guard let response = response as? HTTPURLResponse else {
      self.init(response)
      return
    }
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      if let name = HTTPField.Name("\(name)") { fields.append(HTTPField(name: name, value: "\(value)")) }
    }
    // URLSession decodes the body, so its length isn't known. The reply to a HEAD has the length of the reply to a GET.
    if request.httpMethod != "HEAD", let coding = fields[.contentEncoding], coding != "identity" {
      fields[.contentLength] = nil
    }
    self.init(response.statusCode, fields.endToEnd, [], contentLength: nil)
  }
}
