import Dispatch
import Foundation
import HTTPTypes
import MockSpec
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request on its way to another origin.
///
/// A redirect is a reply like any other. Cookies, credentials and caches play no part. The reply is available once all of
/// it has arrived.
final class Forwarding: Sendable {
  private struct State: Sendable {
    var hasStarted = false
    var isCancelled = false
    var task: URLSessionDataTask?
    var stopTimer: (@Sendable () -> Void)?
    var body: [UInt8] = []
    var result: Result<RenderedReply, any Error>?
    var wake: (@Sendable () -> Void)?

    var isOver: Bool { isCancelled || result != nil }
  }

  private let request: MockRequest
  private let origin: Origin
  private let url: URL
  private let timeout: Duration
  private let keepsHost: Bool
  private let bodyLimit: Int
  private let session: ForwardingSession
  private let state = Mutex(State())

  /// - Parameters:
  ///   - url: The URL that the client requested, which errors name.
  ///   - timeout: The time from sending the request to the last byte of the reply.
  ///   - bodyLimit: The maximum size of the reply's body in bytes.
  init(
    _ request: MockRequest, to origin: Origin, url: URL, timeout: Duration, bodyLimit: Int = BodyLimit.bytes,
    keepsHost: Bool = false, in session: ForwardingSession
  ) {
    self.request = request
    self.keepsHost = keepsHost
    self.origin = origin
    self.url = url
    self.timeout = timeout
    self.bodyLimit = bodyLimit
    self.session = session
  }

  /// The reply, or the error that replaces it; `nil` until either is known.
  var result: Result<RenderedReply, any Error>? { state.withLock { $0.result } }

  /// Whether a result is known or none is wanted any more.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Sends the request. A second call, as after the task was suspended, has no effect.
  ///
  /// - Parameter wake: Called once, on any thread, when the result is known; never after `cancel()`.
  func start(then wake: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      guard !state.hasStarted, !state.isCancelled else { return false }
      state.hasStarted = true
      state.wake = wake
      return true
    }
    guard isFirst else { return }
    guard let outgoing else {
      return end(.failure(URLError(.badURL, userInfo: url.failingURLUserInfo)))
    }
    session.perform { self.send(outgoing) }
  }

  /// Stops waiting for the result, and cancels the request.
  func cancel() {
    let isRunning = state.withLock { state in
      state.isCancelled = true
      state.wake = nil
      return state.hasStarted && state.result == nil
    }
    if isRunning { session.perform { self.cancelTask() } }
  }

  private var outgoing: URLRequest? {
    guard let url = URL(string: origin.description + request.path + (request.query.map { "?" + $0 } ?? "")) else {
      return nil
    }
    var outgoing = URLRequest(url: url)
    outgoing.timeoutInterval = ForwardingSession.longestTimeout
    outgoing.httpMethod = request.method
    for field in request.ownFields.endToEnd {
      if field.name == .contentLength || (field.name.canonicalName == "host" && !keepsHost) { continue }
      outgoing.addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    if !request.body.isEmpty { outgoing.httpBody = Data(request.body) }
    return outgoing
  }

  private func end(_ result: Result<RenderedReply, any Error>) {
    let (wake, stopTimer) = state.withLock { state in
      if state.result == nil { state.result = result }
      state.task = nil
      state.body = []
      defer { (state.wake, state.stopTimer) = (nil, nil) }
      return (state.wake, state.stopTimer)
    }
    stopTimer?()
    wake?()
  }
}

/// What runs on the session's queue.
extension Forwarding {
  private func send(_ outgoing: URLRequest) {
    guard !isOver else { return }
    let task = session.task(with: outgoing, for: self)
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: session.queue)
    timer.setEventHandler { [weak self] in self?.giveUp() }
    timer.schedule(deadline: .now() + timeout.dispatchInterval)
    state.withLock { ($0.task, $0.stopTimer) = (task, { timer.cancel() }) }
    timer.activate()
    task.resume()
  }

  private func giveUp() {
    let task = state.withLock { $0.task }
    end(.failure(URLError(.timedOut, userInfo: url.failingURLUserInfo)))
    task?.cancel()
  }

  private func cancelTask() {
    let task = state.withLock { $0.task }
    task?.cancel()
  }
}

/// What URLSession reports about the task, on its delegate queue.
extension Forwarding {
  func receive(_ data: Data) {
    let (isTooLarge, task) = state.withLock { state in
      guard !state.isOver else { return (false, nil as URLSessionDataTask?) }
      guard state.body.count + data.count <= bodyLimit else { return (true, state.task) }
      state.body += data
      return (false, nil)
    }
    guard isTooLarge else { return }
    end(.failure(URLError(Self.tooLarge, userInfo: url.failingURLUserInfo)))
    session.perform { task?.cancel() }
  }

  private static var tooLarge: URLError.Code {
    #if canImport(Darwin)
      .dataLengthExceedsMaximum
    #else
      .badServerResponse
    #endif
  }

  func complete(_ response: URLResponse?, error: (any Error)?) {
    if let error {
      let code = (error as? URLError)?.code ?? .unknown
      return end(.failure(URLError(code, userInfo: url.failingURLUserInfo)))
    }
    guard let response = response as? HTTPURLResponse else {
      return end(.failure(URLError(.badServerResponse, userInfo: url.failingURLUserInfo)))
    }
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      guard let name = HTTPField.Name("\(name)") else { continue }
      // The body has been decoded, so the length may be wrong; that of a HEAD is the length a GET would have had.
      if name == .contentLength, request.method != "HEAD" { continue }
      fields.append(HTTPField(name: name, value: "\(value)"))
    }
    let body = state.withLock { $0.body }
    end(
      .success(RenderedReply(Reply(status: response.statusCode, fields: fields.endToEnd, body: body, isShared: false))))
  }
}
