// A table: the pages of codes about duplicate and unknown names.
extension RulePages {
  private static let login = """
    requests:
      Login: {match: POST /login, responses: {Success: {}, Offline: {error: notConnectedToInternet}}}
    """

  private static let cart = """
    requests:
      Add item: {match: POST /cart, responses: {Added: {set: {cart: filled}}}}
      Cart: {match: GET /cart, responses: {Empty: {json: []}, Filled: {when: {cart: filled}, json: [1]}}}
    """

  static let namePages: [RulePage] = [
    .error(
      "duplicate-request", "two files define a request with the same name",
      "Selections, scenes and the journal refer to requests by name, so names are unique in a project. Rename one of the two.",
      RuleExample(
        wrong: [
          ("a.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {}}}}"),
          ("b.mock.yaml", "requests: {Items: {match: GET /v2/items, responses: {Found: {}}}}"),
        ],
        right: [
          ("a.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {}}}}"),
          ("b.mock.yaml", "requests: {Items v2: {match: GET /v2/items, responses: {Found: {}}}}"),
        ])),
    .error(
      "unknown-response", "a request has no response with this name",
      "'default', 'sequence' and scenes use the exact names of the request's responses.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, default: Sucess, responses: {Success: {}, Failure: {status: 500}}}}",
        right: "requests: {A: {match: GET /a, default: Success, responses: {Success: {}, Failure: {status: 500}}}}")),
    .error(
      "unknown-request", "a scene names a request that doesn't exist",
      """
      Scenes use the exact names of requests. This isn't reported if only a part of the project is loaded, or if a file \
      can't be read, since the request can be in the other part.
      """,
      RuleExample(
        wrong: [("mockspec.yaml", "mockspec: 1\nscenes: {Airplane: {Logn: Offline}}\n"), ("a.mock.yaml", login)],
        right: [("mockspec.yaml", "mockspec: 1\nscenes: {Airplane: {Login: Offline}}\n"), ("a.mock.yaml", login)])),
    .error(
      "unknown-scene", "a scene extends a scene that doesn't exist",
      "'extends' uses the exact name of another scene in the project file.",
      RuleExample(
        wrong: [
          ("mockspec.yaml", "mockspec: 1\nscenes: {Airplane: {extends: Base, select: {Login: Offline}}}\n"),
          ("a.mock.yaml", login),
        ],
        right: [
          (
            "mockspec.yaml",
            """
            mockspec: 1
            scenes:
              Base: {Login: Success}
              Airplane: {extends: Base, select: {Login: Offline}}
            """
          ), ("a.mock.yaml", login),
        ])),
    .error(
      "circular-scene", "a scene extends itself",
      "The scene names itself in 'extends', or extends a scene that leads back to it. A circle is reported at its first scene.",
      RuleExample(
        wrong: [
          ("mockspec.yaml", "mockspec: 1\nscenes: {Airplane: {extends: Airplane, select: {Login: Offline}}}\n"),
          ("a.mock.yaml", login),
        ],
        right: [("mockspec.yaml", "mockspec: 1\nscenes: {Airplane: {Login: Offline}}\n"), ("a.mock.yaml", login)])),
    .error(
      "duplicate-state", "two files declare a state with the same name",
      "The requests of all files share a state, so it is declared once. Remove one of the two, or rename it.",
      RuleExample(
        wrong: [
          ("a.mock.yaml", "states: {cart: [empty, filled]}\n\(cart)"),
          ("b.mock.yaml", "states: {cart: [empty, filled]}"),
        ],
        right: [("a.mock.yaml", cart), ("b.mock.yaml", "states: {cart: [empty, filled]}")])),
    .error(
      "unknown-state", "'when', 'set' or a scene names a state that isn't declared",
      """
      States are declared under 'states' of any spec file of the project. This isn't reported if only a part of the project is \
      loaded, or if a file can't be read, since the state can be in the other part.
      """,
      RuleExample(
        wrong: "states: {cart: [empty, filled]}\n\(cart)".replacing("when: {cart:", with: "when: {card:"),
        right: "states: {cart: [empty, filled]}\n\(cart)")),
    .error(
      "unknown-state-value", "a state can't have this value",
      "'when', 'set' and scenes use the exact values that the declaration of the state lists.",
      RuleExample(
        wrong: "states: {cart: [empty, filled]}\n\(cart)".replacing("set: {cart: filled}", with: "set: {cart: full}"),
        right: "states: {cart: [empty, filled]}\n\(cart)")),
    .error(
      "unknown-parameter", "'params' contains a name that the path doesn't capture",
      "The names under 'params' are those in braces in the path: '/items/{id}' captures 'id'.",
      RuleExample(
        wrong: "requests: {A: {match: {path: '/items/{id}', params: {item: 1}}, responses: {R: {}}}}",
        right: "requests: {A: {match: {path: '/items/{id}', params: {id: 1}}, responses: {R: {}}}}")),
    .warning(
      "same-swift-name", "two names differ in the spec, but not as Swift identifiers",
      """
      'mockspec generate swift' keeps only letters and digits of a name. Names that are the same then all get a suffix, \
      so that no identifier ever changes its meaning. Rename one of them. A comment doesn't suppress this warning.
      """,
      RuleExample(
        wrong: [
          (
            "example.mock.yaml",
            """
            requests:
              Log in: {match: POST /login, responses: {Success: {}}}
              log-in: {match: GET /login, responses: {Form: {}}}
            """
          )
        ],
        right: [
          (
            "example.mock.yaml",
            """
            requests:
              Log in: {match: POST /login, responses: {Success: {}}}
              Login form: {match: GET /login, responses: {Form: {}}}
            """
          )
        ], command: .generate)),
  ]
}
