import MockSpecDiagnostics

enum UnlikelyName: SpecRule {
  static let name = "unlikely-name"
  static let summary = "a name is a key of ours, one level too deep, or is similar to that of a usual header"
  static let explanation = """
    In 'headers' of a response, 'delay: 1s' is a header that is sent, and in 'query', 'exactQuery: true' is a name that the \
    call must have: move the key out of the mapping. 'Content-Typ' is probably mistyped. If the name is meant, ignore this \
    warning.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        News:
          match: GET /news
          responses: {Slow: {headers: {Age: 0, delay: 1s}, json: []}}
      """,
    right: """
      requests:
        News:
          match: GET /news
          responses: {Slow: {headers: {Age: 0}, delay: 1s, json: []}}
      """)

  /// The keys of a response that no header has as its name.
  private static let keys = Set(ResponseKey.allCases.map(\.rawValue)).subtracting(["headers", "description"])

  /// `status: 404`, but not `Status: 200 OK` of CGI (RFC 3875 §6.3.3).
  private static func isKey(_ header: HeaderRule) -> Bool {
    keys.contains(header.name.value)
      && (header.name.value != "status" || header.values.value?.first.flatMap { Int($0.value) } != nil)
  }

  /// Names of headers that are often mistyped.
  private static let usual = [
    "Accept-Encoding", "Accept-Language", "Access-Control-Allow-Headers", "Access-Control-Allow-Methods",
    "Access-Control-Allow-Origin", "Authorization", "Cache-Control", "Content-Disposition", "Content-Encoding",
    "Content-Language", "Content-Length", "Content-Type", "If-Modified-Since", "If-None-Match", "Last-Modified",
    "Location", "Retry-After", "Set-Cookie", "User-Agent", "WWW-Authenticate",
  ]
  private static let known = Set(usual.map { $0.lowercased() })

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    let sent = spec.responses.map { $0.spec.answer?.headers ?? [] } + [spec.defaults.response.headers]
    let matches = spec.requests.map(\.spec.match) + [spec.defaults.match]
    return sent.flatMap(warnings(aboutSent:)) + matches.flatMap(warnings(about:))
  }

  private static func warnings(aboutSent headers: [HeaderRule]) -> [Diagnostic] {
    misplaced(headers.filter(isKey).map(\.name), "sent as a header", "headers")
      + headers.compactMap { mistyped($0.name) }
  }

  private static func warnings(about match: MatchRules) -> [Diagnostic] {
    let mappings = [
      (match.query, "query"), (match.headers, "headers"), (match.params, "params"), (match.cookies, "cookies"),
    ]
    let keys = mappings.flatMap { rules, owner in
      misplaced(rules.map(\.name).filter { $0.value == "exactQuery" }, "a condition on a name", owner)
    }
    return keys + match.headers.compactMap { mistyped($0.name) }
  }

  /// One warning about the names of one mapping.
  private static func misplaced(_ names: [Located<String>], _ what: String, _ owner: String) -> [Diagnostic] {
    guard let first = names.first else { return [] }
    let (verb, them) = names.count == 1 ? ("is", "it is") : ("are", "they are")
    return [
      warning(
        "\(names.map { "'\($0.value)'" }.listed) \(verb) \(what), since \(them) in '\(owner)'", at: first.range,
        help: "move \(names.count == 1 ? "it" : "them") out of '\(owner)'")
    ]
  }

  private static func mistyped(_ name: Located<String>) -> Diagnostic? {
    let text = name.value
    guard text.utf8.count >= 8, !known.contains(text.lowercased()),
      let near = Suggestion.nearest(to: text, among: usual)
    else { return nil }
    return warning("'\(Excerpt.of(text))' isn't a usual header", at: name.range, help: "did you mean '\(near)'?")
  }
}
