import MockSpecDiagnostics

enum SimilarResponse: SpecRule {
  static let name = "similar-response"
  static let summary = "a response that is added to a collection has almost the name of a built-in one"
  static let explanation = """
    In 'responses' of a collection, built-in responses are written by their names, such as 'OK' and 'Not Found'. Any other name \
    adds a response, which answers only when it is selected, and changes no items. Write the name of the built-in response, \
    or another one that can't be taken for it.
    """
  static let example = RuleExample(
    wrong: """
      collections:
        users:
          path: /users
          items: [{id: 1}]
          responses: {get: {NotFound: {status: 404, text: no such user}}}
      """,
    right: """
      collections:
        users:
          path: /users
          items: [{id: 1}]
          responses: {get: {Not Found: {status: 404, text: no such user}}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.requests.flatMap { request -> [Diagnostic] in
      guard let operation = request.items?.operation else { return [] }
      return request.responses.filter { $0.spec.builtIn == nil }.compactMap { response in
        let name = response.spec.name
        return similar(to: name.value, operation).map { outcome in
          warning(
            "'\(name.excerpt)' is another response than the built-in '\(outcome.rawValue)', and answers only when it is selected",
            at: name.range, help: "write '\(outcome.rawValue)', or another name")
        }
      }
    }
  }

  private static func similar(to name: String, _ operation: ItemOperation) -> ItemOutcome? {
    let plain = plain(name)
    let outcomes = operation.outcomes
    if ["success", "successful", "succeeded", "done"].contains(plain) { return outcomes[0] }
    let same = outcomes.first { plain == Self.plain($0.rawValue) || plain == "\($0.status)" }
    let near = Suggestion.nearest(to: name, among: outcomes.map(\.rawValue))
    return same ?? outcomes.first { $0.rawValue == near }
  }

  /// Returns the letters and digits of a name, in lower case.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}
