import MockSpecURLSession
import Synchronization

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
#else
  import Foundation
#endif

/// The calls of sessions without mocks that a strict test refused.
final class RefusedCalls: Sendable {
  private let calls = Mutex<[String]>([])

  init() {
    SharedSessionGuard.install { request in
      // The task that makes the call.
      guard let refused = Mocks.refused else { return false }
      refused.add(request)
      return true
    }
  }

  private func add(_ request: URLRequest) {
    // The query can contain secrets.
    var shown = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
    shown?.query = nil
    let call = "\(request.httpMethod ?? "GET") \(shown?.string ?? "an unknown URL")"
    calls.withLock { calls in if !calls.contains(call) { calls.append(call) } }
  }

  var problems: [String] {
    calls.withLock { $0 }.map {
      "\($0) was made with 'URLSession.shared', which isn't mocked: give the code under test 'URLSession.mocked'"
    }
  }
}
