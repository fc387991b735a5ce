/// URLs, methods, statuses and lists, written in forms that are others' or half right.
extension Mistake {
  static let urlForms: [Mistake] = [urls, methods, statuses, commas].flatMap(\.self)

  private static let urls: [Mistake] = [
    .short(
      "url-without-host", "left out the host", kind: .values, help: ["host"], without: ["host: '", "host: ,"],
      "1️⃣GET https:///items1️⃣"),
    .short(
      "star-as-host", "a star for any host", kind: .values, help: ["scheme", "path"], without: ["*."],
      "1️⃣GET https://*/star-as-host1️⃣"),
    .short("only-a-star-as-url", "any URL", kind: .values, help: ["remove"], without: ["https://*/"], "1️⃣https://*1️⃣"),
    .short(
      "two-slashes-only", "left out the host after the slashes", kind: .values, help: ["host"], without: ["'host: '"],
      "GET 1️⃣//1️⃣"),
    .short(
      "host-without-path", "left out the path after a host", kind: .values, help: ["//api.example.com/"],
      without: ["'host: '"], "GET 1️⃣//api.example.com1️⃣"),
    .short(
      "user-in-url", "a URL with a password", kind: .values, help: ["remove", "ada:secret@"],
      "1️⃣GET https://ada:secret@api.example.com/user-in-url1️⃣"),
    .short(
      "user-in-url-without-scheme", "a user before a host", kind: .values, help: ["remove", "ada:secret@"],
      "1️⃣GET //ada:secret@api.example.com/user-in-url1️⃣"),
    .match(
      "user-in-host", "a password in a host", kind: .values, help: ["remove", "ada:secret@"],
      without: ["port: secret", "host: ada'"], "host: 1️⃣ada:secret@api.example.com1️⃣\npath: /user-in-host"),
    .match(
      "large-port-in-host", "a port that is too large in a host", kind: .values, help: ["65535"],
      without: ["port: 99999"], "host: 1️⃣'api.example.com:99999'1️⃣\npath: /large-port"),
    .match(
      "word-as-port-in-host", "a word as a port in a host", kind: .values, help: ["number"], without: ["port: PORT"],
      "host: 1️⃣'api.example.com:PORT'1️⃣\npath: /word-port"),
    .match(
      "scheme-only-host", "left out the host after the scheme", kind: .values, help: ["host"], without: ["'host: '"],
      "host: 1️⃣'https://'1️⃣\npath: /scheme-only"),
    .match(
      "port-only-host", "left out the host before the port", kind: .values, help: ["port: 8080"], without: ["'host: '"],
      "host: 1️⃣':8080'1️⃣\npath: /port-only"),
    .match(
      "path-only-host", "a path as a host", kind: .values, help: ["path: /v1"], without: ["'host: '"], "host: 1️⃣/v11️⃣"),
    .match(
      "url-with-star-host", "a URL with a star as a host", kind: .values, help: ["scheme: https", "any host"],
      without: ["host: *'"], "host: 1️⃣'https://*'1️⃣\npath: /url-star"),
    .match(
      "star-in-host", "a star in the middle of a host", kind: .values, help: ["*.example.com"],
      "host: 1️⃣'api.*.example.com'1️⃣\npath: /star-in-host"),
    .match(
      "two-hosts", "two hosts in one text", kind: .values, help: ["request"],
      "host: 1️⃣'a.example.com, b.example.com'1️⃣\npath: /two-hosts"),
    .match(
      "host-with-space", "a space in a host", kind: .values, help: ["space"],
      "host: 1️⃣api example.com1️⃣\npath: /space-host"),
    Mistake(
      "server-host-url", .values, "a URL as the host of the server", in: .project, help: ["host: localhost"],
      without: ["scheme"],
      """
      mockspec: 1
      server:
        host: 1️⃣http://localhost1️⃣
      """),
    Mistake(
      "server-host-url-port", .values, "a URL with a port as the host of the server", in: .project,
      help: ["host: localhost", "port: 8080"], without: ["scheme"],
      """
      mockspec: 1
      server:
        host: 1️⃣http://localhost:80801️⃣
      """),
    Mistake(
      "server-host-port", .values, "host and port of the server in one", in: .project,
      help: ["host: 0.0.0.0", "port: 9000"],
      """
      mockspec: 1
      server:
        host: 1️⃣0.0.0.0:90001️⃣
      """),
    Mistake(
      "server-host-star", .values, "a star as the host of the server", in: .project, help: ["0.0.0.0"],
      without: ["remove 'host'", "any host"],
      """
      mockspec: 1
      server:
        host: 1️⃣'*'1️⃣
      """),
    Mistake(
      "server-host-path", .values, "a path in the host of the server", in: .project, help: ["localhost"],
      without: ["in 'path'"],
      """
      mockspec: 1
      server:
        host: 1️⃣localhost/api1️⃣
      """),
    Mistake(
      "passthrough-url-with-path", .values, "a URL with a path among the hosts", in: .project,
      help: ["api.example.com"], without: ["'scheme", "in 'path'"],
      """
      mockspec: 1
      passthrough:
        - 1️⃣https://api.example.com/v11️⃣
      """),
    Mistake(
      "passthrough-host-port", .values, "a port among the hosts", in: .project, help: ["localhost"],
      without: ["'port: 3000'"],
      """
      mockspec: 1
      passthrough: [1️⃣'localhost:3000'1️⃣]
      """),
    Mistake(
      "passthrough-star", .values, "a star among the hosts", in: .project, help: ["unmatched: passthrough"],
      without: ["remove 'host'"],
      """
      mockspec: 1
      passthrough: [1️⃣'*'1️⃣]
      """),
    .response(
      "origin-with-user", "a password in an origin", kind: .values, help: ["remove"],
      "forward: 1️⃣https://ada:secret@api.example.com1️⃣"),
    .response(
      "origin-with-star", "a star in an origin", kind: .values, help: ["one"], "forward: 1️⃣'https://*.example.com'1️⃣"),
    .response(
      "origin-protocol-relative", "an origin without a scheme", kind: .values, help: ["http://api.example.com"],
      without: ["http:////"], "forward: 1️⃣//api.example.com1️⃣"),
    .response(
      "origin-upper-case", "an origin in capitals", kind: .values, help: ["https"], "forward: 1️⃣HTTPS://api.example.com1️⃣"
    ),
    .response(
      "origin-websocket", "an origin of a WebSocket", kind: .values, help: ["http"], "forward: 1️⃣ws://localhost:80001️⃣"),
    .response(
      "origin-only-port", "only a port as an origin", kind: .values, help: ["http://localhost:8000"], "forward: 1️⃣80001️⃣"),
    .response(
      "origin-colon-port", "a colon and a port as an origin", kind: .values, help: ["http://localhost:8000"],
      "forward: 1️⃣':8000'1️⃣"),
  ]

  private static let methods: [Mistake] = [
    .match(
      "method-twice-by-case", "a method in both cases", kind: .values, help: ["remove"], without: ["write GET"],
      "method: [GET, 1️⃣get1️⃣]\npath: /method-twice"),
    .match(
      "method-twice-by-bar", "a method in both cases with a bar", kind: .values, help: ["method: GET"],
      without: ["[GET, GET]"], "method: 1️⃣'GET|get'1️⃣\npath: /method-bar"),
    .match(
      "method-twice-by-comma", "a method twice with a comma", kind: .values, help: ["method: PUT"],
      without: ["[PUT, PUT]"], "method: 1️⃣'PUT, put'1️⃣\npath: /method-comma"),
    .match(
      "methods-in-one-element", "two methods in one element", kind: .values, help: ["GET", "POST"], without: ["[["],
      "method: [1️⃣'GET, POST'1️⃣]\npath: /one-element"),
    .match(
      "methods-in-one-of-two", "two methods in one of two elements", kind: .values, help: ["POST", "PUT"],
      without: ["[["], "method: [GET, 1️⃣'POST|PUT'1️⃣]\npath: /one-of-two"),
    .match(
      "any-in-list", "any among methods", kind: .values, help: ["method"], "method: [GET, 1️⃣any1️⃣]\npath: /any-in-list"),
    .short("only-a-method", "only a method", kind: .values, help: ["method: GET"], without: ["/GET"], "1️⃣GET1️⃣"),
    .short(
      "only-a-small-method", "only a method in lower case", kind: .values, help: ["method: POST"], without: ["/post"],
      "1️⃣post1️⃣"),
    .short("only-methods", "only two methods", kind: .values, help: ["method: [GET, POST]"], "1️⃣GET, POST1️⃣"),
    .short(
      "method-without-path", "a method with a space behind it", kind: .values, help: ["method: DELETE"],
      without: ["/DELETE"], "1️⃣'DELETE '1️⃣"),
    .short(
      "short-tilde", "a regular expression as in nginx", kind: .values, help: ["no regular expressions"],
      "GET 1️⃣~ /short-tilde1️⃣"),
    .short(
      "short-tilde-star", "a regular expression as in nginx without case", kind: .values,
      help: ["no regular expressions"], "GET 1️⃣~* ^/short-tilde1️⃣"),
    .short(
      "short-equals", "an exact location as in nginx", kind: .values, help: ["/short-equals"], "GET 1️⃣= /short-equals1️⃣"),
    .short(
      "methods-twice-in-short", "a method twice in a short match", kind: .values, help: ["GET /methods-twice"],
      without: ["[GET, GET]"], "1️⃣GET,get1️⃣ /methods-twice"),
    Mistake(
      "methods-in-flow", .values, "two methods in braces", help: ["method: [GET, POST]"],
      """
      mockspec: 1
      requests:
        Flow methods: {match: 1️⃣GET,POST /methods-in-flow1️⃣, responses: {OK: {}}}
      """),
    Mistake(
      "methods-in-flow-with-space", .values, "two methods with a space in braces", help: ["method: [GET, POST]"],
      """
      mockspec: 1
      requests:
        Flow methods: {match: 1️⃣GET, POST /methods-in-flow1️⃣, responses: {OK: {}}}
      """),
    .match("mixed-methods-key", "a small method as a key", kind: .values, help: ["GET /mixed"], "1️⃣get1️⃣: /mixed"),
    .match(
      "delete-as-key", "DELETE as a key of match in lower case", kind: .values, help: ["DELETE /delete-as-key"],
      "1️⃣delete1️⃣: /delete-as-key"),
    .match("head-as-key", "HEAD as a key of match", kind: .values, help: ["HEAD /head-as-key"], "1️⃣HEAD1️⃣: /head-as-key"),
    .match(
      "options-as-key", "options as a key of match", kind: .values, help: ["OPTIONS /options-as-key"],
      "1️⃣options1️⃣: /options-as-key"),
    Mistake(
      "put-in-request", .values, "a method as a key of a request", help: ["match", "PUT /put"],
      """
      mockspec: 1
      requests:
        Update:
          1️⃣put1️⃣: /put
          responses: {OK: {}}
      """),
    Mistake(
      "get-in-request", .values, "GET as a key of a request", help: ["match", "GET /got"],
      """
      mockspec: 1
      requests:
        Read:
          1️⃣GET1️⃣: /got
          responses: {OK: {}}
      """),
  ]

  private static let statuses: [Mistake] = [
    .response("status-with-zero", "a status with a zero", kind: .values, help: ["200", "599"], "status: 1️⃣'099'1️⃣"),
    .response(
      "status-with-zero-unquoted", "a status with a zero without quotes", kind: .values, help: ["200", "599"],
      without: ["quotes"], "status: 1️⃣0991️⃣"),
    .response(
      "quoted-status-too-large", "a quoted status that is too large", kind: .values, help: ["200", "599"],
      "status: 1️⃣'700'1️⃣"),
    .response(
      "quoted-status-4-digits", "a quoted status with four digits", kind: .values, help: ["200", "599"],
      "status: 1️⃣\"2000\"1️⃣"),
    .response(
      "status-with-space", "a space in quotes after a status", kind: .values, help: ["404"], "status: 1️⃣'404 '1️⃣"),
    .response("status-ok", "OK as a status", kind: .values, help: ["200"], "status: 1️⃣OK1️⃣"),
    .response("status-constant", "a constant of Java as a status", kind: .values, help: ["201"], "status: 1️⃣CREATED1️⃣"),
    .response(
      "status-http", "a status line as a status", kind: .values, help: ["404"], "status: 1️⃣HTTP/1.1 404 Not Found1️⃣"),
    .response("status-float", "a status with a decimal point", kind: .values, help: ["200"], "status: 1️⃣200.51️⃣"),
    .match(
      "quoted-port-too-large", "a quoted port that is too large", kind: .values, help: ["65535"],
      "path: /quoted-port\nport: 1️⃣'99999'1️⃣"),
    Mistake(
      "quoted-times-zero", .values, "a quoted zero as times", help: ["1"],
      """
      mockspec: 1
      requests:
        Steps:
          match: GET /quoted-times
          sequence: [{response: OK, times: 1️⃣'0'1️⃣}]
          responses: {OK: {}}
      """),
  ]

  private static let commas: [Mistake] = [
    Mistake(
      "comma-after-flow-request", .values, "a comma after a request in braces", help: ["remove the comma"],
      without: ["put it in quotes"],
      """
      mockspec: 1
      requests:
        A comma: 1️⃣{match: GET /comma-a, responses: {OK: {}}},1️⃣
        B comma: {match: GET /comma-b, responses: {OK: {}}}
      """),
    Mistake(
      "comma-after-flow-response", .values, "a comma after a response in braces", help: ["remove the comma"],
      without: ["put it in quotes"],
      """
      mockspec: 1
      requests:
        A response comma:
          match: GET /comma-response
          responses:
            Ok: 1️⃣{json: {a: 1}},1️⃣
            Broken: {status: 500}
      """),
    .response(
      "comma-after-headers", "a comma after headers in braces", kind: .values, help: ["remove the comma"],
      without: ["put it in quotes"], "headers: 1️⃣{X-A: b},1️⃣\nstatus: 201"),
    .response(
      "comma-after-list", "a comma after a list in brackets", kind: .values, help: ["remove the comma"],
      without: ["put it in quotes"], "json: 1️⃣[1, 2],1️⃣\nstatus: 201"),
    .match(
      "comma-after-methods", "a comma after a list of methods", kind: .values, help: ["remove the comma"],
      without: ["put it in quotes"], "method: 1️⃣[GET, POST],1️⃣\npath: /comma-methods"),
    .response(
      "semicolon-after-flow", "a semicolon after braces", kind: .values, help: ["remove"],
      without: ["put it in quotes"], "json: 1️⃣{a: 1};1️⃣\nstatus: 201"),
    .response(
      "comma-after-status", "a comma after a status", kind: .values, help: ["remove the comma", "201"],
      "status: 1️⃣201,1️⃣\ntext: a"),
    .response(
      "comma-after-truth", "a comma after true", kind: .values, help: ["remove the comma"], "template: 1️⃣true,1️⃣\ntext: a"
    ),
    .response(
      "comma-after-duration", "a comma after a duration", kind: .values, help: ["remove the comma", "200ms"],
      "delay: 1️⃣200ms,1️⃣\ntext: a"),
    .response(
      "comma-after-quoted", "a comma after quoted text", kind: .values, help: ["comma"], "text: 1️⃣'a',1️⃣\nstatus: 201"),
    .short(
      "comma-after-match", "a comma after a short match", kind: .values, help: ["comma"], "1️⃣GET /comma-after-match,1️⃣"),
    Mistake(
      "comma-after-every-line", .values, "commas after all lines", help: ["comma"],
      """
      mockspec: 1
      requests:
        Copied from JSON:
          match: GET /comma-lines
          responses:
            Ok:
              1️⃣status: 200,1️⃣
              text: a
      """),
    .response(
      "comma-after-header", "a comma after a header", kind: .values, help: ["comma"], "headers:\n  1️⃣X-A: b,1️⃣\n  X-B: c"),
    .response(
      "comma-in-json-block", "commas in a block of JSON", kind: .values, help: ["comma"],
      "json:\n  1️⃣name: Lamp,1️⃣\n  price: 12,\n  stock: 3"),
    .response(
      "quoted-keys-in-json-block", "JSON without its braces", kind: .values, help: ["comma"],
      "json:\n  1️⃣\"a\": 1,1️⃣\n  \"b\": 2"),
    .match(
      "comma-after-query", "a comma after a query value", kind: .values, help: ["comma"],
      "path: /comma-query\nquery:\n  1️⃣page: 2,1️⃣\n  sort: name"),
  ]
}
