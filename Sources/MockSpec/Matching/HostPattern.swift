/// A host name, or a wildcard such as `*.example.com`, which matches one or more leading labels. Case is ignored (RFC
/// 9110 §4.2.3).
struct HostPattern: Sendable, Hashable {
  /// The pattern in lower case without the leading `*`, so that the text of a wildcard starts with a dot.
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

  /// Returns whether this pattern matches every host that another one matches.
  func covers(_ other: HostPattern) -> Bool {
    other.isWildcard ? isWildcard && other.text.hasSuffix(text) : matches(other.text)
  }

  var description: String { isWildcard ? "*" + text : text }

  /// A sort key; lower is more specific: exact names, then longer wildcards.
  var rank: Int { isWildcard ? Int.max / 2 - text.utf8.count : 0 }
}

/// A set of host patterns. It finds a host with one lookup per label, and counts equal patterns.
struct HostSet: Sendable {
  private var exact = Multiset<String>()
  private var suffixes = Multiset<String>()

  mutating func insert(_ pattern: HostPattern) {
    if pattern.isWildcard { suffixes.insert(pattern.text) } else { exact.insert(pattern.text) }
  }

  mutating func remove(_ pattern: HostPattern) {
    if pattern.isWildcard { suffixes.remove(pattern.text) } else { exact.remove(pattern.text) }
  }

  /// Returns whether a pattern without a wildcard matches a host.
  func names(_ host: String) -> Bool { exact.contains(host) }

  func matches(_ host: String) -> Bool {
    if exact.contains(host) { return true }
    guard !suffixes.isEmpty else { return false }
    // A wildcard needs at least one character before its dot.
    var rest = host.dropFirst()
    while let dot = rest.firstIndex(of: ".") {
      if suffixes.contains(String(rest[dot...])) { return true }
      rest = rest[dot...].dropFirst()
    }
    return false
  }
}
