/// Valid specs that can't do what they are written for.
extension Mistake {
  static let lints: [Mistake] = [
    Mistake(
      "template-name-not-in-path", .lints, "renamed the parameter in the path only", help: ["userId"],
      """
      mockspec: 1
      requests:
        User:
          match: GET /users/{userId}
          responses:
            Found:
              template: true
              json:
                name: Ada
                id: '1️⃣{{request.path.id}}1️⃣'
      """),
    Mistake(
      "template-path-without-parameter", .lints, "used a parameter of a path without any", help: ["slug"],
      """
      mockspec: 1
      requests:
        Post:
          match: GET /posts/*
          responses:
            Found: {template: true, text: 'Post 1️⃣{{request.path.slug}}1️⃣'}
      """),
    Mistake(
      "template-unknown-request-part", .lints, "wrote params as in other tools", help: ["path"],
      """
      mockspec: 1
      requests:
        Article:
          match: GET /articles/{id}
          responses:
            Found:
              template: true
              text: |
                Article
                1️⃣{{request.params.id}}1️⃣
      """),
    Mistake(
      "tags-without-template", .lints, "forgot template: true", help: ["template: true"],
      """
      mockspec: 1
      requests:
        Echo:
          match: GET /echo/{word}
          responses:
            Word:
              text: 'You said 1️⃣{{request.path.word}}1️⃣'
      """),
    Mistake(
      "tags-in-header-without-template", .lints, "forgot template: true", help: ["template: true"],
      """
      mockspec: 1
      requests:
        Create:
          match: POST /things
          responses:
            Created:
              status: 201
              headers:
                Location: '/things/1️⃣{{uuid}}1️⃣'
      """),
    Mistake(
      "tags-in-json-without-template", .lints, "forgot template: true", help: ["template: true"],
      """
      mockspec: 1
      requests:
        Clock:
          match: GET /clock
          responses:
            Time:
              json: {utc: '1️⃣{{now}}1️⃣', zone: UTC}
      """),
    Mistake(
      "response-headers-differ-by-case", .lints, "wrote a header twice", codes: ["duplicate-key"], help: ["case"],
      """
      mockspec: 1
      requests:
        Page:
          match: GET /page
          responses:
            Cached:
              headers:
                Cache-Control: max-age=60
                ETag: '"1"'
                1️⃣cache-control1️⃣: no-store
      """),
    Mistake(
      "matched-headers-differ-by-case", .lints, "wrote a header twice", codes: ["duplicate-key"], help: ["case"],
      """
      mockspec: 1
      requests:
        Private page:
          match:
            path: /private
            headers: {Accept: text/html, 1️⃣accept1️⃣: application/json}
          responses: {Page: {text: private}}
      """),
    Mistake(
      "json-text-object", .lints, "quoted the JSON of a body", help: ["quotes"],
      """
      mockspec: 1
      requests:
        Config:
          match: GET /config
          responses:
            Small:
              json: 1️⃣'{"theme": "dark", "beta": false}'1️⃣
      """),
    Mistake(
      "json-text-array", .lints, "wrote the JSON of a body as a block", help: ["json"],
      """
      mockspec: 1
      requests:
        Primes:
          match: GET /primes
          responses:
            Few:
              json: 1️⃣|
                [2, 3, 5,
                 7, 11]
      """),
    Mistake(
      "json-text-in-json", .lints, "escaped JSON in JSON", in: .json, help: ["json"],
      #"""
      {
        "mockspec": 1,
        "requests": {
          "Config": {
            "match": "GET /config",
            "responses": {
              "Small": {
                "json": 1️⃣"{\"theme\": \"dark\"}"1️⃣
              }
            }
          }
        }
      }
      """#),
    Mistake(
      "json-text-matcher", .lints, "quoted the JSON of a condition", help: ["json"],
      """
      mockspec: 1
      requests:
        Sign up:
          match:
            path: /users
            body:
              json: 1️⃣'{"newsletter": true}'1️⃣
          responses: {Created: {status: 201}}
      """),
    Mistake(
      "absolute-file-inside-root", .lints, "dragged a file into the editor", help: ["bodies/user.json"],
      files: ["bodies/user.json": "{\"id\": 1}\n"],
      """
      mockspec: 1
      requests:
        User:
          match: GET /user
          responses:
            Found:
              file: 1️⃣$ROOT/bodies/user.json1️⃣
      """),
    Mistake(
      "shadowed-request", .lints, "copied a request and forgot the path", help: ["Users"],
      """
      mockspec: 1
      requests:
        Users:
          match: GET /v1/users
          responses: {Some: {json: [1]}}
        1️⃣Roles1️⃣:
          match: GET /v1/users
          responses: {Some: {json: [admin]}}
      """),
    Mistake(
      "body-with-204", .lints, "gave a body to a status without one", help: ["204"],
      """
      mockspec: 1
      requests:
        Mark as read:
          match: POST /read
          responses:
            1️⃣Done1️⃣:
              status: 204
              json: {read: true}
      """),
    Mistake(
      "content-type-of-text", .lints, "declared text as JSON", codes: ["content-type-mismatch"], help: ["json"],
      """
      mockspec: 1
      requests:
        Token:
          match: POST /token
          responses:
            Example:
              headers: {Content-Type: 1️⃣application/json1️⃣}
              text: abc
      """),
    Mistake(
      "colon-parameter", .lints, "wrote a parameter as in Express", help: ["{userId}", "%3A"],
      """
      mockspec: 1
      requests:
        Avatar of user:
          match: GET /people/1️⃣:userId1️⃣/avatar
          responses: {Found: {text: picture}}
      """),
    Mistake(
      "colon-parameter-long-form", .lints, "wrote a parameter as in Express", help: ["{id}", "%3A"],
      """
      mockspec: 1
      requests:
        One person:
          match:
            method: GET
            path: /people/1️⃣:id1️⃣
          responses: {Found: {json: {}}}
      """),
    Mistake(
      "content-length", .lints, "copied all headers of a real response", codes: ["framing-header"],
      help: ["Content-Length"],
      """
      mockspec: 1
      requests:
        Copied:
          match: GET /copied
          responses:
            Real:
              headers:
                Date: Sun, 01 Feb 2026 10:00:00 GMT
                1️⃣Content-Length1️⃣: 42
              text: hello
      """),
    Mistake(
      "template-typo-section", .lints, "misspelt a part of the request", help: ["query"],
      """
      mockspec: 1
      requests:
        P37:
          match: GET /template-typo-section
          responses:
            Pong:
              template: true
              text: '1️⃣{{request.qery.a}}1️⃣'
      """),
    Mistake(
      "tags-request-shorthand", .lints, "tags in a list of header values", help: ["template: true"],
      """
      mockspec: 1
      requests:
        P38:
          match: GET /tags-request-shorthand/{id}
          responses:
            Pong:
              headers:
                X-Ids:
                  - a
                  - '1️⃣{{request.path.id}}1️⃣'
      """),
    Mistake(
      "colon-in-defaults", .lints, "a colon parameter in basePath", help: ["%3A"],
      """
      mockspec: 1
      defaults:
        basePath: /tenants/1️⃣:tenant1️⃣
      requests:
        P39: {match: GET /colon-in-defaults, responses: {Pong: {}}}
      """),
  ]
}
