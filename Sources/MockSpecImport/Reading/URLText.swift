import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Parts of URLs as a spec writes them.
enum URLText {
  /// Returns a path without wildcards.
  static func path(_ path: String) -> String {
    let path = path.hasPrefix("/") ? path : "/" + path
    return path.split(separator: "/", omittingEmptySubsequences: false).map(segment).joined(separator: "/")
  }

  /// Returns a path in which a segment with a secret is `*`, and a path of a call.
  static func path(_ path: String, _ secrets: inout Secrets) -> (pattern: String, sample: String) {
    var (pattern, sample): ([String], [String]) = ([], [])
    for segment in Self.path(path).split(separator: "/", omittingEmptySubsequences: false) {
      let text = PercentText.decode(segment)
      let isOpen = secrets.hidden(text) != text
      pattern.append(isOpen ? "*" : String(segment))
      sample.append(isOpen ? Secrets.mark : String(segment))
    }
    return (pattern.joined(separator: "/"), sample.joined(separator: "/"))
  }

  /// Returns a segment without wildcards.
  static func segment(_ segment: some StringProtocol) -> String {
    PercentText.encode(segment: PercentText.decode(segment.utf8))
  }

  /// Returns the origin of a server; `nil` if the address isn't that of one, which is reported.
  static func origin(_ node: Node, _ losses: inout LossList) -> String? {
    guard let match = node.text.wholeMatch(of: #/(https?:\/\/[A-Za-z0-9.\-]+(?::[0-9]+)?)(\/.*)?/#) else {
      losses.refuse("the address isn't that of an HTTP server", at: node)
      return nil
    }
    if let path = match.2, path != "/" {
      losses.approximate("calls are sent to the origin without the path '\(Excerpt.of(String(path)))'", at: node)
    }
    return String(match.1)
  }
}
