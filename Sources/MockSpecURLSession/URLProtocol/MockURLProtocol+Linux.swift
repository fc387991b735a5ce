#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension MockURLProtocol {
    private var session: URLSession? { task?.owningSession }

    /// Calls `startLoading` again on the task's work queue.
    ///
    /// If that queue can't be found, the task is suspended and resumed, so that URLSession calls the method. This traps
    /// if the app resumes the task at the moment when it ends.
    var restart: @Sendable () -> Void {
      guard let queue = task?.serialQueue else {
        // Suspending waits for the work queue, on which this may be called.
        return { [weak task] in
          DispatchQueue.global().async { [weak task] in
            task?.suspend()
            task?.resume()
          }
        }
      }
      nonisolated(unsafe) let load = self
      return { queue.async { load.startLoading() } }
    }

    /// The same as ``restart``, except that the calling thread waits for the queue. Must not be called on that queue.
    var restartInline: @Sendable () -> Void {
      guard let queue = task?.serialQueue else { return restart }
      nonisolated(unsafe) let load = self
      return { queue.sync { load.startLoading() } }
    }

    /// The first turn lets `cancel()` come before the load. `invalidateAndCancel()` waits for the session's queue before it
    /// cancels the tasks, which takes another turn.
    static let turnsBeforeStart = 2

    /// Calls `startLoading` again after what other threads have queued, for this task or its session, or are about to queue.
    func restartAfterQueuedWork() {
      sched_yield()
      guard let queue = task?.serialQueue, let sessionQueue = session?.serialQueue else { return restart() }
      nonisolated(unsafe) let load = self
      // The session's queue runs all that is queued for a task before it goes on.
      sessionQueue.async { queue.async { load.startLoading() } }
    }

    func prepareTask() {
      guard let task, task.completesInline else { return }
      task.completeOnDelegateQueue()
      methodDelegate = task.methodDelegate
    }

    /// The call's timeout, or the session's if the call has the default.
    var timeoutInterval: TimeInterval {
      let own = request.timeoutInterval
      return own == 60 ? session?.configuration.timeoutIntervalForRequest ?? own : own
    }

    /// The session's fields, which URLSession on Linux only adds when it sends a request.
    var additionalFields: [AnyHashable: Any] { session?.configuration.httpAdditionalHeaders ?? [:] }

    var callBody: CallBody {
      if let task = task as? URLSessionUploadTask {
        switch task.uploadSource {
        case .data(let data): return .bytes([UInt8](data))
        case .file(let file): return .file(file)
        case .delegate: return .delegate(ask: askDelegate)
        case nil: break
        }
      }
      return CallBody(of: request)
    }

    private var isBodyStreamed: Bool {
      guard let task = task as? URLSessionUploadTask else { return request.httpBody == nil }
      if case .delegate? = task.uploadSource { return true }
      return false
    }

    private func askDelegate(_ completion: @escaping @Sendable (InputStream?) -> Void) {
      guard let session, let task, let delegate = task.delegate else { return completion(nil) }
      session.delegateQueue.addOperation {
        delegate.urlSession(session, task: task, needNewBodyStream: completion)
      }
    }

    func send(_ reply: RenderedReply, sendsBody: Bool, url: URL) {
      let isDropped = leadsNowhere(reply)
      let body = sendsBody && !isDropped ? reply.body : Data()
      if task is URLSessionWebSocketTask { return fail(MockSpecError.webSocket(url: url)) }
      if task is URLSessionDownloadTask {
        // The client of a download accepts no data, and traps unless there is a file where URLSession's own protocols put it.
        do {
          let file = try KeptBody(inFolder: FileManager.default.temporaryDirectory)
          file.append(body)
          guard try setDownload(file) else { return fail(MockSpecError.download(url: url)) }
        } catch {
          return fail(URLError(.cannotCreateFile, at: url))
        }
      }
      let quiet = reply.status == 401 ? QuietResponse(reply, url: url) : nil
      guard let response = quiet ?? reply.response(for: url) else {
        return fail(URLError(.badServerResponse, at: url))
      }
      storeCookies(of: reply, url: url)
      expect(response)
      if !isDropped || task?.setResponse(response) != true {
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      }
      sendBody(body)
      quiet?.hideURL()
      client?.urlProtocolDidFinishLoading(self)
      quiet?.showURL()
    }

    /// Whether a reply is a redirect without a valid `Location`. For such a reply, URLSession on Linux sets the task's
    /// response, reports nothing to delegates, and drops the body.
    private func leadsNowhere(_ reply: RenderedReply) -> Bool {
      Redirect.statuses.contains(reply.status) && Redirect(reply, sendsBody: false, of: request) == nil
    }

    /// Whether a reply is reported as it arrives, and not to a completion handler at its end.
    var reportsPieces: Bool { methodDelegate != nil || task?.reportsToDelegateOnly != false }

    /// Whether the app gets the whole body at the end.
    var keepsWholeBody: Bool {
      methodDelegate != nil || task?.reportsToDelegateOnly == false || task is URLSessionDownloadTask
    }

    /// The delegate that gets the progress. As over a socket on Linux, that isn't the session's if there is a completion handler.
    private var observer: (any URLSessionTaskDelegate)? {
      methodDelegate ?? (reportsPieces ? task?.delegate : nil)
    }

    /// Sends a body. A delegate gets a large one in pieces, as over a socket.
    private func sendBody(_ body: Data) {
      guard body.count > Self.pieceSize, observer != nil, setReceivedData(Data()) else {
        return sendPiece(body)
      }
      sendPieces(of: body)
      _ = setReceivedData(body)
    }

    private static let pieceSize = 64 << 10

    private func sendPieces(of body: Data) {
      for start in stride(from: 0, to: body.count, by: Self.pieceSize) {
        // A copy, since the indices of a slice don't start at 0, which a delegate may expect.
        sendPiece(Data(body[start..<min(start + Self.pieceSize, body.count)]))
      }
    }

    /// Sends the part of a reply before the connection breaks. As over a socket, it is reported to delegates only.
    func sendPart(_ reply: RenderedReply, url: URL) {
      guard !(task is URLSessionWebSocketTask), let response = reply.response(for: url) else { return }
      // The response of a redirect isn't reported, either.
      let isRedirect = [301, 302, 303, 305, 306, 307, 308].contains(reply.status)
      let isReported = reportsPieces && !isRedirect
      sendHead(response, of: reply, url: url, isReported: isReported)
      if isReported { sendPieces(of: reply.body) }
    }

    /// Sends the head of a reply; false if the reply can't be sent in pieces: for a 401, a redirect without a valid
    /// `Location`, or a version of FoundationNetworking in which the whole body can't be set.
    func sendHead(of reply: RenderedReply, url: URL) -> Bool {
      guard !(task is URLSessionWebSocketTask), reply.status != 401, !leadsNowhere(reply), setReceivedData(Data()),
        let response = reply.response(for: url)
      else { return false }
      if task is URLSessionDownloadTask {
        kept = try? KeptBody(inFolder: FileManager.default.temporaryDirectory)
        guard kept != nil else { return false }
      } else {
        kept = task?.reportsToDelegateOnly == true ? nil : KeptBody()
      }
      sendHead(response, of: reply, url: url, isReported: reportsPieces)
      return true
    }

    /// The client of a download gets the response with the file.
    private func sendHead(_ response: URLResponse, of reply: RenderedReply, url: URL, isReported: Bool) {
      storeCookies(of: reply, url: url)
      expect(response)
      if isReported, !(task is URLSessionDownloadTask) {
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      }
    }

    /// Sends a piece of a body; for a download, only its size.
    func sendPiece(_ piece: Data) {
      if piece.isEmpty { return }
      kept?.append(piece)
      if let download = task as? URLSessionDownloadTask {
        reportWritten(Int64(piece.count), download)
        return
      }
      client?.urlProtocol(self, didLoad: piece)
      if let session, let task = task as? URLSessionDataTask,
        let delegate = methodDelegate as? any URLSessionDataDelegate
      {
        session.delegateQueue.addOperation { delegate.urlSession(session, dataTask: task, didReceive: piece) }
      }
    }

    /// Ends a reply whose body was sent in pieces.
    func finish(_ reply: RenderedReply) {
      if task is URLSessionDownloadTask {
        guard let kept, let url = request.url, let response = reply.response(for: url) else { return }
        do {
          guard try setDownload(kept) else { return fail(MockSpecError.download(url: url)) }
        } catch {
          return fail(URLError(.cannotWriteToFile, at: url))
        }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      } else if let kept {
        if !reportsPieces, let url = request.url, let response = reply.response(for: url) {
          client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        }
        // Completion handlers get this value, which is the last piece until now.
        _ = setReceivedData(kept.data)
      }
      client?.urlProtocolDidFinishLoading(self)
    }

    /// Stores the cookies of a redirect and asks the delegate, if there is one, which request to load.
    func offer(_ redirect: Redirect, _ choice: RedirectChoice, _ url: URL) {
      var next = redirect.request
      // The field may come from the app or from the storage.
      if next.value(forHTTPHeaderField: "Cookie") == cookieField(for: url) {
        next.setValue(nil, forHTTPHeaderField: "Cookie")
      }
      storeCookies(of: redirect.reply, url: url)
      if let field = next.url.flatMap(cookieField) { next.setValue(field, forHTTPHeaderField: "Cookie") }
      guard let response = redirect.reply.response(for: url) as? HTTPURLResponse else {
        return fail(URLError(.badServerResponse, at: url))
      }
      expect(response)
      guard let session, let task, let delegate = task.delegate else { return choice.set(next, then: restart) }
      session.delegateQueue.addOperation { [next, restart] in
        delegate.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: next) { chosen in
          choice.set(chosen, then: restart)
        }
      }
    }

    /// Asks the delegate, if there is one, which credentials to send.
    func ask(_ challenge: URLAuthenticationChallenge, failures: Int, _ choice: Choice<ChallengeDisposition>) {
      guard let session, let task, let delegate = task.delegate, let sender = challenge.sender else {
        return choice.set(.reply, then: restart)
      }
      let space = challenge.protectionSpace
      let repeated = URLAuthenticationChallenge(
        protectionSpace: space, proposedCredential: challenge.proposedCredential, previousFailureCount: failures,
        failureResponse: challenge.failureResponse, error: nil, sender: sender)
      session.delegateQueue.addOperation { [restart] in
        delegate.urlSession(session, task: task, didReceive: repeated) { disposition, credential in
          choice.set(ChallengeDisposition(disposition, credential, space), then: restart)
        }
      }
    }

    func setCurrentRequest(_ request: URLRequest) -> Bool { task?.setCurrentRequest(request) ?? false }

    func fail(_ error: any Error) {
      (task as? URLSessionWebSocketTask)?.failPendingWork(error)
      task?.setError(error)
      client?.urlProtocol(self, didFailWithError: error)
    }

    /// Counts bytes of the body that have been sent, and reports them to the delegate.
    ///
    /// As over a socket on Linux, the size of a stream is given as 0, and nothing is counted without a delegate.
    func reportSent(_ count: Int64) {
      guard count > 0, let task else { return }
      let expected = isBodyStreamed ? 0 : Int64(bodySize)
      task.setExpectedToSend(expected)
      guard let session, let delegate = observer else { return }
      let total = task.countOfBytesSent + count
      task.setSent(total)
      session.delegateQueue.addOperation {
        delegate.urlSession(
          session, task: task, didSendBodyData: count, totalBytesSent: total, totalBytesExpectedToSend: expected)
      }
    }

    /// Reports a 100 (Continue) as URLSession on Linux does: as a response, to the delegate of a data task.
    func reportContinue(_ url: URL) {
      guard task is URLSessionDataTask, reportsPieces,
        let response = HTTPURLResponse(url: url, statusCode: 100, httpVersion: "HTTP/1.1", headerFields: [:])
      else { return }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    }

    /// An empty or an encoded body counts as one of unknown size.
    private func expect(_ response: URLResponse) {
      let size = response.expectedContentLength
      let coding = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
      task?.setExpectedToReceive(size == 0 || coding != "identity" ? -1 : size)
    }

    /// Counts a piece of a download, and reports it to the delegate. As over a socket on Linux, other bodies aren't counted.
    private func reportWritten(_ count: Int64, _ task: URLSessionDownloadTask) {
      guard let session, let delegate = observer as? any URLSessionDownloadDelegate else { return }
      let (total, expected) = (task.countOfBytesReceived + count, task.countOfBytesExpectedToReceive)
      task.setReceived(total)
      session.delegateQueue.addOperation {
        delegate.urlSession(
          session, downloadTask: task, didWriteData: count, totalBytesWritten: total,
          totalBytesExpectedToWrite: expected)
      }
    }

    private func setDownload(_ body: KeptBody) throws -> Bool {
      guard let file = try body.takeFile() else { return false }
      if setDownloadedFile(file) { return true }
      try FileManager.default.removeItem(at: file)
      return false
    }

    private func storeCookies(of reply: RenderedReply, url: URL) {
      guard !reply.cookies.isEmpty, let configuration = session?.configuration,
        configuration.httpCookieAcceptPolicy != .never, let storage = configuration.httpCookieStorage
      else { return }
      for field in reply.cookies {
        let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": field], for: url)
        storage.setCookies(cookies, for: url, mainDocumentURL: nil)
      }
    }

    /// Returns the field that URLSession adds to a request; `nil` if there is no cookie for its URL.
    private func cookieField(for url: URL) -> String? {
      guard let configuration = session?.configuration, configuration.httpShouldSetCookies,
        let cookies = configuration.httpCookieStorage?.cookies(for: url), !cookies.isEmpty
      else { return nil }
      return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }
  }

  extension Redirect {
    /// URLSession on Linux sends no body after a redirect, not even one that the delegate has set.
    static let sendsBodies = false
  }
#endif
