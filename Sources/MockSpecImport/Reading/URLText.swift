import MockSpec

/// Parts of URLs as a spec writes them.
enum URLText {
  /// Returns the names and values of a query, decoded.
  static func pairs(_ query: some StringProtocol) -> [(name: String, value: String)] {
    query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decode = { (text: String) in PercentText.decode(text.replacing("+", with: " ")) }
      return (decode(String(parts[0])), parts.count > 1 ? decode(String(parts[1])) : "")
    }
  }

  /// Returns a path without wildcards.
  static func path(_ path: String) -> String {
    let path = path.hasPrefix("/") ? path : "/" + path
    return path.split(separator: "/", omittingEmptySubsequences: false).map(segment).joined(separator: "/")
  }

  /// Returns a segment without wildcards.
  static func segment(_ segment: some StringProtocol) -> String {
    PercentText.encode(segment: PercentText.decode(segment.utf8))
  }
}
