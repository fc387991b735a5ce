#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Synchronization

  /// A 401 that has no URL while URLSession finishes its task.
  ///
  /// There a 401 with `WWW-Authenticate` becomes a challenge, which before Swift 6.3.3 nobody answers, so that the task
  /// never ends (swift-corelibs-foundation #5457). Making the challenge takes the response's URL. It is hidden only from
  /// the thread that finishes the task; a delegate that reads it at the same time sees it.
  final class QuietResponse: HTTPURLResponse, @unchecked Sendable {
    private let blindThread = Mutex<pthread_t?>(nil)

    convenience init?(_ reply: RenderedReply, url: URL) {
      self.init(url: url, statusCode: reply.status, httpVersion: "HTTP/1.1", headerFields: reply.fields)
    }

    override var url: URL? {
      blindThread.withLock { $0 == pthread_self() } ? nil : super.url
    }

    func hideURL() {
      blindThread.withLock { $0 = pthread_self() }
    }

    func showURL() {
      blindThread.withLock { $0 = nil }
    }
  }
#endif
