import MockSpecDiagnostics

enum StateWithoutResponse: StateRule {
  static let name = "state-without-response"
  static let summary = "a request has no response for a value of a state"
  static let explanation = """
    If all responses of a request have 'when' and none holds, the request doesn't match, and the next request that matches \
    answers. Write a response for the value, or one without 'when'. If the request shouldn't match then, write 'when' in the \
    request, which says so.
    """
  static let example = RuleExample(
    wrong: """
      states: {cart: [empty, filled]}
      requests:
        Add item: {match: POST /cart, responses: {Added: {set: {cart: filled}}}}
        Cart: {match: GET /cart, responses: {Filled: {when: {cart: filled}, json: [1]}}}
      """,
    right: """
      states: {cart: [empty, filled]}
      requests:
        Add item: {match: POST /cart, responses: {Added: {set: {cart: filled}}}}
        Cart:
          match: GET /cart
          responses: {Empty: {when: {cart: empty}, json: []}, Filled: {when: {cart: filled}, json: [1]}}
      """)

  static func check(_ states: StateUses) -> [Diagnostic] {
    states.requests.filter { !$0.answersInAnyState && $0.sequence.isEmpty }.flatMap { request in
      states.declared.compactMap { missingValue(of: $0, in: request) }
    }
  }

  /// Returns a warning about the values of a state in which none of a request's responses can answer.
  private static func missingValue(of state: StateDeclaration, in request: Spec.Request) -> Diagnostic? {
    let conditions = request.responses.map { $0.when.filter { $0.state.value == state.name.value } }
    // A response that doesn't depend on the state can answer with any of its values.
    guard conditions.allSatisfy({ !$0.isEmpty }) else { return nil }
    let answered = Set(conditions.joined().flatMap(\.values).map(\.value))
    let possible = request.when.first { $0.state.value == state.name.value }?.values ?? state.values
    let missing = possible.filter { !answered.contains($0.value) }
    guard let first = missing.first else { return nil }
    return warning(
      "the request '\(request.name.excerpt)' has no response for the state '\(state.name.excerpt): \(first.excerpt)'",
      at: request.name.range, notes: [.init("the state is declared here", at: state.name.range)],
      help: "add a response with 'when: {\(state.name.excerpt): \(first.excerpt)}', or one without 'when'")
  }
}
