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
    for (key, value) in filled(node, CallbackKey.self, { $0 == .json }) {
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
    let (method, url) = (String(parts[0]), String(parts[1].drop { $0 == " " }))
    if MethodSet.isKnown(method), method != method.uppercased() {
      diagnostics.append(Self.methodInLowerCase(parts[0], node))
    } else if method == "CONNECT" {
      diagnostics.append(Self.tunnel(at: node.range))
    }
    // A template can have any URL.
    if !url.contains("{{"), CallbackURL(url) == nil || url.contains("#") {
      diagnostics.append(Self.badURL(url, at: node.range))
      return nil
    }
    return (method, Located(url, at: node.range))
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

  /// - Parameter url: A URL that isn't a template.
  static func badURL(_ url: String, at range: SourceRange) -> Diagnostic {
    let authority = url.firstRange(of: "://").map { url[$0.upperBound...].prefix { !"/?#".contains($0) } } ?? ""
    let help =
      if url.contains("{{") {
        "add 'template: true' to the response: without it, tags aren't rendered"
      } else if let user = authority.lastIndex(of: "@") {
        "remove '\(authority[...user])', and write the header Authorization"
      } else if url.contains(" ") {
        authority.contains(" ") ? "remove the space: a host has none" : "write a space as %20"
      } else if let port = authority.wholeMatch(of: /.*:([0-9]+)/), Int(port.1).map({ $0 > 65_535 }) ?? true {
        "the largest port is 65535"
      } else if let fragment = url.firstIndex(of: "#") {
        "remove '\(url[fragment...])': it isn't sent"
      } else {
        "write a method and a whole URL: 'POST https://client.example/hook'"
      }
    return Diagnostic(
      .error, "bad-value", "expected an http or https URL, found '\(Excerpt.of(url))'", at: range,
      help: Excerpt.of(help))
  }

  private static func methodInLowerCase(_ method: Substring, _ node: Node) -> Diagnostic {
    let range = node.range(of: method, in: node.text)
    let name = method.uppercased()
    return Diagnostic(
      .error, "bad-value", "expected a method in capital letters, found '\(method)'", at: range, help: "write \(name)",
      fix: range.text == method ? Fix(range, name) : nil)
  }

  private static func tunnel(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "'CONNECT' opens a tunnel, which a callback can't", at: range, help: "write another method")
  }
}
