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
    var (text, query) = (base.absoluteString, query)
    if let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) {
      let own = text[text.utf8.index(after: mark)...]
      if !own.isEmpty { query = query.isEmpty ? String(own) : "\(own)&\(query)" }
      text = String(text[..<mark])
    }
    if !path.encoded.isEmpty {
      if text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
      if path.encoded.utf8.first != UInt8(ascii: "/") { text += "/" }
      text += path.encoded
    }
    if !query.isEmpty { text += "?" + query }
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
