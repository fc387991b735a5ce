/// A host, or `*.example.com` for one or more leading labels. Case never matters (RFC 9110 §4.2.3).
struct HostPattern: Sendable, Hashable {
  /// In lower case, without the leading `*`; so with a dot in front where it is a wildcard.
  private let text: String
  let isWildcard: Bool

  init(_ pattern: String) {
    let pattern = pattern.lowercased()
    isWildcard = pattern.hasPrefix("*.")
    text = isWildcard ? String(pattern.dropFirst()) : pattern
  }

  func matches(_ host: String) -> Bool {
    isWildcard ? host.utf8.count > text.utf8.count && host.hasSuffix(text) : host == text
  }

  var description: String { isWildcard ? "*" + text : text }

  /// Less is more specific: exact, then the longer wildcard.
  var rank: Int { isWildcard ? Int.max / 2 - text.utf8.count : 0 }
}
