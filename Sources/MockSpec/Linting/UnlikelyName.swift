import MockSpecDiagnostics

enum UnlikelyName: SpecRule {
  static let name = "unlikely-name"
  static let summary = "a header or a query name is a key of ours, one level too deep"
  static let explanation = """
    In 'headers' of a response, 'delay: 1s' is a header that is sent, and in 'query', 'exactQuery: true' is a name that the \
    call must have. Move the key out of the mapping. If the name is meant, ignore this warning.
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

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    let sent = spec.responses.flatMap { $0.spec.answer?.headers ?? [] } + spec.defaults.response.headers
    let headers = sent.filter(isKey).map { warning(about: $0.name, "is sent as a header", "headers") }
    let matches = spec.requests.map(\.spec.match) + [spec.defaults.match]
    let names = matches.flatMap { match in
      [(match.query, "query"), (match.headers, "headers"), (match.params, "params"), (match.cookies, "cookies")]
        .flatMap { rules, owner in
          rules.map(\.name).filter { $0.value == "exactQuery" }
            .map { warning(about: $0, "is a condition on a name", owner) }
        }
    }
    return headers + names
  }

  private static func warning(about name: Located<String>, _ what: String, _ owner: String) -> Diagnostic {
    warning("'\(name.value)' \(what), since it is in '\(owner)'", at: name.range, help: "move it out of '\(owner)'")
  }
}
