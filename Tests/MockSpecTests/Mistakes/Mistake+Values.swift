/// Values in another form.
extension Mistake {
  static let values: [Mistake] = [
    .response(
      "empty-delay", "left a delay for later", kind: .values, code: "wrong-type", help: "delay", "1️⃣delay1️⃣:\ntext: later"
    ),
    .response(
      "empty-text", "left the text for later", kind: .values, code: "wrong-type", help: "text", "status: 203\n1️⃣text1️⃣:"),
    .response("empty-file", "left the file for later", kind: .values, code: "wrong-type", help: "file", "1️⃣file1️⃣:"),
    .response("empty-error", "left the error for later", kind: .values, code: "wrong-type", help: "error", "1️⃣error1️⃣:"),
    Mistake(
      "empty-responses", .values, "left the responses for later", code: "wrong-type", help: "response",
      """
      mockspec: 1
      requests:
        Draft:
          match: GET /draft
          1️⃣responses1️⃣:
        Finished:
          match: GET /finished
          responses: {Good: {text: good}}
      """),
    Mistake(
      "empty-match", .values, "left match for later", code: "wrong-type", help: "match",
      """
      mockspec: 1
      requests:
        Draft:
          1️⃣match1️⃣:
          responses: {Good: {text: good}}
      """),
    Mistake(
      "empty-request", .values, "left a request for later", code: "wrong-type", help: "request",
      """
      mockspec: 1
      requests:
        Written:
          match: GET /written
          responses: {Good: {text: good}}
        1️⃣To do1️⃣:
      """),
    .short(
      "url-without-host", "left out the host", kind: .values, code: "bad-value", help: "host",
      "1️⃣GET https:///items1️⃣"),
    .short(
      "star-as-host", "a star for any host", kind: .values, code: "bad-value", help: "scheme",
      "1️⃣GET https://*/star-as-host1️⃣"),
    .short(
      "two-slashes-only", "left out the host after the slashes", kind: .values, code: "bad-value", help: "host",
      "GET 1️⃣//1️⃣"),
    Mistake(
      "server-host-url", .values, "a URL as the host of the server", in: .project, code: "bad-value",
      help: "host: localhost",
      """
      mockspec: 1
      server:
        host: 1️⃣http://localhost1️⃣
      """),
    .response(
      "origin-only-port", "only a port as an origin", kind: .values, code: "wrong-type", help: "http://localhost:8000",
      "forward: 1️⃣80001️⃣"),
    .response(
      "status-with-zero", "a status with a zero", kind: .values, code: "wrong-type", help: "200", "status: 1️⃣'099'1️⃣"),
    .response(
      "status-with-zero-unquoted", "a status with a zero without quotes", kind: .values, code: "bad-value", help: "200",
      "status: 1️⃣0991️⃣"),
    .match(
      "quoted-port-too-large", "a quoted port that is too large", kind: .values, code: "wrong-type", help: "65535",
      "path: /quoted-port\nport: 1️⃣'99999'1️⃣"),
    Mistake(
      "quoted-times-zero", .values, "a quoted zero as times", code: "wrong-type", help: "1",
      """
      mockspec: 1
      requests:
        Steps:
          match: GET /quoted-times
          sequence: [{response: OK, times: 1️⃣'0'1️⃣}]
          responses: {OK: {}}
      """),
    Mistake(
      "comma-after-flow-request", .values, "a comma after a request in braces", code: "yaml-syntax",
      help: "remove the comma",
      """
      mockspec: 1
      requests:
        A comma: 1️⃣{match: GET /comma-a, responses: {OK: {}}},1️⃣
        B comma: {match: GET /comma-b, responses: {OK: {}}}
      """),
    .response(
      "semicolon-after-flow", "a semicolon after braces", kind: .values, code: "yaml-syntax", help: "remove",
      "json: 1️⃣{a: 1};1️⃣\nstatus: 201"),
    .short(
      "comma-after-match", "a comma after a short match", kind: .values, code: "trailing-comma", help: "comma",
      "1️⃣GET /comma-after-match,1️⃣"),
    .response(
      "json-block-text", "JSON text as a block", kind: .values, code: "json-as-text", help: "remove the |",
      "json: 1️⃣|1️⃣\n  {\"a\": 1}"),
    Mistake(
      "half-response-name", .values, "a name of a response without a colon", code: "yaml-syntax", help: ":",
      """
      mockspec: 1
      requests:
        Draft:
          match: GET /half-name
          responses:
            OK: {}
            1️⃣Bad1️⃣
      """),
    Mistake(
      "half-key", .values, "a key without its colon", code: "wrong-type", help: ":",
      """
      mockspec: 1
      requests:
        Draft:
          match: GET /half-key
          responses:
            OK:
              1️⃣stat1️⃣
      """),
    Mistake(
      "half-flow", .values, "braces that are still open", code: "yaml-syntax", help: "}",
      """
      mockspec: 1
      requests:
        Draft:
          match: GET /half-flow
          responses:
            OK: 1️⃣{status: 2001️⃣
            Bad: {status: 500}
      """),
    .match(
      "host-list", "several hosts", kind: .values, code: "wrong-type", help: "*.example.com",
      "path: /hosts\nhost: 1️⃣[a.io, b.io]1️⃣"),
    Mistake(
      "absolute-body-inside", .values, "a body path from the root of the project", code: "outside-root",
      help: "'bodies/x.json'",
      files: ["bodies/x.json": "{}"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          responses: {Ok: {file: 1️⃣/bodies/x.json1️⃣}}
      """),
    .match(
      "inline-flag", "a flag in a pattern", kind: .values, code: "bad-regular-expression", help: "ignoreCase: true",
      "path: /a\nquery: {page: {matches: '1️⃣(?i1️⃣)abc'}}"),
    .response(
      "file-is-data-url", "a data URL as a file", kind: .values, code: "missing-body-file", help: "image/png",
      "file: 1️⃣data:image/png;base64,iVBORw0KGgo=1️⃣"),
    .response(
      "braces-for-error", "an error without a name", kind: .values, code: "missing-key", help: "timedOut", "1️⃣error1️⃣: {}"
    ),
    Mistake(
      "commas-in-address", .values, "commas in an address", in: .project, code: "wrong-type", help: "127.0.0.1",
      isFixable: true,
      """
      mockspec: 1
      server: {host: 1️⃣127,0,0,11️⃣, port: 8080}
      """),
    Mistake(
      "scenes-in-circle", .values, "two scenes that extend each other", in: .project,
      code: "circular-scene", help: "remove 'extends'",
      """
      mockspec: 1
      scenes:
        A: {extends: 1️⃣B1️⃣, select: {Login: Offline}}
        B: {extends: A, select: {Login: Success}}
      """),
  ]
}
