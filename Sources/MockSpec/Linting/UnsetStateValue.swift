import MockSpecDiagnostics

enum UnsetStateValue: StateRule {
  static let name = "unset-state-value"
  static let summary = "nothing sets a value that a state can have"
  static let explanation = """
    A state has its first value until a response with 'set' or a scene with 'states' sets another one. A value that neither \
    sets is reached only by hand, so that a 'set' is probably missing. If tests or people set the value, ignore this warning.
    """
  static let example = RuleExample(
    wrong: """
      states: {cart: [empty, filled]}
      requests:
        Add item: {match: POST /cart, responses: {Added: {status: 201}}}
        Cart: {match: GET /cart, responses: {Empty: {json: []}, Filled: {when: {cart: filled}, json: [1]}}}
      """,
    right: """
      states: {cart: [empty, filled]}
      requests:
        Add item: {match: POST /cart, responses: {Added: {status: 201, set: {cart: filled}}}}
        Cart: {match: GET /cart, responses: {Empty: {json: []}, Filled: {when: {cart: filled}, json: [1]}}}
      """)

  static func check(_ states: StateUses) -> [Diagnostic] {
    states.declared.flatMap { state in
      state.values.dropFirst().filter { states.set[state.name.value]?.contains($0.value) != true }.map {
        warning(
          "nothing sets the state '\(state.name.excerpt)' to '\($0.excerpt)'", at: $0.range,
          help: "write 'set: {\(state.name.excerpt): \($0.excerpt)}' in the response that leads to it")
      }
    }
  }
}
