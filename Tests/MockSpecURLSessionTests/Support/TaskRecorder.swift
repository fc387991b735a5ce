import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A delegate that notes all it is told about one task.
final class TaskRecorder: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  private let noted = Mutex(Form.Outcome())
  private let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation
  private let upload: Data?
  private let redirect: Redirecting
  private let data: @Sendable (URLSessionTask) -> Void
  private let credentials: Credentials

  /// Gets the request of a redirect and a closure that takes the answer.
  typealias Redirecting = @Sendable (URLRequest, @escaping @Sendable (URLRequest?) -> Void) -> Void

  typealias Disposition = (URLSession.AuthChallengeDisposition, URLCredential?)
  typealias Credentials = @Sendable (URLAuthenticationChallenge) -> Disposition

  /// - Parameters:
  ///   - upload: The body for a streamed upload.
  ///   - data: Called when data has arrived.
  init(
    upload: Data? = nil, redirect: @escaping Redirecting = { $1($0) },
    data: @escaping @Sendable (URLSessionTask) -> Void = { _ in },
    credentials: @escaping Credentials = { _ in (.performDefaultHandling, nil) }
  ) {
    self.credentials = credentials
    self.upload = upload
    self.data = data
    self.redirect = redirect
    (ended, end) = AsyncStream.makeStream()
  }

  /// Once the task has ended.
  var answer: Form.Outcome {
    get async {
      for await _ in ended { break }
      return current
    }
  }

  var current: Form.Outcome { noted.withLock { $0 } }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    noted.withLock {
      $0.response = response as? HTTPURLResponse
      $0.events.append("response")
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    noted.withLock {
      $0.body += data
      $0.events.append("data")
    }
    self.data(dataTask)
  }

  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
    noted.withLock {
      $0.body = (try? Data(contentsOf: location)) ?? Data()
      $0.response = downloadTask.response as? HTTPURLResponse
      $0.events.append("file")
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let body = request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? "no body"
    let place = "\(response.url!.relativePath) \(task.currentRequest!.url!.relativePath) \(task.response == nil)"
    noted.withLock {
      $0.events.append("\(response.statusCode) at \(place) to \(request.httpMethod!) \(request.url!), \(body)")
    }
    redirect(request, completionHandler)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    noted.withLock { $0.events.append("challenge \(challenge.previousFailureCount)") }
    let (disposition, credential) = credentials(challenge)
    completionHandler(disposition, credential)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(upload.map { InputStream(data: $0) })
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    noted.withLock {
      $0.error = error
      $0.events.append("complete")
    }
    end.yield()
  }
}
