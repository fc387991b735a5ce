import MockSpecDiagnostics

enum BodyNotSent: SpecRule {
  static let name = "body-not-sent"
  static let summary = "a response has a body, but its status never sends one"
  static let explanation = """
    Responses with the status 204, 205 or 304 have no body (RFC 9110 §15.3.5, §15.3.6 and §15.4.5), so this body is never \
    sent. Choose another status, or remove the body.
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

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.responses.compactMap { response in
      guard case .reply(let reply) = response.outcome, [204, 205, 304].contains(reply.status),
        response.spec.body != nil
      else { return nil }
      return warning(
        "'\(response.spec.name.value)' has a body, but responses with the status \(reply.status) never send one",
        at: response.spec.name.range)
    }
  }
}
