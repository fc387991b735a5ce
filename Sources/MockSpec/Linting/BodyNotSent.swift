import MockSpecDiagnostics

enum BodyNotSent: LintRule {
  static let name = "body-not-sent"
  static let summary = "a body is written for a status that never has one"
  static let explanation = """
    Answers with the status 204 or 304 have no body (RFC 9110 §15.3.5 and §15.4.5), so what is written here is never \
    sent. Choose another status, or leave the body out.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Sign out:
          match: DELETE /session
          responses: {Done: {status: 204, text: bye}}
      """,
    right: """
      requests:
        Sign out:
          match: DELETE /session
          responses: {Done: {status: 204}}
      """)

  static func check(_ project: LintedProject) -> [Diagnostic] {
    project.requests.flatMap(\.responses).compactMap { response in
      guard case .answer(let answer) = response.outcome, answer.status == 204 || answer.status == 304,
        response.spec.body != nil
      else { return nil }
      return warning(
        "'\(response.spec.name.value)' has a body, which the status \(answer.status) never sends",
        at: response.spec.name.range)
    }
  }
}
