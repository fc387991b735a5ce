import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Unstructured text, such as the messages of errors.
///
/// It can come from a server: names and schemes are limited to a length, and unclosed quotes end with the text, so that the
/// time is linear.
extension RedactionRules {
  /// Returns a text in which all recognizable secrets are redacted: the given secrets, the secret parts of URLs,
  /// credentials such as `Bearer …`, and values after a secret name, as in `token=…` and `Login(token: "…")`.
  func shown(text: String, without secrets: [String] = []) -> String {
    var text = Self.hiding(secrets, in: Self.withoutUsers(text))
    // A URL in a text can be followed by punctuation. It ends before a value that is already redacted.
    text.replace(/[A-Za-z][A-Za-z0-9+.\-]{0,30}:\/\/[^\s"'<>(){}\[\]\\,‹]+/) { match in
      URL(string: String(match.output)).map { shown($0) } ?? "‹redacted URL›"
    }
    // Words after 'basic' or 'token' are prose unless they look random.
    text.replace(/(?i)\b(?:basic|bearer|digest|dpop|hoba|negotiate|token) (?=\S*[0-9=]|\S{16})[A-Za-z0-9\-._~+\/=]+/) {
      Self.redacted(String($0.output))
    }
    return valuesRedacted(in: text)
  }

  /// Returns a text whose URLs have no user information. A password may have any character in a text.
  static func withoutUsers(_ text: String) -> String {
    text.replacing(/([A-Za-z][A-Za-z0-9+.\-]{0,30}:\/\/)[^\s\/?#"<>]*@/) { $0.1 }
  }

  static func hiding(_ secrets: [String], in text: String) -> String {
    secrets.reduce(text) { $0.replacing($1, with: hidden($1[...])) }
  }

  private func valuesRedacted(in text: String) -> String {
    var (shown, rest) = ("", text[...])
    while let match = rest.firstMatch(of: /["']?([\p{L}\p{N}_\-]{1,64})["']?\s*[:=(]\s*/) {
      shown += rest[..<match.range.upperBound]
      rest = rest[match.range.upperBound...]
      // `URLSession` and its types contain the word 'session'.
      guard isSecret(String(match.1)), !match.1.contains("URLSession"), let length = Self.secretLength(at: rest) else {
        continue
      }
      shown += Self.redacted(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return shown + rest
  }

  /// Returns the number of characters of a value; `nil` if it is empty, redacted, or a number that is too short for a
  /// secret, such as a status code.
  private static func secretLength(at text: Substring) -> Int? {
    if text.prefixMatch(of: /["']?(?:\w+ )?‹redacted|(?:-\d+|\d{1,3})(?!\w)/) != nil { return nil }
    // Types and labels around a literal, as in `Optional(Token(value: "…"))`; a literal or a list; or plain text.
    let value =
      /(?:[\w.]+\((?:\w+:\s*)?)*(?:"(?:[^"\\]|\\.)*(?:"|\\?\z)|'[^']*(?:'|\z)|\[[^\]]*(?:\]|\z)|\{[^}]*(?:\}|\z))|[^\s,;&)\]}"'][^,;&)\]}"'\n]*/
    return text.prefixMatch(of: value)?.output.count
  }

  /// Returns the method and the URL of a request.
  func line(of request: URLRequest) -> String {
    "\(request.httpMethod ?? "GET") \(request.url.map { shown($0) } ?? "")"
  }

  /// Returns the texts in a request that its description doesn't show: values of secret fields, cookies and query items,
  /// and the user information of the URL.
  ///
  /// Very short texts aren't returned: they would occur in words.
  func secrets(of request: URLRequest?) -> [String] {
    guard let request else { return [] }
    var secrets: [String] = []
    for (name, value) in request.allHTTPHeaderFields ?? [:] where isSecret(name) {
      secrets.append(value)
      if name.lowercased() == "cookie" {
        secrets += value.split(separator: ";").compactMap {
          $0.split(separator: "=", maxSplits: 1).last.map(String.init)
        }
      }
      let parts = value.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      secrets.append(String(parts[1]))
      guard parts[0].lowercased() == "basic", let data = Data(base64Encoded: String(parts[1])) else { continue }
      let user = String(decoding: data, as: UTF8.self)
      secrets += [user, String(user.drop { $0 != ":" }.dropFirst())]
    }
    if let parts = request.url.flatMap({ URLComponents(url: $0, resolvingAgainstBaseURL: true) }) {
      secrets += [parts.password, parts.percentEncodedPassword].compactMap(\.self)
      for items in [parts.queryItems, parts.percentEncodedQueryItems] {
        secrets += (items ?? []).filter { isSecret($0.name) }.compactMap(\.value)
      }
    }
    return Set(secrets).filter { $0.count > 3 }.sorted { $0.count > $1.count }
  }
}

extension EncodingError.Context {
  /// The error and its path, without the value.
  var summary: String {
    let path = codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
    return debugDescription + (path.isEmpty ? "" : ", at '\(path)'")
  }
}
