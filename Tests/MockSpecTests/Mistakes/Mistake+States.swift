/// Mistakes with states.
extension Mistake {
  /// A mistake in requests beside those of a cart.
  private static func cart(_ name: String, _ what: String, code: String, help: String, _ lines: String) -> Mistake {
    Mistake(
      name, .states, what, code: code, help: help,
      """
      # \(what)
      mockspec: 1
      states:
        cart: [empty, filled, paid]
      requests:
        Add item: {match: POST /cart, responses: {Added: {set: {cart: filled}}}}
        Pay: {match: POST /pay, when: {cart: filled}, responses: {Paid: {set: {cart: paid}}}}
      \(lines.indented(2))
      """)
  }

  /// A mistake in a request, or in its only response.
  private static func inCart(
    _ name: String, _ what: String, code: String, help: String, request: String = "", response: String = "json: [1]"
  ) -> Mistake {
    cart(
      name, what, code: code, help: help,
      """
      Cart:
        match: GET /cart
      \(request.indented(2))
        responses:
          Filled:
      \(response.indented(6))
      """)
  }

  /// A mistake in a declaration.
  private static func declared(_ name: String, _ what: String, code: String, help: String, _ states: String) -> Mistake
  {
    Mistake(
      name, .states, what, code: code, help: help,
      """
      # \(what)
      mockspec: 1
      \(states)
      requests:
        Cart: {match: GET /cart, responses: {Empty: {json: []}, Filled: {when: {cart: filled}, set: {cart: empty}}}}
      """)
  }

  /// A mistake in a scene.
  private static func scene(_ name: String, _ what: String, code: String, help: String, _ scene: String) -> Mistake {
    Mistake(
      name, .states, what, in: .project, code: code, help: help,
      files: [
        "b.mock.yaml": """
        mockspec: 1
        states: {cart: [empty, paid]}
        requests: {Cart: {match: GET /cart, responses: {Empty: {set: {cart: paid}}, Paid: {when: {cart: paid}}}}}
        """
      ],
      """
      # \(what)
      mockspec: 1
      scenes:
        Paid up: \(scene)
      """)
  }

  static let states: [Mistake] = declarations + conditions + changes + scenes

  private static let declarations = [
    cart(
      "states-under-requests", "declared states under requests", code: "misplaced-key", help: "top level",
      "1️⃣states1️⃣:\n  user: [signed out, signed in]"),
    inCart(
      "states-in-request", "declared a state in a request", code: "misplaced-key", help: "top level",
      request: "1️⃣states1️⃣: {user: [signed out, signed in]}"),
    declared(
      "state-singular", "left out the s", code: "unknown-key", help: "states", "1️⃣state1️⃣: {cart: [empty, filled]}"),
    declared(
      "state-with-one-value", "wrote the initial value in place of a list", code: "wrong-type", help: "a list",
      "states: {cart: 1️⃣empty1️⃣}"),
    declared(
      "list-of-states", "wrote a list of names", code: "wrong-type", help: "states: {cart:", "states: 1️⃣[cart, user]1️⃣"),
    declared(
      "state-as-mapping", "wrote a mapping for a state", code: "wrong-type", help: "a list",
      "states:\n  cart: 1️⃣{initial: empty, values: [empty, filled]}1️⃣"),
    declared("state-without-values", "wrote no values", code: "too-few", help: "at least 1", "states: {cart: 1️⃣[]1️⃣}"),
    declared(
      "scenarios-of-wiremock", "called states scenarios", code: "unknown-key", help: "states:",
      "1️⃣scenarios1️⃣: {cart: [empty, filled]}"),
    Mistake(
      "states-in-project", .states, "declared states in the project file", in: .project, code: "misplaced-key",
      help: "in a spec",
      "mockspec: 1\nunmatched: error\n1️⃣states1️⃣: {cart: [empty, filled]}\n"),
  ]

  private static let conditions = [
    inCart(
      "when-as-text", "wrote a condition as text", code: "wrong-type", help: "when: {cart: filled}",
      request: "when: 1️⃣cart=filled1️⃣"),
    inCart(
      "when-only-value", "wrote only the value", code: "wrong-type", help: "the state with its value",
      response: "when: 1️⃣filled1️⃣"),
    inCart(
      "when-list", "wrote a list of states", code: "wrong-type", help: "when: {cart:", request: "when: 1️⃣[cart]1️⃣"),
    inCart(
      "when-operator", "wrote an operator", code: "wrong-type", help: "cart: filled",
      request: "when: {cart: 1️⃣{equals: filled}1️⃣}"),
    inCart(
      "when-not", "wrote not", code: "wrong-type", help: "list of values", response: "when: {cart: 1️⃣{not: empty}1️⃣}"),
    cart(
      "when-under-match", "wrote when in match", code: "misplaced-key", help: "request 'Cart'",
      """
      Cart:
        match:
          path: /cart
          1️⃣when1️⃣: {cart: filled}
        responses: {Filled: {json: [1]}}
      """),
    cart(
      "state-under-match", "wrote the state as a condition of the call", code: "unknown-key", help: "'when'",
      """
      Cart:
        match:
          path: /cart
          1️⃣state1️⃣: {cart: filled}
        responses: {Filled: {json: [1]}}
      """),
    inCart(
      "state-in-request", "called when state", code: "unknown-key", help: "when:", request: "1️⃣state1️⃣: {cart: filled}"),
    cart(
      "when-as-match", "wrote the call into when", code: "wrong-type", help: "'match'",
      "Cart: {when: 1️⃣GET /cart1️⃣, responses: {Filled: {json: [1]}}}"),
    cart(
      "when-for-match", "wrote the conditions on the call into when", code: "missing-key", help: "'match'",
      "1️⃣Cart1️⃣: {when: {method: GET, path: /cart}, responses: {Filled: {json: [1]}}}"),
    inCart(
      "when-unknown-state", "misspelt a state", code: "unknown-state", help: "'cart'",
      request: "when: {1️⃣crat1️⃣: filled}"),
    inCart(
      "when-unknown-value", "misspelt a value", code: "unknown-state-value", help: "'filled'",
      request: "when: {cart: 1️⃣filed1️⃣}"),
    inCart(
      "when-other-case", "wrote a value in another case", code: "unknown-state-value", help: "'paid'",
      request: "when: {cart: 1️⃣Paid1️⃣}"),
    cart(
      "when-with-sequence", "combined a sequence with states", code: "conflicting-keys", help: "sequence",
      """
      Cart:
        match: GET /cart
        sequence: [Empty, Filled]
        responses: {Empty: {json: []}, Filled: {when: {1️⃣cart1️⃣: filled}, json: [1]}}
      """),
  ]

  private static let changes = [
    inCart(
      "set-in-request", "wrote set in a request", code: "misplaced-key", help: "response",
      request: "1️⃣set1️⃣: {cart: empty}"),
    inCart(
      "set-only-value", "wrote only the new value", code: "wrong-type", help: "set: {", response: "set: 1️⃣filled1️⃣"),
    inCart(
      "set-as-text", "wrote a change as text", code: "wrong-type", help: "set: {cart: empty}",
      response: "set: 1️⃣cart = empty1️⃣"),
    inCart(
      "set-several", "set several values", code: "wrong-type", help: "one value",
      response: "set: {cart: 1️⃣[empty, filled]1️⃣}"),
    inCart(
      "state-in-response", "called set state", code: "unknown-key", help: "set:", response: "1️⃣state1️⃣: {cart: empty}"),
    inCart(
      "state-text-in-response", "wrote the new state as text", code: "unknown-key", help: "set:",
      response: "1️⃣newState1️⃣: empty"),
    inCart(
      "set-unknown-state", "set a state that isn't declared", code: "unknown-state", help: "cart",
      response: "set: {1️⃣user1️⃣: signed in}"),
    inCart(
      "wm-scenario", "a scenario of WireMock", code: "unknown-key", help: "'when'",
      request: "1️⃣scenarioName1️⃣: cart\nrequiredScenarioState: Started\nnewScenarioState: filled"),
    inCart(
      "wm-new-scenario-state", "a change of WireMock", code: "unknown-key", help: "'set'",
      response: "1️⃣newScenarioState1️⃣: filled"),
    inCart(
      "ms-scenario-state", "a condition of MockServer", code: "unknown-key", help: "'when'",
      request: "1️⃣scenarioState1️⃣: filled"),
  ]

  private static let scenes = [
    scene("scene-set", "called states set", code: "wrong-type", help: "'states'", "{set: 1️⃣{cart: paid}1️⃣}"),
    scene(
      "scene-states-text", "wrote the states of a scene as text", code: "wrong-type", help: "states: {cart: paid}",
      "{states: 1️⃣cart=paid1️⃣}"),
    scene(
      "scene-unknown-value", "misspelt a value in a scene", code: "unknown-state-value", help: "empty, paid",
      "{states: {cart: 1️⃣payed1️⃣}}"),
  ]
}
