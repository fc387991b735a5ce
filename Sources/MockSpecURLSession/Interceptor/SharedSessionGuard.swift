import Synchronization

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// Refuses calls of `URLSession.shared`, which code makes that forgets the session of its test.
///
/// URLSession asks it on the thread that starts a call, at least on Linux, so that a decision can depend on the current task.
/// Other sessions don't ask it: protocols that are registered are asked after those of a configuration.
package final class SharedSessionGuard: URLProtocol {
  private static let decision = Mutex<(@Sendable (URLRequest) -> Bool)?>(nil)

  /// Starts asking whether a call is refused. Later calls of this function have no effect.
  package static func install(_ refuses: @escaping @Sendable (URLRequest) -> Bool) {
    let isFirst = decision.withLock { decision in
      defer { decision = decision ?? refuses }
      return decision == nil
    }
    guard isFirst else { return }
    #if canImport(FoundationNetworking)
      MockInterceptor.changeProtocols(of: .shared) { classes in
        // After mocks that are installed in the session.
        var classes = classes
        let index = classes.lastIndex { $0 is MockURLProtocol.Type }.map { $0 + 1 } ?? 0
        classes.insert(SharedSessionGuard.self, at: index)
        return classes
      }
    #else
      URLProtocol.registerClass(SharedSessionGuard.self)
    #endif
  }

  package override class func canInit(with request: URLRequest) -> Bool {
    guard let scheme = request.url?.scheme?.lowercased(), ["http", "https", "ws", "wss"].contains(scheme) else {
      return false
    }
    return decision.withLock { $0 }?(request) ?? false
  }

  package override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  package override func startLoading() {
    guard task?.state == .running else { return }
    client?.urlProtocol(self, didFailWithError: MockSpecError.notMocked(url: request.url))
  }

  package override func stopLoading() {}
}
