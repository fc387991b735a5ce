import Foundation
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Adds credentials to calls, and replaces those that have expired.
///
/// If a call with credentials is answered with 401, they are refreshed once for all calls that wait for it, and each call is
/// sent again once. A call whose credentials were already replaced meanwhile is sent again without a refresh. A refresh goes on
/// if all calls that wait for it are cancelled, since servers may accept a refresh token only once.
public final class AccessTokenMiddleware: Middleware {
  /// Gets the credentials that the server has refused, or `nil` if there were none, and returns new ones.
  ///
  /// The refresh can't use a client with this middleware, unless `applies` excludes its call. Calls wait for a refresh
  /// without a time limit.
  public typealias Refresh = @Sendable (_ refused: AccessToken?) async throws -> AccessToken

  private struct State {
    var token: AccessToken?
    /// The number of retries by call.
    var retries: [UInt64: Int] = [:]
  }

  private let state: Mutex<State>
  private let refresh: Refresh?
  private let retryLimit: Int
  private let applies: @Sendable (any RemoteService) -> Bool
  private let refreshing = SharedWork<AccessToken?, Result<AccessToken, any Error>>()

  /// Adds credentials that can't be refreshed: a 401 is the result of the call.
  ///
  /// - Parameters:
  ///   - token: The credentials.
  ///   - applies: Returns whether a call needs credentials; by default, all do.
  public init(_ token: AccessToken, applies: @escaping @Sendable (any RemoteService) -> Bool = { _ in true }) {
    state = Mutex(State(token: token))
    (refresh, retryLimit, self.applies) = (nil, 0, applies)
  }

  /// Adds credentials that can be refreshed.
  ///
  /// - Parameters:
  ///   - token: The first credentials; if it is `nil`, `refresh` is called before the first call.
  ///   - retryLimit: The maximum number of times that a call is sent again.
  ///   - applies: Returns whether a call needs credentials; by default, all do.
  ///   - refresh: Returns new credentials.
  public init(
    _ token: AccessToken? = nil, retryLimit: Int = 1,
    applies: @escaping @Sendable (any RemoteService) -> Bool = { _ in true }, refresh: @escaping Refresh
  ) {
    state = Mutex(State(token: token))
    (self.refresh, self.retryLimit, self.applies) = (refresh, retryLimit, applies)
  }

  /// The current credentials. They can be replaced at any time, as after a login; if `nil` is set, they are refreshed
  /// before the next call.
  public var token: AccessToken? {
    get { state.withLock { $0.token } }
    set { state.withLock { $0.token = newValue } }
  }

  /// Adds the credentials, in a field that is secret from then on. Gets them first, if there are none yet.
  public func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
    guard applies(call.service) else { return }
    let token = if let token { token } else { try await refreshed(nil) }
    guard let field = try token.field() else { return }
    request.request.setValue(field.value, forHTTPHeaderField: field.name.rawName)
    request.redaction.formUnion(RedactionRules(adding: [field.name.rawName]))
  }

  /// Asks for a retry after a 401, with new credentials.
  public func process(
    _ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall
  ) async throws -> Processing {
    guard
      refresh != nil, !call.isLastAttempt, result.response?.status == 401, applies(call.service),
      let request = result.request
    else { return .result(result) }
    let current = token
    // Credentials that differ from those that were sent are newer.
    let isRefused = try current?.field().map { request.value(forHTTPHeaderField: $0.name.rawName) == $0.value } ?? false
    guard current != AccessToken.none else { return .result(result) }
    let mayRetry = state.withLock { state in
      let count = state.retries[call.id, default: 0]
      if count < retryLimit { state.retries[call.id] = count + 1 }
      return count < retryLimit
    }
    guard mayRetry else { return .result(result) }
    if isRefused { _ = try await refreshed(current) }
    return .retry
  }

  /// Removes the state of the call.
  public func didEnd(_ call: ServiceCall) async {
    state.withLock { _ = $0.retries.removeValue(forKey: call.id) }
  }

  private func refreshed(_ refused: AccessToken?) async throws -> AccessToken {
    let result = await refreshing.value(for: refused) { TokenRefresh { try await self.replace(refused) } }
    guard let result else { throw CancellationError() }
    return try result.get()
  }

  /// Returns refreshed credentials, or those that have replaced the refused ones meanwhile.
  private func replace(_ refused: AccessToken?) async throws -> AccessToken {
    if let token, token != refused { return token }
    guard let refresh else { return .none }
    let new = try await refresh(refused)
    return state.withLock { state in
      // Credentials that were set during the refresh are newer.
      if state.token == refused { state.token = new }
      return state.token ?? new
    }
  }
}

private final class TokenRefresh: SharedOperation {
  private let run: @Sendable () async throws -> AccessToken

  init(_ run: @escaping @Sendable () async throws -> AccessToken) { self.run = run }

  func start(_ completion: @escaping @Sendable (Result<AccessToken, any Error>) -> Void) {
    Task {
      do { completion(.success(try await run())) } catch { completion(.failure(error)) }
    }
  }

  func cancelUnused() -> Bool { false }
}
