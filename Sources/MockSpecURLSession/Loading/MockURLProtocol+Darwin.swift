#if canImport(Darwin)
  import Foundation

  /// Written from Apple's documentation, and not run yet. The loading system there is called from the thread that called
  /// `startLoading`; needs no cures; has put the configuration's fields into the request; and shows any body, that of an
  /// upload too, as a stream. Only data and upload tasks come here: others never ask a protocol.
  extension MockURLProtocol {
    var restart: @Sendable () -> Void {
      nonisolated(unsafe) let load = self
      nonisolated(unsafe) let thread: CFRunLoop = CFRunLoopGetCurrent()
      return {
        CFRunLoopPerformBlock(thread, CFRunLoopMode.commonModes.rawValue) { load.startLoading() }
        CFRunLoopWakeUp(thread)
      }
    }

    func prepareTask() {}

    var timeoutInterval: TimeInterval { request.timeoutInterval }

    var additionalFields: [AnyHashable: Any] { [:] }

    var requestBody: RequestBody {
      if let data = request.httpBody { return .bytes([UInt8](data)) }
      return request.httpBodyStream.map { .stream($0, source: "its stream") } ?? .bytes([])
    }

    func send(_ reply: RenderedReply, sendsBody: Bool, url: URL) {
      guard let response = reply.response(for: url) else {
        return fail(URLError(.badServerResponse, userInfo: url.failingURLUserInfo))
      }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      if sendsBody, !reply.body.isEmpty { client?.urlProtocol(self, didLoad: reply.body) }
      client?.urlProtocolDidFinishLoading(self)
    }

    /// False if this reply can't be sent in pieces.
    func sendHead(of reply: RenderedReply, url: URL) -> Bool {
      guard let response = reply.response(for: url) else { return false }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      return true
    }

    func sendPiece(_ piece: Data) {
      client?.urlProtocol(self, didLoad: piece)
    }

    func finish(_ reply: RenderedReply) {
      client?.urlProtocolDidFinishLoading(self)
    }

    /// The loading system there forgives calls after the end.
    func silence() {}

    func fail(_ error: any Error) {
      client?.urlProtocol(self, didFailWithError: error)
    }
  }
#endif
