/// Values that a key can't have.
extension Mistake {
  static let values: [Mistake] = [
    .response(
      "empty-delay", "left a delay for later", kind: .values, help: ["delay"], "1️⃣delay1️⃣:\ntext: later"),
    .response("empty-status", "left the status for later", kind: .values, help: ["status"], "1️⃣status1️⃣:\ntext: later"),
    .response(
      "empty-headers", "left the headers for later", kind: .values, help: ["headers"], "1️⃣headers1️⃣:\ntext: later"),
    .response("empty-text", "left the text for later", kind: .values, help: ["text"], "status: 203\n1️⃣text1️⃣:"),
    .response("empty-file", "left the file for later", kind: .values, help: ["file"], "1️⃣file1️⃣:"),
    .response("empty-error", "left the error for later", kind: .values, help: ["error"], "1️⃣error1️⃣:"),
    .match("empty-query", "left the query for later", kind: .values, help: ["query"], "path: /empty-query\n1️⃣query1️⃣:"),
    .match(
      "empty-method", "left the method for later", kind: .values, help: ["method"], "1️⃣method1️⃣:\npath: /empty-method"),
    Mistake(
      "empty-responses", .values, "left the responses for later", help: ["response"],
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
      "empty-match", .values, "left match for later", help: ["match"],
      """
      mockspec: 1
      requests:
        Draft:
          1️⃣match1️⃣:
          responses: {Good: {text: good}}
      """),
    Mistake(
      "empty-request", .values, "left a request for later", help: ["request"],
      """
      mockspec: 1
      requests:
        Written:
          match: GET /written
          responses: {Good: {text: good}}
        1️⃣To do1️⃣:
      """),
    Mistake(
      "empty-server", .values, "left the server for later", in: .project, help: ["server"],
      """
      mockspec: 1
      1️⃣server1️⃣:
      timeout: 3s
      """),
    .response(
      "quoted-status", "quoted the status", kind: .values, help: ["quotes"], isFixable: true, "status: 1️⃣'404'1️⃣"),
    .response("named-status", "wrote the reason for the status", kind: .values, help: ["404"], "status: 1️⃣Not Found1️⃣"),
    .response(
      "status-with-reason", "copied the status line", kind: .values, help: ["404"], "status: 1️⃣404 Not Found1️⃣\ntext: no"),
    .response("status-class", "wrote a class of statuses", kind: .values, help: ["status"], "status: 1️⃣4xx1️⃣"),
    .response(
      "status-too-small", "wrote a status that ends no call", kind: .values, help: ["200", "599"], "status: 1️⃣1001️⃣"),
    .response("status-0", "wrote 0 for no network", kind: .values, help: ["200"], "status: 1️⃣01️⃣"),
    .response(
      "status-list", "listed statuses", kind: .values, help: ["status"], "status: 1️⃣[200, 500]1️⃣\ntext: either"),
    .response(
      "headers-as-list", "listed headers", kind: .values, help: ["mapping"],
      "headers:\n  1️⃣- Content-Type: text/html\n  - X-A: b\ntext: <p>"),
    .response(
      "headers-as-text", "wrote a header as one text", kind: .values, help: ["X-Token"], "headers: 1️⃣'X-Token: abc'1️⃣"),
    .response(
      "truth-as-text", "quoted true", kind: .values, help: ["quotes"], "template: 1️⃣\"true\"1️⃣\ntext: Hello"),
    .response(
      "unknown-error-name", "wrote the constant of Objective-C", kind: .values, help: ["timedOut"],
      "error: 1️⃣NSURLErrorTimedOut1️⃣"),
    .response("error-number", "wrote the number of an error", kind: .values, help: ["timedOut"], "error: 1️⃣-10011️⃣"),
    .response(
      "fault-in-capitals", "wrote a fault as in WireMock", kind: .values, help: ["connectionReset"],
      "fault: 1️⃣CONNECTION_RESET_BY_PEER1️⃣"),
    .response(
      "error-and-status", "combined an error with a status", kind: .values, help: ["status", "error"],
      "1️⃣status1️⃣: 503\nerror: timedOut"),
    .response(
      "text-and-json", "gave two bodies", kind: .values, help: ["text", "json"], "1️⃣text1️⃣: both\njson: {both: true}"),
    .match(
      "path-without-slash", "left out the first slash", kind: .values, help: ["'/'"],
      "path: 1️⃣path-without-slash1️⃣"),
    .match("port-as-text", "quoted the port", kind: .values, help: ["quotes"], "path: /port-as-text\nport: 1️⃣'8080'1️⃣"),
    Mistake(
      "responses-as-list", .values, "listed the responses", help: ["name"],
      """
      mockspec: 1
      requests:
        Listed:
          match: GET /listed
          responses:
            1️⃣- name: Good
              status: 200
            - name: Bad
              status: 500
      """),
    Mistake(
      "requests-as-list", .values, "listed the requests", help: ["name"],
      """
      mockspec: 1
      requests:
        1️⃣- name: Listed
          match: GET /listed
          responses: {Good: {status: 200}}
      """),
    Mistake(
      "status-as-response", .values, "wrote only the status of a response", help: ["status: 404"],
      """
      mockspec: 1
      requests:
        Brief:
          match: GET /brief
          responses:
            Found: {json: {id: 1}}
            Missing: 1️⃣4041️⃣
      """),
    Mistake(
      "text-as-response", .values, "wrote only the text of a response", help: ["text:"],
      """
      mockspec: 1
      requests:
        Briefer:
          match: GET /briefer
          responses:
            Hello: 1️⃣Hello, world1️⃣
      """),
    Mistake(
      "null-response", .values, "wrote a response without anything", help: ["{}"],
      """
      mockspec: 1
      requests:
        Accepted:
          match: POST /accepted
          responses:
            1️⃣Empty1️⃣:
            Refused: {status: 403}
      """),
    Mistake(
      "default-misspelt", .values, "misspelt the default response", help: ["Found"],
      """
      mockspec: 1
      requests:
        Lookup:
          match: GET /lookup
          default: 1️⃣Fuond1️⃣
          responses:
            Missing: {status: 404}
            Found: {json: {}}
      """),
    Mistake(
      "empty-defaults", .values, "left defaults for later", help: ["defaults"],
      """
      mockspec: 1
      1️⃣defaults1️⃣:
      requests:
        P40: {match: GET /empty-defaults, responses: {Pong: {}}}
      """),
    Mistake(
      "empty-scenes", .values, "left scenes for later", in: .project, help: ["scenes"],
      """
      mockspec: 1
      1️⃣scenes1️⃣:
      """),
    Mistake(
      "empty-sequence", .values, "left a sequence for later", help: ["sequence"],
      """
      mockspec: 1
      requests:
        P42:
          match: GET /empty-sequence
          1️⃣sequence1️⃣:
          responses: {Pong: {}}
      """),
    Mistake(
      "missing-mockspec", .values, "left out the version", help: ["mockspec"],
      """
      1️⃣requests:
        P43:
          match: GET /missing-mockspec
          responses: {Pong: {}}
      """),
    Mistake(
      "negative-delay", .values, "a negative delay", help: [],
      """
      mockspec: 1
      requests:
        P44:
          match: GET /negative-delay
          responses: {Pong: {delay: 1️⃣-2s1️⃣}}
      """),
    Mistake(
      "priority-word", .values, "a word as priority", help: ["number"],
      """
      mockspec: 1
      requests:
        P45:
          match: GET /priority-word
          priority: 1️⃣high1️⃣
          responses: {Pong: {}}
      """),
    Mistake(
      "sequence-text", .values, "a sequence as one text", help: ["list"],
      """
      mockspec: 1
      requests:
        P46:
          match: GET /sequence-text
          sequence: 1️⃣Pong, Down1️⃣
          responses: {Pong: {}, Down: {status: 503}}
      """),
    Mistake(
      "body-matcher-text", .values, "a body matcher as text", help: ["text"],
      """
      mockspec: 1
      requests:
        P47:
          match: {path: /body-matcher-text, body: 1️⃣hello1️⃣}
          responses: {Pong: {}}
      """),
    Mistake(
      "headers-list-matcher", .values, "listed headers of a call", help: ["mapping"],
      """
      mockspec: 1
      requests:
        P48:
          match:
            path: /headers-list-matcher
            headers:
              1️⃣- 'Accept: text/html'
          responses: {Pong: {}}
      """),
  ]
}
