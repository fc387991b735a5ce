import MockSpec

/// Parts of URLs as a spec writes them.
enum URLText {
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
