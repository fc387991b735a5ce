import Dispatch
import Foundation
import MockSpec
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls the control API of a running `mockspec serve` in one of its sessions, from any thread.
///
/// Nothing is sent before the first call, so the server can be started later. Connections are kept and used again. Nothing
/// intercepts the calls, and caches, cookies and the system's proxies aren't used. On Linux, libcurl uses the proxies of the
/// environment in any case.
final class ServerConnection: Sendable {
  /// The maximum time until the end of a reply. The server waits only for its own closures.
  static let defaultLimit = Duration.seconds(30)

  let server: MockServerURL
  private let sessionID: SessionID?
  private let token: String?
  private let limit: Duration
  private let session = ServerConnection.sharedSession()

  /// - Parameters:
  ///   - url: The URL of the server.
  ///   - sessionID: The ID of a session of the server; `nil` for its default one.
  ///   - token: The server's token; `nil` if it needs none.
  /// - Throws: `ConnectedModeError` if the URL or the token isn't valid; `SessionError` if the ID isn't.
  init(_ url: URL, sessionID: String?, token: String?, limit: Duration = defaultLimit) throws {
    server = try MockServerURL(url)
    self.sessionID = try sessionID.map { try SessionID($0) }
    if let token, token.isEmpty || !token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
      throw ConnectedModeError("expected a token of visible ASCII characters")
    }
    self.token = token
    self.limit = limit
  }

  /// Returns the URLSession of all connections. It has no state except kept connections.
  ///
  /// On Linux, a call takes seconds if hundreds of URLSessions have connections. Few connections are enough, since a
  /// server decides at once, and opening a connection takes longer than a call.
  private static func sharedSession() -> ForwardingSession {
    latest.withLock { latest in
      if let session = latest.session { return session }
      let session = ForwardingSession(usesProxies: false, connections: 16)
      latest.session = session
      return session
    }
  }

  private struct NotJSON: Error, CustomStringConvertible {
    let description = "it isn't JSON"
  }

  private struct Latest: Sendable {
    weak var session: ForwardingSession?
  }

  private static let latest = Mutex(Latest())

  /// Starts a call.
  ///
  /// - Parameters:
  ///   - path: The segments of the resource's path below the prefix.
  ///   - body: JSON; `nil` for none.
  ///   - completion: See ``ServerCall/start(limit:_:)``.
  func start(
    _ method: String, _ path: [String], _ body: [UInt8]? = nil, _ completion: @escaping ServerCall.Completion
  ) -> ServerCall {
    guard let url = server.resource(path) else { preconditionFailure("an encoded path makes a URL") }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let body {
      request.httpBody = Data(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    if let token { request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization") }
    if let sessionID { request.setValue(sessionID.description, forHTTPHeaderField: "Mockspec-Session") }
    let call = ServerCall(request, to: server, in: session)
    call.start(limit: limit, completion)
    return call
  }

  /// Waits for work that blocks its thread, such as ``call(_:_:_:)``, without blocking a thread of Swift concurrency.
  static func blocking<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: work()) }
    }
  }

  /// Calls a resource and blocks the thread until it has answered.
  ///
  /// - Returns: The body of the reply.
  /// - Throws: `UnknownNameError` or `MockSpecError`.
  @discardableResult
  func call(_ method: String, _ path: [String], _ body: [UInt8]? = nil) throws -> Data {
    let hasEnded = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Data, ServerFailure>?>(nil)
    let call = start(method, path, body) { ended in
      result.withLock { $0 = ended }
      hasEnded.signal()
    }
    hasEnded.wait()
    withExtendedLifetime(call) {}
    switch result.withLock({ $0 }) {
    case .success(let data)?:
      // The reply isn't one of a control API.
      if !data.isEmpty, (try? JSONSerialization.jsonObject(with: data)) == nil {
        throw ServerFailure.incomprehensible(server, NotJSON()).error(url: server.resource(path))
      }
      return data
    case .failure(let failure)?: throw failure.error(url: server.resource(path))
    case nil: preconditionFailure("a call that isn't cancelled has a result")
    }
  }
}
