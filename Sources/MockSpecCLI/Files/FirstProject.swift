import MockSpec

/// The files that `mockspec init` writes.
enum FirstProject {
  static var files: [(name: String, text: String)] {
    [
      ("mockspec.yaml", project), ("hello.mock.yaml", spec), ("bodies/hello.json", body),
      (".schema/mockspec.schema.json", SchemaLibrary.specText),
      (".schema/mockspec-project.schema.json", SchemaLibrary.projectText),
    ]
  }

  private static let project = """
    # yaml-language-server: $schema=.schema/mockspec-project.schema.json
    mockspec: 1

    defaults:
      match: {scheme: https, host: api.example.com}

    scenes:
      Airplane mode: {Hello: Offline}

    """

  private static let spec = """
    # yaml-language-server: $schema=.schema/mockspec.schema.json
    mockspec: 1

    requests:
      Hello:
        match: GET /hello
        responses:
          # The first response answers until another one is selected.
          Found:
            file: bodies/hello.json
          Not found:
            status: 404
            json: {error: not found}
          Offline:
            error: notConnectedToInternet

    """

  private static let body = """
    {"message": "Hello, world"}

    """
}
