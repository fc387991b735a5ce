#if canImport(Darwin)
  import Foundation

  /// A request on its way to the real destination, in a session of its own, since Darwin's protocols can't be put on a
  /// task that has one. Redirects are followed here, and challenges answered by default. Not run yet.
  final class PassThrough: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let load: URLProtocol
    private let thread: CFRunLoop
    private let request: URLRequest
    private var session: URLSession?

    /// The loading system there forgives calls after the end.
    var hasEnded: Bool { false }
    /// The session that is used here keeps to the limit itself.
    var due: ContinuousClock.Instant? { nil }
    var isGivenUp: Bool { false }
    var onEnd: () -> Void = {}

    /// - Parameter limit: How long nothing may come.
    init?(of load: URLProtocol, body: [UInt8], limit: Duration) {
      self.load = load
      thread = CFRunLoopGetCurrent()
      var request = load.request
      if !body.isEmpty { request.httpBody = Data(body) }
      request.timeoutInterval = min(request.timeoutInterval, limit / .seconds(1))
      self.request = request
    }

    func start() {
      guard session == nil else { return }
      let session = URLSession(configuration: .default, delegate: self, delegateQueue: nil)
      self.session = session
      session.dataTask(with: request).resume()
      session.finishTasksAndInvalidate()
    }

    func giveUp() {}

    func stop() {
      session?.invalidateAndCancel()
      session = nil
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      relay { $0.urlProtocol(self.load, didReceive: response, cacheStoragePolicy: .notAllowed) }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      relay { $0.urlProtocol(self.load, didLoad: data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      relay { client in
        if let error {
          client.urlProtocol(self.load, didFailWithError: error)
        } else {
          client.urlProtocolDidFinishLoading(self.load)
        }
      }
    }

    /// On the thread of the load, and only until it is stopped.
    private func relay(_ call: @escaping (any URLProtocolClient) -> Void) {
      CFRunLoopPerformBlock(thread, CFRunLoopMode.commonModes.rawValue) {
        if self.session != nil, let client = self.load.client { call(client) }
      }
      CFRunLoopWakeUp(thread)
    }
  }
#endif
