import MockSpecDiagnostics
import MockSpecDocument

enum UnlikelyURL: SpecRule {
  static let name = "unlikely-url"
  static let summary = "a part of the URL in 'match' is probably mistyped"
  static let explanation = """
    The path has a character that can't be seen, or one that looks like '/', a query name begins with 'amp;', which is left \
    of '&amp;' in HTML, or the scheme is similar to 'http' or 'https'. No client sends that, so the request never answers. \
    If it does, ignore this warning.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        News:
          match: GET /news?page=1&amp;size=10
          responses: {Found: {json: []}}
      """,
    right: """
      requests:
        News:
          match: GET /news?page=1&size=10
          responses: {Found: {json: []}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    let matches = spec.requests.map(\.spec.match) + [spec.defaults.match]
    return matches.flatMap { match in
      [match.path.value.flatMap { character($0) }, match.scheme.value.flatMap { scheme($0) }].compactMap(\.self)
        + match.query.compactMap { entity($0.name) }
    } + [spec.basePath.flatMap { character($0) }].compactMap(\.self)
  }

  private static func character(_ path: Located<PathPattern>) -> Diagnostic? {
    let text = path.value.text
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    for scalar in text.unicodeScalars {
      guard let found = Lookalike(scalar, in: .yaml), found.isInvisible || found.meanings[0] == "/" else { continue }
      let shown = found.isInvisible ? "" : "'\(scalar)', "
      let likeness = found.isInvisible ? "" : ", which looks like '/'"
      return warning(
        "the path has \(shown)\(found.description)\(likeness)",
        at: path.range.firstRange(of: Substring(String(scalar))),
        help: found.isInvisible ? "remove it" : "write '/'")
    }
    return nil
  }

  private static func scheme(_ scheme: Located<String>) -> Diagnostic? {
    guard !["http", "https"].contains(scheme.value),
      let near = Suggestion.nearest(to: scheme.value, among: ["https", "http"])
    else { return nil }
    return warning("'\(scheme.value)' is an unusual scheme", at: scheme.range, help: "did you mean '\(near)'?")
  }

  private static func entity(_ name: Located<String>) -> Diagnostic? {
    guard name.value.hasPrefix("amp;") else { return nil }
    return warning(
      "the query name begins with 'amp;', which is left of '&amp;'", at: name.range.firstRange(of: "amp;"),
      help: "write '&' instead of '&amp;'")
  }
}
