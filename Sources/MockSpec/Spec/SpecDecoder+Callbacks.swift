import MockSpecDiagnostics
import MockSpecDocument

// Decodes `callbacks`.
extension SpecDecoder {
  mutating func callbacks(_ node: Node) -> [Spec.Callback] {
    node.elements.compactMap { $0.kind == .mapping ? callback($0) : nil }
  }

  private mutating func callback(_ node: Node) -> Spec.Callback? {
    var target: (method: String, url: Located<String>)?
    var delay: Delay?
    var retry: CallbackRetry?
    var message = Spec.HTTPReply()
    for (key, value) in filled(node, CallbackKey.self, { $0 != .json }) {
      switch key {
      case .call: target = self.target(value)
      case .delay: delay = self.delay(value)
      case .retry: retry = self.retry(value)
      case .headers: message.headers = headers(value)
      case .json:
        refuseNumbersBeyondJSON(value)
        message.body = .json(value)
      case .text: message.body = text(value).map(Spec.Body.text)
      case .base64: message.body = text(value).flatMap { Base64.decode($0.value) }.map(Spec.Body.base64)
      case .file: message.body = text(value).map(Spec.Body.file)
      }
    }
    guard let (method, url) = target else { return nil }
    return Spec.Callback(delay: delay, method: method, url: url, message: message, retry: retry)
  }

  /// Decodes a method and a URL. The schema reports other forms.
  private mutating func target(_ node: Node) -> (method: String, url: Located<String>)? {
    let parts = node.text.split(separator: " ", maxSplits: 1)
    guard node.kind == .string, parts.count == 2 else { return nil }
    let url = parts[1].drop { $0 == " " }
    // A template can have any URL.
    if !url.contains("{{"), CallbackURL(String(url)) == nil {
      diagnostics.append(Self.badURL(String(url), at: node.range))
      return nil
    }
    return (String(parts[0]), Located(String(url), at: node.range))
  }

  private func retry(_ node: Node) -> CallbackRetry? {
    var retry = CallbackRetry(times: 1, every: .seconds(1))
    for (key, value) in node.entries(of: RetryKey.self) {
      switch key {
      case .times: retry.times = max(1, value.intValue ?? 1)
      case .every: retry.every = DurationText.parse(value.text) ?? retry.every
      }
    }
    return retry
  }

  static func badURL(_ url: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "expected an http or https URL, found '\(Excerpt.of(url))'", at: range,
      help: "write a method and a whole URL: 'POST https://client.example/hook'")
  }
}
