import MockSpecDiagnostics

enum HiddenResponse: StateRule {
  static let name = "hidden-response"
  static let summary = "an earlier response answers in all states of a response"
  static let explanation = """
    Of the responses of a request whose 'when' holds, the first one in the file answers. One whose states are all among those \
    of an earlier one never does, unless it is selected: move it up, or change its 'when'.
    """
  static let example = RuleExample(
    wrong: """
      states: {cart: [empty, filled, paid]}
      requests:
        Pay: {match: POST /pay, responses: {Paid: {set: {cart: paid}}}}
        Cart:
          match: GET /cart
          responses:
            Empty: {set: {cart: filled}, json: []}
            Filled: {when: {cart: [filled, paid]}, json: [1]}
            Paid: {when: {cart: paid}, json: [1]}
      """,
    right: """
      states: {cart: [empty, filled, paid]}
      requests:
        Pay: {match: POST /pay, responses: {Paid: {set: {cart: paid}}}}
        Cart:
          match: GET /cart
          responses:
            Empty: {set: {cart: filled}, json: []}
            Paid: {when: {cart: paid}, json: [1]}
            Filled: {when: {cart: [filled, paid]}, json: [1]}
      """)

  static func check(_ states: StateUses) -> [Diagnostic] {
    states.requests.flatMap { request in
      let stateful = request.responses.filter { !$0.when.isEmpty }
      return stateful.indices.compactMap { index in
        // With many responses, the comparison would take quadratic time.
        let earlier = stateful[..<index].suffix(100)
        return earlier.first { $0.when.cover(stateful[index].when) }.map { warn(stateful[index], after: $0) }
      }
    }
  }

  private static func warn(_ response: Spec.Response, after first: Spec.Response) -> Diagnostic {
    warning(
      "the response '\(first.name.excerpt)' answers in all states of '\(response.name.excerpt)'",
      at: response.name.range, notes: [.init("'\(first.name.excerpt)' is defined here", at: first.name.range)],
      help: "move '\(response.name.excerpt)' before '\(first.name.excerpt)', or change its 'when'")
  }
}
