package import MockSpecDiagnostics

/// The documentation of one diagnostic code. Tests check that the example triggers exactly this code.
package struct RulePage: Sendable {
  /// The code, in kebab case. It never changes once published.
  package let name: String
  package let severity: Diagnostic.Severity
  /// The reported mistake, in one line: lower case, no full stop.
  package let summary: String
  /// The consequences and the fix, in a few sentences.
  package let explanation: String
  /// A project that triggers the code, and its corrected version; `nil` for codes that no small project can trigger, such as
  /// the code for a platform without YAML.
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

/// The pages of all codes.
package enum RulePages {
  /// All pages, sorted by name.
  package static let all: [RulePage] =
    (LintRules.all.map(RulePage.init) + [unusedIgnore] + textPages + yamlPages + shapePages + namePages + filePages)
    .sorted { $0.name < $1.name }

  /// The page of a code.
  package static subscript(name: String) -> RulePage? { byName[name] }

  /// All codes with their severity.
  static let severities = byName.mapValues(\.severity)

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  private static let unusedIgnore = RulePage.warning(
    LintRules.unusedIgnore, "an ignore comment silences nothing",
    """
    A comment '# mockspec-ignore: NAME' that silences nothing is a leftover, or is on the wrong line: it silences \
    warnings on its own line or, if it is the only text of its line, on the next line. A text of several lines can't \
    contain comments: the one before its key silences warnings in it. Errors can't be ignored.
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
