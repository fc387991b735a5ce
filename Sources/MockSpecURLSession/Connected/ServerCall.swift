import Dispatch
import Foundation
import MockSpec
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A call of a mock server's control API. It keeps itself alive until its end.
final class ServerCall: Sendable {
  typealias Completion = @Sendable (Result<Data, ServerFailure>) -> Void

  /// The maximum size of a reply in bytes. Bodies have at most 64 MiB, and Base64 or escapes add to them.
  private static let sizeLimit = 256 << 20

  private struct State: Sendable {
    var forwarding: Forwarding?
    var alarm: AlarmClock.Alarm?
    /// `nil` after the end.
    var completion: Completion?
    var status: Int?
    var body = Data()
    var isRepeated = false
  }

  private let request: URLRequest
  private let server: MockServerURL
  private let session: ForwardingSession
  private let state = Mutex(State())

  init(_ request: URLRequest, to server: MockServerURL, in session: ForwardingSession) {
    self.request = request
    self.server = server
    self.session = session
  }

  /// Starts the call.
  ///
  /// - Parameters:
  ///   - limit: The maximum time until the end of the reply.
  ///   - completion: Called once, on any thread except URLSession's own queue, unless the call is cancelled before. It
  ///     gets the body of a reply with a status of 2xx.
  func start(limit: Duration, _ completion: @escaping Completion) {
    let alarm = AlarmClock.shared.set(.now + limit) { self.end(.silent(self.server, after: limit)) }
    state.withLock { state in
      state.alarm = alarm
      state.completion = completion
    }
    send()
  }

  /// Ends the call without a result.
  func cancel() { _ = takeState() }

  private func send() {
    state.withLock { state in
      guard state.completion != nil else { return }
      state.forwarding = Forwarding(
        request, nil, url: request.url ?? URL(filePath: "/"), isForwarded: false, in: session
      ) { self.receive() }
    }
  }

  /// Handles the events so far. Called by one thread at a time.
  private func receive() {
    guard let forwarding = state.withLock({ $0.forwarding }) else { return }
    for event in forwarding.takeEvents() {
      switch event {
      case .sent, .interim: break
      case .head(let head): state.withLock { $0.status = head.status }
      case .piece(let piece):
        let size = state.withLock { state in
          state.body += piece
          return state.body.count
        }
        if size > Self.sizeLimit { return end(.tooLarge(server, limit: Self.sizeLimit)) }
      case .end(let error?): end(with: error as? URLError ?? URLError(.unknown))
      case .end(nil): end(nil)
      }
    }
  }

  /// Sends the call once more if a kept connection was closed at the moment when it was used: URLSession on Apple
  /// platforms doesn't repeat a POST.
  private func end(with error: URLError) {
    let isRepeated = state.withLock { state in
      guard error.code == .networkConnectionLost, state.status == nil, !state.isRepeated else { return false }
      state.isRepeated = true
      return true
    }
    if isRepeated { send() } else { end(.connection(error, server)) }
  }

  /// - Parameter failure: The reason why there is no complete reply; `nil` if there is one.
  private func end(_ failure: ServerFailure?) {
    let last = takeState()
    guard let completion = last.completion else { return }
    // All calls share URLSession's queue, and the completion handler can take long, for example to decode a large body.
    DispatchQueue.global(qos: .userInitiated).async { [server] in
      if let failure { return completion(.failure(failure)) }
      let status = last.status ?? 0
      completion(
        200..<300 ~= status ? .success(last.body) : .failure(ServerFailure(status: status, body: last.body, server)))
    }
  }

  private func takeState() -> State {
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    if let alarm = last.alarm { AlarmClock.shared.cancel(alarm) }
    last.forwarding?.cancel()
    return last
  }
}
