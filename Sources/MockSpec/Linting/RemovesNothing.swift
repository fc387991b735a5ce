import MockSpecDiagnostics

enum RemovesNothing: SpecRule {
  static let name = "removes-nothing"
  static let summary = "a name without a value removes nothing, since no default has it"
  static let explanation = """
    'null', or no value, removes a header or a condition that is inherited from 'defaults'. Without such a default, it \
    has no effect. Often a comma inside braces has ended a value: '{Cache-Control: no-cache, no-store}' has a second name \
    'no-store'. Quote such a value. To require a name with any value, write 'present: true'.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        News:
          match: GET /news
          responses: {Found: {headers: {Cache-Control: no-cache, no-store}, json: []}}
      """,
    right: """
      requests:
        News:
          match: GET /news
          responses: {Found: {headers: {Cache-Control: 'no-cache, no-store'}, json: []}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    let outer = spec.inherited
    let defaults = spec.defaults.over(outer)
    return warnings(spec.defaults.match, over: outer.match)
      + warnings(spec.defaults.response.headers, over: outer.response.headers)
      + spec.requests.flatMap { request in
        request.spec.matches.flatMap { warnings($0.value, over: defaults.match) }
          + request.responses.flatMap { response in
            warnings(
              response.spec.reply?.headers ?? [], over: response.spec.isHTTPReply ? defaults.response.headers : [])
          }
      }
  }

  private static func warnings(_ headers: [HeaderRule], over outer: [HeaderRule]) -> [Diagnostic] {
    // Few specs remove headers.
    guard headers.contains(where: { $0.values.isRemoved }) else { return [] }
    let removed = headers.filter { $0.values.isRemoved }
    let inherited = Set(outer.filter { $0.values.value != nil }.map { $0.name.value.lowercased() })
    return warning(
      about: removed.map(\.name).filter { !inherited.contains($0.value.lowercased()) }, "header",
      "write a value, or put the value before it in quotes if the comma is a part of it")
  }

  private static func warnings(_ match: MatchRules, over outer: MatchRules) -> [Diagnostic] {
    let isRemoved = { (rule: NamedRule) in rule.matchers.isRemoved }
    guard
      match.params.contains(where: isRemoved) || match.query.contains(where: isRemoved)
        || match.headers.contains(where: isRemoved) || match.cookies.contains(where: isRemoved)
    else { return [] }
    let kinds: [(rules: [NamedRule], outer: [NamedRule], noun: String)] = [
      (match.params, outer.params, "parameter"), (match.query, outer.query, "query name"),
      (match.headers, outer.headers, "header"), (match.cookies, outer.cookies, "cookie"),
    ]
    return kinds.flatMap { rules, outer, noun -> [Diagnostic] in
      let removed = rules.filter(isRemoved)
      let inherited = Set(outer.filter { $0.matchers.value != nil }.map(\.key))
      let names = removed.filter { !inherited.contains($0.key) }.map(\.name)
      let parts = (names.first?.value ?? "").split(separator: "=", maxSplits: 1).map { Excerpt.of(String($0)) }
      return warning(
        about: names, noun,
        parts.count == 2
          ? "write \(parts[0]): \(parts[1])" : "for any value, write \(parts.first ?? ""): {present: true}")
    }
  }

  /// Returns one warning about all names of a mapping.
  private static func warning(about names: [Located<String>], _ noun: String, _ help: String) -> [Diagnostic] {
    guard let first = names.first else { return [] }
    var shown = names.prefix(6).map { "'\($0.excerpt)'" }
    if names.count > 6 { shown.append("\(names.count - 6) more") }
    let message =
      names.count == 1
      ? "\(shown[0]) removes nothing: no default has this \(noun)"
      : "\(shown.listed) remove nothing: no default has these \(noun)s"
    return [warning(message, at: first.range, help: help)]
  }
}

extension Setting {
  fileprivate var isRemoved: Bool { if case .removed = self { true } else { false } }
}
