import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Notes what is reported about the calls of a scenario, and answers callbacks as the scenario says.
///
/// The values are those of the last call; the callbacks are those of all calls.
final class CallbackRecorder: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  private struct State {
    var observation = ObservedCalls()
    var callbacks: [String] = []
    var body = Data()
  }

  private let state = Mutex(State())
  private let scenario: Scenario
  /// Sent at the end of each call.
  let ended = Signal()

  init(_ scenario: Scenario) {
    self.scenario = scenario
  }

  /// What was observed until now.
  var observation: ObservedCalls {
    state.withLock { state in
      var observation = state.observation
      observation["callbacks"] = state.callbacks.joined(separator: "\n")
      observation.note(body: state.body)
      return observation
    }
  }

  /// Notes a callback; several of a kind in a row are one.
  private func note(_ callback: String, _ change: (inout State) -> Void = { _ in }) {
    state.withLock { state in
      if state.callbacks.last != callback { state.callbacks.append(callback) }
      change(&state)
    }
  }

  /// Notes the arguments of a completion handler, or what an async method returned.
  func complete(_ body: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    state.withLock { state in
      // An async method may return before its delegate's callbacks.
      if scenario.form.style != .async { state.callbacks.append("complete") }
      state.observation.note(response: response)
      state.observation.note(error: error)
      state.body = body ?? Data("no body".utf8)
    }
    ended.send()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    note("redirect \(response.statusCode) \(response.url?.absoluteString ?? "-") \(ObservedCalls.shown(request))")
    switch scenario.redirect {
    case .follow: completionHandler(request)
    case .veto: completionHandler(nil)
    case .other:
      var other = URLRequest(url: request.url!.deletingLastPathComponent().appending(path: "small"))
      other.setValue("1", forHTTPHeaderField: "X-Other")
      completionHandler(other)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    note("needs a stream")
    completionHandler(scenario.body.map { InputStream(data: $0) })
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    note("sent") { $0.observation["didSendBodyData"] = "\(totalBytesSent) of \(totalBytesExpectedToSend)" }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    note("challenge")
    completionHandler(.performDefaultHandling, nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    note("response") { $0.observation.note(response: response) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    note("data") { if !scenario.hasTaskDelegate { $0.body += data } }
    if scenario.cancellation == .onData { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    note("wrote") { $0.observation["didWriteData"] = "\(totalBytesWritten) of \(totalBytesExpectedToWrite)" }
  }

  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
    note("file") {
      $0.observation.note(response: downloadTask.response)
      $0.body = (try? Data(contentsOf: location)) ?? Data("no file".utf8)
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    note("complete") { $0.observation.note(error: error) }
    ended.send()
  }
}
