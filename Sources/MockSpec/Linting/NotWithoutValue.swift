import MockSpecDiagnostics

enum NotWithoutValue: SpecRule {
  static let name = "not-without-value"
  static let summary = "a condition with only 'not' also holds for calls without a value"
  static let explanation = """
    'country: {not: {equals: DE}}' also matches calls that have no country, since no value of them is 'DE'. Add \
    'present: true' to ask for a value. If calls without one are meant, ignore this warning. It is reported for queries, \
    forms, parts and places of JSON; the absence of a header or a cookie is usually meant.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Abroad:
          match: {path: /shipping, query: {country: {not: {equals: DE}}}}
          responses: {Rejected: {status: 422}}
      """,
    right: """
      requests:
        Abroad:
          match: {path: /shipping, query: {country: {present: true, not: {equals: DE}}}}
          responses: {Rejected: {status: 422}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    (spec.matches + [spec.defaults.match]).flatMap { match in
      var conditions = match.query.map { $0.matchers.value ?? [] }
      if case .matcher(let body)? = match.body.value {
        conditions += body.conditions.map(\.matchers)
      }
      return conditions.compactMap(warning)
    }
  }

  /// Returns a warning if none of the matchers of a name asks for a value.
  private static func warning(_ matchers: [ValueMatcher]) -> Diagnostic? {
    guard let first = matchers.first(where: { !$0.not.isEmpty }), matchers.allSatisfy(holdsWithoutValue) else {
      return nil
    }
    return warning(
      "the condition also holds for calls without a value", at: first.range, help: "add 'present: true' beside 'not'")
  }

  private static func holdsWithoutValue(_ matcher: ValueMatcher) -> Bool {
    // What is written about presence is meant.
    matcher.presence == nil && matcher.conditions.isEmpty && matcher.not.allSatisfy { $0.presence == nil }
  }
}
