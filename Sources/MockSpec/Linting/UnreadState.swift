import MockSpecDiagnostics

enum UnreadState: StateRule {
  static let name = "unread-state"
  static let summary = "no request or response depends on a state"
  static let explanation = """
    'when' of a request or a response reads a state. A state that is only set changes no answer: write the 'when' that is \
    missing, or remove the state.
    """
  static let example = RuleExample(
    wrong: """
      states: {cart: [empty, filled]}
      requests:
        Add item: {match: POST /cart, responses: {Added: {set: {cart: filled}}}}
      """,
    right: """
      states: {cart: [empty, filled]}
      requests:
        Add item: {match: POST /cart, responses: {Added: {set: {cart: filled}}}}
        Cart:
          match: GET /cart
          responses: {Empty: {json: []}, Filled: {when: {cart: filled}, json: [1]}}
      """)

  static func check(_ states: StateUses) -> [Diagnostic] {
    states.declared.filter { !states.read.contains($0.name.value) }.map {
      warning(
        "no 'when' depends on the state '\($0.name.excerpt)'", at: $0.name.range,
        help: "write 'when: {\($0.name.excerpt): …}' in a request or a response, or remove the state")
    }
  }
}
