#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Synchronization

  /// A 401 that has no URL while URLSession finishes its task.
  ///
  /// URLSession on Linux makes a challenge from a 401 with `WWW-Authenticate`. Before Swift 6.3.3, the challenge isn't
  /// answered, so that the task never ends (swift-corelibs-foundation #5457). Without a URL, no challenge is made. The URL is
  /// hidden only from the thread that finishes the task.
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
