public import MockSpec
public import MockSpecClient
public import MockSpecURLSession

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension ServiceClient {
  /// Creates a client whose calls an interceptor answers, in process or in connected mode.
  ///
  /// ```swift
  /// let mocks = try MockInterceptor(specs: "specs")
  /// let github = ServiceClient<GitHub>(mocks: mocks, scene: "Offline")
  /// ```
  ///
  /// Everything else is as without mocks: a call is prepared by the same middleware, sent by a URLSession, validated
  /// and decoded. Clients don't affect each other or the interceptor, which the client retains.
  ///
  /// - Parameters:
  ///   - service: The service, if it isn't known from the context.
  ///   - mocks: The interceptor; `nil` for a client without mocks, for which `scene` and `stub` have no effect.
  ///   - scene: The scene that selects responses for this client's calls, overriding the selections and the active
  ///     scene of the interceptor; `nil` to use those: a string literal, or a member that `mockspec generate swift` writes. The
  ///     scene is looked up for each call, which fails if there is no
  ///     such scene.
  ///   - configuration: The configuration of the client's URLSession, to which the interceptor is added; by default, an
  ///     ephemeral one without a cache, or `URLSessionConfiguration.default` without mocks.
  ///   - delegate: Is asked about redirects and authentication challenges, by the methods for a task.
  ///   - middleware: See `Middleware` for the order in which it is called.
  ///   - options: The options of calls that have none of their own.
  ///   - redaction: The names of values that descriptions of errors don't show, and that aren't sent to another origin
  ///     after a redirect.
  ///   - stub: Returns the stub of a call whose options have none; by default, ``CallStub/specs``. It is called for
  ///     each attempt to send the call.
  public convenience init(
    _ service: Service.Type = Service.self, mocks: MockInterceptor?, scene: MockSceneName? = nil,
    configuration: URLSessionConfiguration? = nil, delegate: (any URLSessionTaskDelegate)? = nil,
    middleware: [any Middleware] = [], options: CallOptions = CallOptions(),
    redaction: RedactionRules = RedactionRules(), stub: @escaping @Sendable (Service) -> CallStub = { _ in .specs }
  ) {
    var middleware = middleware
    var own = configuration ?? .default
    if let mocks {
      if configuration == nil { own = mocks.sessionConfiguration() } else { mocks.install(in: &own) }
      // Added last, so that other middleware doesn't depend on it.
      middleware.append(StubMiddleware(mocks: mocks, scene: scene?.name, stub: stub))
    }
    self.init(
      service, configuration: own, delegate: delegate, middleware: middleware, options: options, redaction: redaction)
  }
}

extension ServiceError {
  /// The reason why MockSpec has failed a stubbed call, such as that no mock matches it; `nil` for any other error. The
  /// description has the details.
  public var mockErrorCode: MockSpecError.Code? {
    guard case .transport(let error) = reason, let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error
    else {
      return nil
    }
    // On Darwin, URLSession converts it to another `NSError`.
    let other = underlying as NSError
    return other.domain == MockSpecError.errorDomain ? MockSpecError.Code(rawValue: other.code) : nil
  }
}
