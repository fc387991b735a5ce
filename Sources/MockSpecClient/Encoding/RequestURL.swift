import Foundation

enum RequestURL {
  /// Joins a base URL, a path and a query as text, so that what is percent-encoded stays so.
  ///
  /// One slash is between the two paths. The query of the base URL precedes the other one.
  static func make(base: URL, path: RequestPath, query: String) throws(EncodingProblem) -> URL {
    if let problem = path.problem { throw EncodingProblem(.path, problem) }
    guard base.scheme != nil, let host = base.host(percentEncoded: true), !host.isEmpty else {
      throw EncodingProblem(.baseURL, "'\(base.withoutSecrets)' has no scheme or no host, as in 'https://example.com'")
    }
    guard base.fragment == nil else {
      throw EncodingProblem(.baseURL, "'\(base.withoutSecrets)' has a fragment, which isn't sent: remove it")
    }
    let parts = base.absoluteString.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var text = String(parts[0])
    if !path.encoded.isEmpty {
      if text.hasSuffix("/") { text.removeLast() }
      text += (path.encoded.hasPrefix("/") ? "" : "/") + path.encoded
    }
    let queries = [parts.dropFirst().first.map(String.init) ?? "", query].filter { !$0.isEmpty }
    if !queries.isEmpty { text += "?" + queries.joined(separator: "&") }
    guard let url = URL(string: text, encodingInvalidCharacters: false) else {
      throw EncodingProblem(.baseURL, "'\(base.withoutSecrets)' and the path aren't a URL together")
    }
    return url
  }
}

extension URL {
  /// The URL without its query and without a user and a password, even if its scheme is missing.
  fileprivate var withoutSecrets: String {
    let text = absoluteString.prefix { $0 != "?" && $0 != "#" }
    let start = text.firstRange(of: "//")?.upperBound ?? text.startIndex
    let authority = text[start...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return String(text) }
    return String(text[..<start] + text[text.index(after: at)...])
  }
}
