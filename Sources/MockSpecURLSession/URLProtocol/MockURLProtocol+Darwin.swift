#if canImport(Darwin)
  import Foundation

  /// This code was written from Apple's documentation and has never been run. On Darwin, the client is called on the thread
  /// that called `startLoading`, no workarounds are needed, the configuration's fields are in the request, and every body
  /// is a stream, including that of an upload. Only data and upload tasks use protocols.
  extension MockURLProtocol {
    var restart: @Sendable () -> Void {
      nonisolated(unsafe) let load = self
      nonisolated(unsafe) let thread: CFRunLoop = CFRunLoopGetCurrent()
      return {
        CFRunLoopPerformBlock(thread, CFRunLoopMode.commonModes.rawValue) { load.startLoading() }
        CFRunLoopWakeUp(thread)
      }
    }

    var restartInline: @Sendable () -> Void { restart }

    static let turnsBeforeStart = 1

    func restartAfterQueuedWork() { restart() }

    func prepareTask() {}

    var timeoutInterval: TimeInterval { request.timeoutInterval }

    var additionalFields: [AnyHashable: Any] { [:] }

    var callBody: CallBody { CallBody(of: request) }

    /// A URLProtocol can't count what is sent.
    func reportSent(_ count: Int64) {}

    /// URLSession doesn't report a 100 (Continue).
    func reportContinue(_ url: URL) {}

    /// URLSession itself keeps the body of a task with a completion handler.
    var reportsPieces: Bool { true }

    /// It can't be known which tasks have a completion handler.
    var keepsWholeBody: Bool { false }

    func send(_ reply: RenderedReply, sendsBody: Bool, url: URL) {
      guard let response = reply.response(for: url) else {
        return fail(URLError(.badServerResponse, at: url))
      }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      if sendsBody, !reply.body.isEmpty { client?.urlProtocol(self, didLoad: reply.body) }
      client?.urlProtocolDidFinishLoading(self)
    }

    /// Sends the part of a reply before the connection breaks.
    func sendPart(_ reply: RenderedReply, url: URL) {
      guard sendHead(of: reply, url: url), !reply.body.isEmpty else { return }
      sendPiece(reply.body)
    }

    /// Sends the head of a reply; false if the reply can't be sent in pieces.
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

    /// Reports a redirect. If URLSession follows it, it starts another load and ignores what this one sends; otherwise, it
    /// gets the reply itself.
    func offer(_ redirect: Redirect, _ choice: RedirectChoice, _ url: URL) {
      var next = redirect.request
      // The stream of the request has been read.
      if redirect.keepsBody, !body.isEmpty { next.httpBody = Data(body) }
      if let response = redirect.reply.response(for: url) {
        client?.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
      }
      choice.set(nil, then: restart)
    }

    /// Never called on Darwin, where challenges get the default answer.
    func ask(_ challenge: URLAuthenticationChallenge, failures: Int, _ choice: Choice<ChallengeDisposition>) {}

    /// Never called on Darwin, where URLSession follows redirects.
    func setCurrentRequest(_ request: URLRequest) -> Bool { false }

    func fail(_ error: any Error) {
      client?.urlProtocol(self, didFailWithError: error)
    }
  }

  extension Redirect {
    static let sendsBodies = true
  }
#endif
