import MockSpecDiagnostics

extension Spec {
  /// A call that the mock makes after its answer, as written.
  final class Callback: Sendable {
    let delay: Delay?
    let method: String
    /// The URL, which can have tags if the response is a template.
    let url: Located<String>
    /// The headers and the body.
    let message: HTTPReply
    let retry: CallbackRetry?

    init(delay: Delay?, method: String, url: Located<String>, message: HTTPReply, retry: CallbackRetry?) {
      self.delay = delay
      self.method = method
      self.url = url
      self.message = message
      self.retry = retry
    }
  }
}

/// How often a call is made again that wasn't answered with a status of 2xx.
struct CallbackRetry: Sendable, Hashable {
  var times: Int
  var every: Duration
}
