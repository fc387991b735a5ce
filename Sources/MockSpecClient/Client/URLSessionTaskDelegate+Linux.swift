#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension URLSessionTaskDelegate {
    func redirect(
      _ session: URLSession, _ task: URLSessionTask, _ response: HTTPURLResponse, _ request: URLRequest,
      _ answer: @escaping @Sendable (URLRequest?) -> Void
    ) {
      urlSession(
        session, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: answer)
    }

    func answer(
      _ challenge: URLAuthenticationChallenge, _ session: URLSession, _ task: URLSessionTask,
      _ answer: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      urlSession(session, task: task, didReceive: challenge, completionHandler: answer)
    }
  }
#endif
