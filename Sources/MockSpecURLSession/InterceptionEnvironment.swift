package import MockSpec

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// One engine put under URLSession: it answers the requests of the sessions that have this environment's class, and no
/// others.
///
/// Sessions don't keep it alive. A request after its end fails with ``MockSpecError/ended``; one that it has already
/// decided is carried out.
package final class InterceptionEnvironment: Sendable {
  private let decide: @Sendable (MockRequest) -> Decision
  private let mockClass: MockURLProtocol.Type
  private let onUnmatched: (@Sendable (MockRequest, Unmatched) -> Void)?
  private let replies = RenderedReplies()

  /// - Parameters:
  ///   - onUnmatched: Called before the request fails, on URLSession's own queue: it must neither block nor touch a
  ///     session.
  ///   - decide: Called there, too, once per request.
  package init(
    onUnmatched: (@Sendable (MockRequest, Unmatched) -> Void)? = nil,
    decide: @escaping @Sendable (MockRequest) -> Decision
  ) {
    self.decide = decide
    self.onUnmatched = onUnmatched
    mockClass = ProtocolClassTable.takeClass()
    ProtocolClassTable.assign(mockClass, to: self)
  }

  package convenience init(engine: MockEngine, onUnmatched: (@Sendable (MockRequest, Unmatched) -> Void)? = nil) {
    self.init(onUnmatched: onUnmatched) { engine.decide($0) }
  }

  deinit {
    ProtocolClassTable.giveBack(mockClass)
  }

  /// For `URLSessionConfiguration.protocolClasses`; no other living environment has it.
  package var protocolClass: AnyClass { mockClass }

  /// Ephemeral, and without a cache, which would cost more than the mock itself.
  package func sessionConfiguration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.protocolClasses = [protocolClass]
    return configuration
  }

  /// Puts the class before all others; doing so twice changes nothing.
  package func install(in configuration: URLSessionConfiguration) {
    let others = (configuration.protocolClasses ?? []).filter { $0 != protocolClass }
    configuration.protocolClasses = [protocolClass] + others
  }

  func ending(of request: MockRequest, url: URL) -> (ending: LoadEnding, delay: Duration) {
    let decision = decide(request)
    let ending: LoadEnding
    switch decision.outcome {
    case .reply(let reply):
      ending = .reply(replies(reply, snapshot: decision.snapshot), sendsBody: decision.sendsBody)
    case .failure(let failure):
      ending = LoadEnding(failure, url: url)
    case .closure(let closure):
      ending = .closure(closure)
    case .passThrough:
      ending = .passThrough(body: request.body)
    case .unmatched(let unmatched):
      onUnmatched?(request, unmatched)
      ending = .failure(MockSpecError.unmatched(unmatched, url: url))
    case .rejected(let message):
      ending = .failure(MockSpecError(.rejected, message, url: url))
    }
    return (ending, decision.delay)
  }
}
