import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session, with ways to wait for one answer.
final class CallingClient: NSObject, URLSessionDataDelegate, Sendable {
  private let size = Mutex(0)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let configuration: URLSessionConfiguration
  private let created = Mutex<(plain: URLSession, delegated: URLSession)?>(nil)

  init(_ configuration: URLSessionConfiguration) { self.configuration = configuration }

  private var sessions: (plain: URLSession, delegated: URLSession) {
    created.withLock { sessions in
      let present =
        sessions
        ?? (
          URLSession(configuration: configuration),
          URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        )
      sessions = present
      return present
    }
  }

  var session: URLSession { sessions.plain }

  func completed(_ url: URL) throws -> Int {
    session.dataTask(with: url) { data, _, _ in
      self.size.withLock { $0 = data?.count ?? 0 }
      self.hasEnded.signal()
    }.resume()
    hasEnded.wait()
    return size.withLock { $0 }
  }

  func continued(_ url: URL) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      session.dataTask(with: url) { data, _, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(data?.count ?? 0))
      }.resume()
    }
  }

  func delegated(_ url: URL) throws -> Int {
    size.withLock { $0 = 0 }
    sessions.delegated.dataTask(with: url).resume()
    hasEnded.wait()
    return size.withLock { $0 }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    size.withLock { $0 += data.count }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    hasEnded.signal()
  }
}
