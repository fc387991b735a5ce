#if canImport(Darwin)
  import Foundation

  /// A call that is sent to its real destination, in a session of its own, since Darwin's protocols can't take over a task
  /// that already has one. Redirects are followed, and challenges get the default answer. This code has never been run.
  final class PassThrough: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let load: URLProtocol
    private let thread: CFRunLoop
    private let request: URLRequest
    private var session: URLSession?

    /// On Darwin, calls of the client after the end are ignored.
    var hasEnded: Bool { false }
    /// `nil`, since the session limits the time itself.
    var due: ContinuousClock.Instant? { nil }
    var isGivenUp: Bool { false }
    var onEnd: () -> Void = {}

    /// - Parameter limit: The maximum time without any data.
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

    /// Calls the client on the load's thread, unless the load was stopped.
    private func relay(_ call: @escaping (any URLProtocolClient) -> Void) {
      CFRunLoopPerformBlock(thread, CFRunLoopMode.commonModes.rawValue) {
        if self.session != nil, let client = self.load.client { call(client) }
      }
      CFRunLoopWakeUp(thread)
    }
  }
#endif
