package import MockSpecDiagnostics

/// What there is to know about one code that diagnostics have: its documentation, and an example that tests hold to its
/// word.
package struct RulePage: Sendable {
  /// Stable, kebab-case: the code.
  package let name: String
  package let severity: Diagnostic.Severity
  /// One line in lower case without a full stop.
  package let summary: String
  /// Why it matters and what to do, in a few sentences.
  package let explanation: String
  /// `nil` for what no project can show: a check of another platform, or of schemas other than the published ones.
  package let example: RuleExample?

  static func error(
    _ name: String, _ summary: String, _ explanation: String, _ example: RuleExample?
  ) -> RulePage {
    RulePage(name: name, severity: .error, summary: summary, explanation: explanation, example: example)
  }

  static func warning(
    _ name: String, _ summary: String, _ explanation: String, _ example: RuleExample?
  ) -> RulePage {
    RulePage(name: name, severity: .warning, summary: summary, explanation: explanation, example: example)
  }

  init(_ rule: any LintRule.Type) {
    self = .warning(rule.name, rule.summary, rule.explanation, rule.example)
  }

  private init(
    name: String, severity: Diagnostic.Severity, summary: String, explanation: String, example: RuleExample?
  ) {
    self.name = name
    self.severity = severity
    self.summary = summary
    self.explanation = explanation
    self.example = example
  }
}

/// The pages of all codes, by name.
package enum RulePages {
  package static let all: [RulePage] =
    (LintRules.all.map(RulePage.init) + [unusedIgnore] + textPages + yamlPages + shapePages + namePages + filePages)
    .sorted { $0.name < $1.name }

  package static subscript(name: String) -> RulePage? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  private static let unusedIgnore = RulePage.warning(
    LintRules.unusedIgnore, "a comment wants to ignore what isn't there",
    """
    A comment '# mockspec-ignore: NAME' that silences nothing is a leftover, or stands on the wrong line: it silences \
    warnings on its own line or, where it stands alone on a line, on the next. Errors can't be ignored.
    """,
    RuleExample(
      wrong: """
        requests:
          Sign out:
            match: DELETE /session
            responses: {Done: {status: 204}}  # mockspec-ignore: body-not-sent
        """,
      right: """
        requests:
          Sign out:
            match: DELETE /session
            responses: {Done: {status: 204}}
        """))
}
