import MockSpecDiagnostics
import MockSpecDocument

enum UnlikelyURL: SpecRule {
  static let name = "unlikely-url"
  static let summary = "a part of the URL in 'match' is probably mistyped, or has no effect"
  static let explanation = """
    The path has an invisible character or one that looks like a delimiter, a segment '..', a '%' that starts no escape, a \
    ';' at its end, or a '&' before any '?'; a query name begins with 'amp;', which remains of '&amp;' in HTML, or has a \
    colon for '='; its value is '*' or '{name}', which are literal there; or the scheme is similar to 'http' or 'https'. \
    Clients don't send that, so the request never answers. If they do, ignore this warning. The path in 'defaults' isn't a \
    prefix, so it has no effect if all requests have one.
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
    var found: [Diagnostic] = []
    func add(_ match: MatchRules) {
      if let path = match.path.value,
        let warning = character(path) ?? expression(path) ?? segment(path) ?? end(path)
      {
        found.append(warning)
      }
      if let warning = match.scheme.value.flatMap(scheme) { found.append(warning) }
      for rule in match.query { if let warning = query(rule) { found.append(warning) } }
    }
    for match in spec.matches { add(match) }
    add(spec.defaults.match)
    if let path = spec.defaults.match.path.value, !spec.requests.isEmpty,
      spec.matches.allSatisfy({ $0.path.value != nil })
    {
      found.append(overridden(path))
    }
    if let warning = spec.basePath.flatMap({ character($0) ?? segment($0) }) { found.append(warning) }
    return found
  }

  private static func overridden(_ path: Located<PathPattern>) -> Diagnostic {
    let text = path.value.text
    return warning(
      "the path has no effect: all requests have one of their own", at: path.range,
      help: text.contains("*") || text.contains("{") || text.hasSuffix("/")
        ? "remove it" : "for the start of all paths, write basePath: \(Excerpt.of(text))")
  }

  /// Returns a warning about an invisible character, or one that looks like a delimiter of URLs.
  private static func character(_ path: Located<PathPattern>) -> Diagnostic? {
    let text = path.value.text
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      guard let found = Lookalike(scalar, in: .yaml), isUnlikely(found, around: index, in: scalars) else { continue }
      let (shown, likeness) =
        found.isInvisible ? ("", "") : ("'\(scalar)', ", ", which looks like '\(found.meanings[0])'")
      return warning(
        "the path has \(shown)\(found.description)\(likeness)",
        at: path.range.firstRange(of: Substring(String(scalar))),
        help: found.isInvisible ? "remove it" : "write '\(found.meanings[0])'")
    }
    return nil
  }

  /// Returns whether a character is unlikely. In words of other scripts, joiners, hyphens and points are ordinary
  /// letters.
  static func isUnlikely(_ found: Lookalike, around index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    if !found.isInvisible, "/?&={}".contains(found.meanings[0]) { return true }
    guard found.isInvisible || found.isDash || ".:*".contains(found.meanings[0]) else { return false }
    let before = index > 0 ? scalars[index - 1] : "/"
    let after = index + 1 < scalars.count ? scalars[index + 1] : "/"
    return before.isASCII && after.isASCII
  }

  /// Returns a warning about a segment with a regular expression.
  private static func expression(_ path: Located<PathPattern>) -> Diagnostic? {
    let text = path.value.text
    guard text.utf8.contains(where: "\\+)".utf8.contains) else { return nil }
    for segment in text.split(separator: "/") {
      let isGroup = segment.hasPrefix("(") && segment.hasSuffix(")") && segment.count > 2
      let signs = ["]+", "]*", ")+", ".+", "\\d", "\\w"]
      guard isGroup || signs.contains(where: segment.contains) else { continue }
      return warning(
        "the path has the literal segment '\(Excerpt.of(String(segment)))'", at: path.range.firstRange(of: segment),
        help: "paths have no regular expressions: write '{id}', and params: {id: {matches: '^[0-9]+$'}}")
    }
    return nil
  }

  /// Returns a warning about a segment that clients resolve before they send the path (RFC 3986 §5.2.4), or that has an
  /// incomplete escape.
  private static func segment(_ path: Located<PathPattern>) -> Diagnostic? {
    let text = path.value.text
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else { return nil }
    for segment in text.split(separator: "/") {
      if segment == "." || segment == ".." {
        return warning(
          "the path has the segment '\(segment)', which clients resolve", at: path.range,
          help: "write the path without it, as it is sent")
      }
      let escapes = segment.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
      if escapes.contains(where: { $0.prefix(2).count { $0.isHexDigit } < 2 }) {
        if ["%d", "%s", "%@", "%i"].contains(segment) {
          return warning(
            "the path has the literal segment '\(segment)'", at: path.range.firstRange(of: segment),
            help: "write '{id}' for any segment")
        }
        return warning(
          "a '%' isn't followed by two hexadecimal digits", at: path.range.firstRange(of: segment), help: "write '%25'")
      }
    }
    return nil
  }

  /// Returns a warning about a query without '?', or a semicolon from code.
  private static func end(_ path: Located<PathPattern>) -> Diagnostic? {
    guard path.value.text.utf8.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "&") }) else {
      return nil
    }
    let last = path.value.text.split(separator: "/").last ?? ""
    if last.count > 1, last.hasSuffix(";") {
      return warning(
        "the path ends with a semicolon, which is a part of it", at: path.range, help: "remove the semicolon")
    }
    // Parameters of a segment, such as ';a=b&c=d', have other delimiters (RFC 3986 §3.3).
    guard let mark = last.firstIndex(of: "&"), last[mark...].contains("="),
      !last[..<mark].contains(where: { ";=".contains($0) })
    else { return nil }
    return warning(
      "the path has '\(Excerpt.of(String(last[mark...])))'", at: path.range, help: "a query begins with '?'")
  }

  private static func scheme(_ scheme: Located<String>) -> Diagnostic? {
    guard !["http", "https"].contains(scheme.value),
      let near = Suggestion.nearest(to: scheme.value, among: ["https", "http"])
    else { return nil }
    return warning("'\(scheme.value)' is an unusual scheme", at: scheme.range, help: "did you mean '\(near)'?")
  }

  private static func query(_ rule: NamedRule) -> Diagnostic? {
    let name = rule.name
    if name.value.hasPrefix("amp;") {
      return warning(
        "the query name begins with 'amp;', which remains of '&amp;'", at: name.range.firstRange(of: "amp;"),
        help: "write '&' instead of '&amp;'")
    }
    if let mark = name.value.first, mark == "?" || mark == "&" {
      return warning("the query name begins with '\(mark)'", at: name.range, help: "remove the '\(mark)'")
    }
    guard let matcher = rule.matchers.value?.first, case .equals(let value)? = matcher.conditions.first else {
      return nil
    }
    guard let first = value.utf8.first else { return colon(name) }
    // Most values have none of these.
    guard
      first == UInt8(ascii: "*") || first == UInt8(ascii: ":")
        || value.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "{") })
    else { return nil }
    let written = matcher.range.text
    // With 'equals', the value is intentionally literal.
    if written.contains("equals"), !value.contains("equals") { return nil }
    if value == "*" && !usesStar(name.value) || first == UInt8(ascii: ":") && value.dropFirst() == name.value {
      return warning(
        "'\(Excerpt.of(value))' is literal in a query", at: matcher.range.firstRange(of: value[...]),
        help: "for any value, write query: {\(name.excerpt): {present: true}}")
    }
    // A value that is a path or a URL can have a query (RFC 3986 §3.4).
    if let mark = value.firstIndex(of: "?"), value[mark...].contains("="),
      !value[..<mark].contains(where: { "/:".contains($0) }), written.contains("?")
    {
      return warning(
        "the value of '\(name.excerpt)' contains '?'", at: matcher.range.firstRange(of: "?"),
        help: "separate two names of a query by '&'")
    }
    let inner = value.drop { $0 == "{" }.prefix { $0 != "}" }
    guard value.hasPrefix("{"), value.hasSuffix("}"), written.contains("{"), !inner.isEmpty,
      inner.allSatisfy({ $0.isLetter || $0 == "_" || $0 == " " })
    else { return nil }
    return warning(
      "'\(Excerpt.of(value))' is literal in a query", at: matcher.range.firstRange(of: Substring(value)),
      help: "for any value, write query: {\(Excerpt.of(name.value)): {present: true}}")
  }

  /// Whether `*` is a usual value of a query name, since it selects all columns or documents.
  private static func usesStar(_ name: String) -> Bool {
    ["select", "$select", "fields", "columns", "q", "query", "search", "include", "expand", "filter"]
      .contains(name.lowercased())
  }

  /// Returns a warning about a name with a colon in place of the equals sign.
  private static func colon(_ name: Located<String>) -> Diagnostic? {
    guard name.value.utf8.contains(UInt8(ascii: ":")) else { return nil }
    let parts = name.value.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber } }) else {
      return nil
    }
    return warning(
      "'\(name.excerpt)' is a name without a value", at: name.range.firstRange(of: name.value[...]),
      help: "write \(Excerpt.of("\(parts[0])=\(parts[1])"))")
  }
}
