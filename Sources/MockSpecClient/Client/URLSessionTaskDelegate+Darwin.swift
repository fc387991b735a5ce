#if canImport(Darwin)
  import Foundation

  // Never run: written for the optional methods that Objective-C protocols have.

  extension URLSessionTaskDelegate {
    func redirect(
      _ session: URLSession, _ task: URLSessionTask, _ response: HTTPURLResponse, _ request: URLRequest,
      _ answer: @escaping @Sendable (URLRequest?) -> Void
    ) {
      let called: Void? = urlSession?(
        session, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: answer)
      if called == nil { answer(request) }
    }

    func answer(
      _ challenge: URLAuthenticationChallenge, _ session: URLSession, _ task: URLSessionTask,
      _ answer: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let called: Void? = urlSession?(session, task: task, didReceive: challenge, completionHandler: answer)
      if called == nil { answer(.performDefaultHandling, nil) }
    }
  }
#endif
