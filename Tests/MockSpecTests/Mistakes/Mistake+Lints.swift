/// Valid specs that are probably wrong.
extension Mistake {
  static let lints: [Mistake] = [
    Mistake(
      "template-name-not-in-path", .lints, "renamed the parameter in the path only", code: "unavailable-value",
      help: "userId",
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
      "tags-without-template", .lints, "forgot template: true", code: "tag-outside-template", help: "template: true",
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
      "response-headers-differ-by-case", .lints, "wrote a header twice", code: "duplicate-key", help: "case",
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
      "absolute-file-inside-root", .lints, "dragged a file into the editor", code: "absolute-body-path",
      help: "bodies/user.json",
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
      "body-with-204", .lints, "gave a body to a status without one", code: "body-not-sent", help: "204",
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
      "colon-parameter", .lints, "wrote a parameter as in Express", code: "parameter-style", help: "{userId}",
      """
      mockspec: 1
      requests:
        Avatar of user:
          match: GET /people/1️⃣:userId1️⃣/avatar
          responses: {Found: {text: picture}}
      """),
    Mistake(
      "content-length", .lints, "copied all headers of a real response",
      code: "framing-header", help: "Content-Length",
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
    .match(
      "absent-and-equal", "present: false beside equals", kind: .lints, code: "impossible-condition",
      help: "'present: false'",
      "path: /a\nquery: {page: 1️⃣{present: false, equals: a}1️⃣}"),
    Mistake(
      "passed-host", .lints, "requests for a host that passes through", code: "unreachable-request",
      help: "'passthrough'",
      files: ["mockspec.yaml": "mockspec: 1\npassthrough: ['*.example.com']\n"],
      """
      mockspec: 1
      requests:
        1️⃣Login1️⃣:
          match: POST https://api.example.com/login
          responses: {Success: {status: 204}}
        Health:
          match: GET /health
          responses: {Success: {status: 204}}
      """),
    .match(
      "operator-in-json", "an operator inside JSON", kind: .lints, code: "unlikely-name",
      help: "pointers: {/name: {contains",
      "path: /a\nmethod: POST\nbody: {json: {name: {1️⃣contains1️⃣: x}}}"),
    .match(
      "star-in-query", "a star for any value", kind: .lints, code: "unlikely-url", help: "present: true",
      "path: /a\nquery: {page: 1️⃣'*'1️⃣}"),
    .match(
      "slashes-in-schema", "a literal of JavaScript in a schema", kind: .lints,
      code: "unlikely-pattern", help: "remove the slashes: '^a$'",
      "path: /a\nmethod: POST\nbody: {schema: {properties: {a: {pattern: 1️⃣'/^a$/i'1️⃣}}}}"),
    Mistake(
      "ignore-above-name", .lints, "an ignore comment above the name of the request",
      code: "unused-ignore", help: "move the comment",
      """
      mockspec: 1
      requests:
        # mockspec-ignore: 1️⃣parameter-style1️⃣
        A:
          match: GET /a/:id
          responses: {Found: {}}
      """),
    .response(
      "json-is-path", "the path of a file as JSON", kind: .lints, code: "unlikely-body", help: "'file': bodies/x.json",
      "json: 1️⃣bodies/x.json1️⃣"),
    .response(
      "gzip-of-json", "Content-Encoding copied from a real response", kind: .lints, code: "content-type-mismatch",
      help: "remove",
      "headers: {1️⃣Content-Encoding1️⃣: gzip}\njson: {a: 1}"),
    .response(
      "curly-keys-in-braces", "curly quotes of a word processor", kind: .lints, code: "unlikely-character",
      help: "straight quotes: \"id\"",
      "json: {1️⃣“id”1️⃣: 1, “name”: a}"),
    .response(
      "brackets-in-template", "an index in brackets", kind: .lints, code: "unavailable-value",
      help: "request.json.items.0.name",
      "template: true\ntext: '{{1️⃣request.json.items[0].name1️⃣}}'"),
    .short(
      "expression-in-path", "a regular expression in a path", kind: .lints, code: "unlikely-url", help: "params",
      #"'GET /items/1️⃣\d+1️⃣'"#),
    .short(
      "two-question-marks", "a second question mark", kind: .lints, code: "unlikely-url", help: "'&'",
      "GET /a?page=21️⃣?1️⃣size=3"),
    .match(
      "expression-in-header", "a regular expression as text", kind: .lints, code: "unlikely-pattern", help: "'matches'",
      "path: /a\nheaders: {Authorization: 1️⃣'Bearer .*'1️⃣}"),
    .match(
      "equals-sign-in-query", "an equals sign in braces", kind: .lints, code: "removes-nothing", help: "page: 2",
      "path: /a\nquery: {1️⃣page=21️⃣}"),
    .match(
      "additional-items", "a keyword of an earlier draft", kind: .lints, code: "unknown-keyword", help: "'items'",
      "path: /schema\nbody: {schema: {type: array, 1️⃣additionalItems1️⃣: false}}"),
  ]
}
