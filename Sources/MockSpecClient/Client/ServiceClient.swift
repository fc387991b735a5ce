public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Makes the calls of a service.
///
/// ```swift
/// let github = ServiceClient<GitHub>(middleware: [RetryMiddleware()])
/// let zen = try await github.response(of: .zen).text()
/// let user = try await github.value(of: .profile("octocat"), as: User.self)
/// ```
///
/// The client can be used from any thread. A call is cancelled with its task, and its `URLSessionTask` with it; if a method of
/// a middleware is running, the call ends when the method returns. The client's URLSession is invalidated when the client is
/// released and its calls have ended.
public final class ServiceClient<Service: RemoteService>: Sendable {
  /// The options of calls that have none of their own.
  public let options: CallOptions

  private let middleware: [any Middleware]
  private let redaction: RedactionRules
  private let transport: Transport
  let exchanges = SharedWork<RequestKey, Exchange.Outcome>()

  /// Creates a client, which calls nothing yet.
  ///
  /// - Parameters:
  ///   - service: The service, if it isn't known from the context.
  ///   - configuration: The configuration of the client's URLSession. A background configuration isn't supported. On Linux,
  ///     its cache isn't used, since URLSession can stop the process when a call that it looks up there is cancelled. Secret
  ///     fields of its `httpAdditionalHeaders` become fields of each request: they aren't shown in errors, and not sent to
  ///     another origin after a redirect.
  ///   - delegate: Is asked about redirects and authentication challenges, including those of servers' certificates. Only its
  ///     methods for a task are called: `urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)` and
  ///     `urlSession(_:task:didReceive:completionHandler:)`.
  ///   - middleware: See ``Middleware`` for the order in which it is called.
  ///   - options: The options of calls that have none of their own.
  ///   - redaction: The names of values that descriptions of errors don't show, and that aren't sent to another origin
  ///     after a redirect.
  public init(
    _ service: Service.Type = Service.self, configuration: URLSessionConfiguration = .default,
    delegate: (any URLSessionTaskDelegate)? = nil, middleware: [any Middleware] = [],
    options: CallOptions = CallOptions(), redaction: RedactionRules = RedactionRules()
  ) {
    (self.middleware, self.options, self.redaction) = (middleware, options, redaction)
    transport = Transport(configuration, delegate: delegate, redaction: redaction)
  }

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - call: The call to make.
  ///   - options: Replaces the client's options.
  /// - Returns: The response, with a status code that the call accepts.
  public func response(of call: Service, options: CallOptions? = nil) async throws(ServiceError) -> ServiceResponse {
    try await perform(call, options).get()
  }

  /// Makes a call and decodes the body of the response.
  ///
  /// - Parameters:
  ///   - call: The call to make.
  ///   - type: The type of the value, if it isn't known from the context.
  ///   - keyPath: The path to the value, of keys and of indices from 0, such as `data.users.0`; by default, the whole body.
  ///   - decoder: The decoder of the body's format.
  ///   - options: Replaces the client's options.
  public func value<Value: Decodable>(
    of call: Service, as type: Value.Type = Value.self, at keyPath: String? = nil,
    decoder: some BodyDecoder = JSONDecoder(), options: CallOptions? = nil
  ) async throws(ServiceError) -> Value {
    try await perform(call, options).get().value(as: type, at: keyPath, decoder: decoder)
  }

  /// Makes a call, and returns the body of the response while it arrives.
  ///
  /// The call's destination is ignored. Chunks are kept in memory until they are iterated. This doesn't slow down the
  /// server, since URLSession on Linux can't pause a transfer.
  ///
  /// - Parameters:
  ///   - call: The call to make.
  ///   - options: Replaces the client's options.
  /// - Returns: The body and the head of the response, as soon as the head has arrived with a status code that the call
  ///   accepts. Any other response is in the error, with its whole body.
  public func bytes(of call: Service, options: CallOptions? = nil) async throws(ServiceError) -> ServiceBytes {
    let latest = LatestStream()
    do throws(ServiceError) {
      let head = try await perform(call, options, stream: latest).get()
      guard head.body.isEmpty, let (stream, exchange) = latest.current, head.streamID == exchange.streamID else {
        // A middleware has made the response.
        latest.cancel()
        return ServiceBytes(head)
      }
      return ServiceBytes(response: head, stream: stream, exchange: exchange)
    } catch {
      latest.cancel()
      throw error
    }
  }

  /// Starts a call.
  ///
  /// - Parameters:
  ///   - call: The call to make.
  ///   - options: Replaces the client's options.
  /// - Returns: The call, with its progress and its response. It goes on if it is released.
  public func start(_ call: Service, options: CallOptions? = nil) -> RunningCall {
    RunningCall { await self.perform(call, options, progress: $0) }
  }

  /// Starts a call with a completion handler.
  ///
  /// - Parameters:
  ///   - call: The call to make.
  ///   - options: Replaces the client's options.
  ///   - queue: The queue on which the completion handler is called.
  ///   - completion: Called once, also if the call is cancelled.
  /// - Returns: The call. It goes on if it is released.
  @discardableResult
  public func start(
    _ call: Service, options: CallOptions? = nil, queue: DispatchQueue = .main,
    completion: @escaping @Sendable (Result<ServiceResponse, ServiceError>) -> Void
  ) -> RunningCall {
    RunningCall {
      let result = await self.perform(call, options, progress: $0)
      queue.async { completion(result) }
      return result
    }
  }

  /// Starts a call whose response is decoded, with a completion handler.
  ///
  /// - Parameters:
  ///   - call: The call to make.
  ///   - type: The type of the value.
  ///   - keyPath: The path to the value, of keys and of indices from 0; by default, the whole body.
  ///   - decoder: The decoder of the body's format. It isn't called on `queue`.
  ///   - options: Replaces the client's options.
  ///   - queue: The queue on which the completion handler is called.
  ///   - completion: Called once, also if the call is cancelled.
  /// - Returns: The call. It goes on if it is released.
  @discardableResult
  public func start<Value: Decodable & Sendable>(
    _ call: Service, as type: Value.Type, at keyPath: String? = nil, decoder: some BodyDecoder = JSONDecoder(),
    options: CallOptions? = nil, queue: DispatchQueue = .main,
    completion: @escaping @Sendable (Result<Value, ServiceError>) -> Void
  ) -> RunningCall {
    RunningCall {
      let result = await self.perform(call, options, progress: $0)
      let value: Result<Value, ServiceError>
      do throws(ServiceError) {
        value = .success(try result.get().value(as: type, at: keyPath, decoder: decoder))
      } catch {
        value = .failure(error)
      }
      queue.async { completion(value) }
      return result
    }
  }
}

/// The identifier of the last call of the process.
private let lastCall = Atomic<UInt64>(0)

extension ServiceClient {
  private typealias Progress = AsyncStream<CallProgress>.Continuation

  /// Makes a call, with all its attempts.
  private func perform(
    _ service: Service, _ options: CallOptions?, progress: Progress? = nil, stream: LatestStream? = nil
  ) async -> Exchange.Outcome {
    let id = lastCall.add(1, ordering: .relaxed).newValue
    let declared = (service as? AnyService)?.base ?? service
    var call = ServiceCall(service: declared, id: id, options: options ?? self.options)
    while true {
      let received = await attempt(call, progress, stream)
      if let result = await processed(received, call) {
        for middleware in middleware.reversed() { await middleware.didEnd(call) }
        return result
      }
      call.attempt += 1
    }
  }

  /// Sends a call once.
  private func attempt(
    _ call: ServiceCall, _ progress: Progress?, _ stream: LatestStream?
  ) async -> Exchange.Outcome {
    stream?.cancel()
    var prepared: PreparedRequest
    do { prepared = try await call.service.preparedWithoutBlocking() } catch {
      return .failure(failure(Task.isCancelled ? .cancelled : .encoding(error)))
    }
    transport.addSecretFields(to: &prepared.request)
    prepared.redaction = redaction
    for middleware in middleware {
      let rules = prepared.redaction
      defer { prepared.redaction.formUnion(rules) }  // The middleware may have replaced the request.
      do { try await middleware.prepare(&prepared, for: call) } catch {
        return .failure(failure(of: middleware, error, prepared.request, nil).redacted(by: rules))
      }
    }
    guard !Task.isCancelled else { return .failure(failure(.cancelled, prepared.request)) }
    for middleware in middleware { await middleware.willSend(prepared, for: call) }
    let result = await send(prepared, call, progress, stream)
    for middleware in middleware.reversed() { await middleware.didReceive(result, for: call) }
    return result
  }

  private func send(
    _ prepared: PreparedRequest, _ call: ServiceCall, _ progress: Progress?, _ stream: LatestStream?
  ) async -> Exchange.Outcome {
    do { try prepared.validateBody(for: call.service) } catch {
      return .failure(failure(.encoding(error), prepared.request))
    }
    let accepted = call.service.acceptedStatus
    // A stream can be read only once, and streams can't be compared.
    let isShared = call.options.sharesEqualRequests && stream == nil && prepared.request.httpBodyStream == nil
    let key = isShared ? RequestKey.shared(.init(prepared, accepting: accepted)) : .unique(call.id)
    let result = await exchanges.value(for: key) {
      let chunks = stream.map { _ in AsyncThrowingStream<Data, any Error>.makeStream() }
      let exchange = Exchange(
        prepared, accepting: accepted, chunks: chunks?.continuation, in: transport)
      if let progress { exchange.report(to: progress) }
      if let chunks { stream?.set(chunks.stream, exchange) }
      return exchange
    }
    // Middleware can turn a failure into a response.
    if case .success = result {} else { stream?.cancel() }
    return result ?? .failure(failure(.cancelled, prepared.request))
  }

  /// Returns a result after the processing by middleware; `nil` for a retry.
  private func processed(_ received: Exchange.Outcome, _ call: ServiceCall) async -> Exchange.Outcome? {
    var result = received
    for middleware in middleware.reversed() {
      do {
        switch try await middleware.process(result, for: call) {
        case .result(let processed): result = processed.redacted(by: redaction)
        case .retry where Task.isCancelled: result = .failure(failure(.cancelled, result.request, result.response))
        case .retry where call.isLastAttempt: break
        case .retry: return nil
        }
      } catch {
        result = .failure(failure(of: middleware, error, result.request, result.response))
      }
    }
    return result
  }

  private func failure(
    of middleware: any Middleware, _ error: any Error, _ request: URLRequest?, _ response: ServiceResponse?
  ) -> ServiceError {
    let isCancellation =
      error is CancellationError || (error as? URLError)?.code == .cancelled
      || (error as? ServiceError)?.isCancelled == true
    if isCancellation, Task.isCancelled { return failure(.cancelled, request, response) }
    return failure(.middleware("\(type(of: middleware))", error), request, response)
  }

  private func failure(
    _ reason: ServiceError.Reason, _ request: URLRequest? = nil, _ response: ServiceResponse? = nil
  ) -> ServiceError {
    ServiceError(reason, request: request, response: response, redaction: redaction)
  }
}
