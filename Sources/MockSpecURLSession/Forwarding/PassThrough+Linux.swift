#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking

  /// A call that is sent to its real destination. URLSession's own protocol takes over the task, so that redirects,
  /// challenges, cookies, downloads and timeouts work as without mocks.
  final class PassThrough {
    private let native: URLProtocol
    private let task: URLSessionTask
    private let client: WatchedClient
    private let limit: Duration
    private(set) var isGivenUp = false

    /// Creates the protocol that takes over a load; `nil` if the body was read from a stream that can't be filled again.
    ///
    /// - Parameter limit: The maximum time without any data.
    init?(of load: URLProtocol, body: [UInt8], limit: Duration) {
      guard let task = load.task, let client = load.client.map(WatchedClient.init) else { return nil }
      // An upload reads its bytes, its file or its delegate's stream anew.
      if !(task is URLSessionUploadTask), let stream = load.request.httpBodyStream, !stream.refill(with: body) {
        return nil
      }
      let natives = URLSessionConfiguration.default.protocolClasses?.compactMap { $0 as? URLProtocol.Type } ?? []
      guard let type = natives.first(where: { $0.canInit(with: load.request) }) ?? natives.first else { return nil }
      native = type.init(task: task, cachedResponse: nil, client: client)
      self.task = task
      self.client = client
      self.limit = limit
    }

    /// The time until which some data must arrive.
    var due: ContinuousClock.Instant? { client.lastNews + limit }

    var onEnd: () -> Void {
      get { client.onEnd }
      set { client.onEnd = newValue }
    }

    /// Cancels the task, on another queue, since a cancellation waits for URLSession's.
    func giveUp() {
      guard !isGivenUp else { return }
      isGivenUp = true
      DispatchQueue.global().async { [task] in task.cancel() }
    }

    var hasEnded: Bool { client.hasEnded }

    func start() {
      client.lastNews = .now
      native.startLoading()
    }

    func stop() {
      // The native protocol traps on a cancellation before the task's error is set; URLSession calls again when it is.
      if !hasEnded, task.state == .suspended || task.error != nil { native.stopLoading() }
    }
  }

  /// Passes all calls to the session's client, and records the end. The native protocol doesn't, so that a cancellation at
  /// the same time would reach the client after the end, and trap.
  private final class WatchedClient: NSObject, URLProtocolClient, @unchecked Sendable {
    private let client: any URLProtocolClient
    private(set) var hasEnded = false
    var lastNews = ContinuousClock.now
    var onEnd: () -> Void = {}

    init(_ client: any URLProtocolClient) {
      self.client = client
    }

    func urlProtocolDidFinishLoading(_ native: URLProtocol) {
      hasEnded = true
      onEnd()
      client.urlProtocolDidFinishLoading(native)
    }

    func urlProtocol(_ native: URLProtocol, didFailWithError error: any Error) {
      hasEnded = true
      onEnd()
      client.urlProtocol(native, didFailWithError: error)
    }

    func urlProtocol(
      _ native: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {
      lastNews = .now
      client.urlProtocol(native, didReceive: response, cacheStoragePolicy: policy)
    }

    func urlProtocol(_ native: URLProtocol, didLoad data: Data) {
      lastNews = .now
      client.urlProtocol(native, didLoad: data)
    }

    func urlProtocol(_ native: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse) {
      client.urlProtocol(native, wasRedirectedTo: request, redirectResponse: redirectResponse)
    }

    func urlProtocol(_ native: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {
      client.urlProtocol(native, cachedResponseIsValid: cachedResponse)
    }

    func urlProtocol(_ native: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
      client.urlProtocol(native, didReceive: challenge)
    }

    func urlProtocol(_ native: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
      client.urlProtocol(native, didCancel: challenge)
    }
  }
#endif
