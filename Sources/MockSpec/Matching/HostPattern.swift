/// A host, or `*.example.com` for one or more leading labels. Case never matters (RFC 9110 §4.2.3).
struct HostPattern: Sendable, Hashable {
  /// In lower case, without the leading `*`; so with a dot in front where it is a wildcard.
  fileprivate let text: String
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

/// All host patterns of a project: whether any matches costs one look-up per label.
struct HostSet: Sendable {
  private var exact: Set<String> = []
  private var suffixes: Set<String> = []

  init(_ patterns: some Sequence<HostPattern>) {
    for pattern in patterns {
      if pattern.isWildcard { suffixes.insert(pattern.text) } else { exact.insert(pattern.text) }
    }
  }

  func matches(_ host: String) -> Bool {
    if exact.contains(host) { return true }
    guard !suffixes.isEmpty else { return false }
    // A label stands before the dot.
    var rest = host.dropFirst()
    while let dot = rest.firstIndex(of: ".") {
      if suffixes.contains(String(rest[dot...])) { return true }
      rest = rest[dot...].dropFirst()
    }
    return false
  }
}
