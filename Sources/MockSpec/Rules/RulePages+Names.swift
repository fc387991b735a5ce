// A table: what is said of names that are given twice, or refer to nothing.
extension RulePages {
  private static let login = """
    requests:
      Login: {match: POST /login, responses: {Success: {}, Offline: {error: notConnectedToInternet}}}
    """

  static let namePages: [RulePage] = [
    .error(
      "duplicate-request", "two files define a request of the same name",
      "Names are unique in the project, since selections, scenes and the journal go by them. Rename one of the two.",
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
      "unknown-response", "a request has no response of that name",
      "'default', 'sequence' and scenes name responses exactly as they are written in the request.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, default: Sucess, responses: {Success: {}, Failure: {status: 500}}}}",
        right: "requests: {A: {match: GET /a, default: Success, responses: {Success: {}, Failure: {status: 500}}}}")),
    .error(
      "unknown-request", "a scene selects for a request that isn't there",
      """
      Scenes name requests exactly as they are written. Not reported where only a part of the project is loaded, or a file \
      of it can't be read: the request may be in the rest.
      """,
      RuleExample(
        wrong: [("mockspec.yaml", "mockspec: 1\nscenes: {Airplane: {Logn: Offline}}\n"), ("a.mock.yaml", login)],
        right: [("mockspec.yaml", "mockspec: 1\nscenes: {Airplane: {Login: Offline}}\n"), ("a.mock.yaml", login)])),
    .error(
      "unknown-scene", "a scene extends one that isn't there",
      "'extends' names another scene of the project file, exactly as it is written there.",
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
      "By itself, or by way of others, which are then reported as well.",
      RuleExample(
        wrong: [
          ("mockspec.yaml", "mockspec: 1\nscenes: {Airplane: {extends: Airplane, select: {Login: Offline}}}\n"),
          ("a.mock.yaml", login),
        ],
        right: [("mockspec.yaml", "mockspec: 1\nscenes: {Airplane: {Login: Offline}}\n"), ("a.mock.yaml", login)])),
    .error(
      "unknown-parameter", "'params' names what the path doesn't capture",
      "A name under 'params' is one that stands in braces in the path: '/items/{id}' captures 'id'.",
      RuleExample(
        wrong: "requests: {A: {match: {path: '/items/{id}', params: {item: 1}}, responses: {R: {}}}}",
        right: "requests: {A: {match: {path: '/items/{id}', params: {id: 1}}, responses: {R: {}}}}")),
  ]
}
