/// Changes or observes the calls of a client.
///
/// A client with the middleware `[a, b]` calls, for each attempt to send a call:
///
/// 1. `prepare` of `a`, then of `b`. If one throws an error, nothing is sent.
/// 2. `willSend` of `a`, then of `b`. If the call shares the request of an equal one, both calls have it.
/// 3. `didReceive` of `b`, then of `a`, with the result as it was received.
/// 4. `process` of `b`, then of `a`, with the result of the previous one. If one asks for a retry, the next attempt
///    begins with the first step. Without a retry, the result of the last `process` is that of the call. Results that
///    aren't received, such as an error of `prepare` or a cancellation, are processed, too.
///
/// An error that `prepare` or `process` throws becomes ``ServiceError/Reason-swift.enum/middleware(_:_:)``. This also
/// applies to a ``ServiceError``, so that the error of another call, such as a refresh, isn't mistaken for one of this
/// call. To fail with an error of this call, such as a status, `process` returns it.
///
/// At the end of the call, `didEnd` of `b`, then of `a`, is called once. So a middleware that retries is placed after the
/// ones that have to see only the last result.
///
/// The methods run in the task of the call: concurrently for different calls, one after the other for one call. A call that is
/// cancelled ends once the method that is running returns. The call of `bytes(of:)` ends, for middleware, when the head of the
/// response has arrived.
public protocol Middleware: Sendable {
  /// Changes the request before it is sent, such as its fields.
  func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws

  /// Called when the request is about to be sent.
  func willSend(_ request: PreparedRequest, for call: ServiceCall) async

  /// Called when the response has arrived, or it is known that there is none.
  func didReceive(_ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall) async

  /// Returns the result of the call, by default the one that was received, or asks for a retry.
  func process(_ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall) async throws -> Processing

  /// Called once, after the last attempt.
  func didEnd(_ call: ServiceCall) async
}

extension Middleware {
  /// Changes nothing.
  public func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {}

  /// Does nothing.
  public func willSend(_ request: PreparedRequest, for call: ServiceCall) async {}

  /// Does nothing.
  public func didReceive(_ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall) async {}

  /// Returns the result.
  public func process(
    _ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall
  ) async throws -> Processing { .result(result) }

  /// Does nothing.
  public func didEnd(_ call: ServiceCall) async {}
}

/// The decision of a middleware about a result.
public enum Processing: Sendable {
  /// The result, changed or not.
  case result(Result<ServiceResponse, ServiceError>)
  /// The call is prepared and sent again. This has no effect at ``ServiceCall/isLastAttempt``; a cancelled call fails
  /// as cancelled.
  case retry
}

/// A call of a client, as middleware sees it.
public struct ServiceCall: Sendable {
  /// The call as it was declared.
  public let service: any RemoteService
  /// Identifies the call, through all its attempts, among all calls of the process.
  public let id: UInt64
  /// The options of the call, else those of its client.
  public let options: CallOptions
  /// The number of the attempt, from 1.
  public internal(set) var attempt = 1

  /// Whether ``CallOptions/attemptLimit`` is reached, so that a retry has no effect. A middleware checks it before it waits
  /// for a retry.
  public var isLastAttempt: Bool { attempt >= options.attemptLimit }
}
