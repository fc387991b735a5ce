// Values of a wrong form, and comments and structure of other languages.
extension Mistake {
  static let forms: [Mistake] = mappings + lists + syntax + hosts + negations + matches

  private static let negations: [Mistake] =
    [
      ("notPresent: true", "'present: false'"), ("unpresent: true", "'present: false'"),
      ("notEquals: a", "not: {equals: …}"),
      ("notContains: a", "not: {contains: …}"), ("unequals: a", "not: {equals: …}"),
      ("matchesNot: a", "not: {matches: …}"),
      ("notStartsWith: a", "not: {startsWith: …}"), ("notIgnoreCase: true", "remove it"),
      ("noneOf: [a]", "not: {oneOf: …}"),
    ].map { entry, help in
      .match(
        "negated-\(entry.prefix { $0 != ":" })", "an operator with a negation", help: [help], isFixable: false,
        "path: /negated\nquery: {q: {1️⃣\(entry.replacing(":", with: "1️⃣:"))}}")
    } + [
      .response(
        "no-template", "template with a negation", help: ["'template: false'"], isFixable: false,
        "text: a\n1️⃣noTemplate1️⃣: true"),
      .response(
        "no-delay", "a delay with a negation", help: ["remove it"], isFixable: false, "text: a\n1️⃣noDelay1️⃣: true"),
      Mistake(
        "not-enabled", .vocabulary, "enabled with a negation", help: ["'enabled: false'"], isFixable: false,
        """
        mockspec: 1
        requests:
          A:
            match: GET /a
            1️⃣notEnabled1️⃣: true
            responses: {Ok: {}}
        """),
      Mistake(
        "no-cors", .vocabulary, "cors with a negation", in: .project, help: ["'cors: false'"], isFixable: false,
        """
        mockspec: 1
        server: {1️⃣noCors1️⃣: true}
        """),
      Mistake(
        "sequence-of-all", .values, "a word as a sequence", help: ["write a list"], isFixable: false,
        """
        mockspec: 1
        requests:
          A:
            match: GET /a
            sequence: 1️⃣all1️⃣
            responses: {Ok: {}}
        """),
      Mistake(
        "redact-none", .values, "a word as a list", in: .project, help: ["write a list"], isFixable: false,
        """
        mockspec: 1
        redact: 1️⃣none1️⃣
        """),
      Mistake(
        "empty-default", .values, "an empty name", help: [],
        """
        mockspec: 1
        requests:
          A:
            match: GET /a
            default: 1️⃣''1️⃣
            responses: {Ok: {}}
        """),
      Mistake(
        "name-as-mapping", .values, "a name in braces", help: ["write only the name"],
        """
        mockspec: 1
        requests:
          A:
            match: GET /a
            sequence: [{1️⃣Busy1️⃣}, Ok]
            responses: {Ok: {}, Busy: {status: 503}}
        """),
    ]

  private static let matches: [Mistake] = [
    .short("no-space-after-method", "a method without a space", help: ["GET /nospace"], "1️⃣GET/nospace1️⃣"),
    .short(
      "no-colon-after-scheme", "a scheme without a colon", help: ["https://api.example.com/a"],
      "GET 1️⃣https//api.example.com/a1️⃣"),
    .short("arrow-after-method", "an arrow", help: ["GET /arrow"], "GET 1️⃣-> /arrow1️⃣"),
    .short("dot-after-method", "a relative path", help: ["GET /dot"], "1️⃣GET ./dot1️⃣"),
    .short("double-braces", "a variable of a template", help: ["'{id}'"], "'1️⃣GET /braces/{{ id }}1️⃣'"),
    .response(
      "one-slash-origin", "a slash too few", help: ["http://localhost:8000"], "forward: 1️⃣http:/localhost:80001️⃣"),
    .response("comment-after-braces", "a comment of JavaScript after braces", help: ["#"], "json: {a: 1} 1️⃣//1️⃣ x"),
    .response(
      "default-in-response", "a mark for the default", help: ["name of this response"], "text: a\n1️⃣default1️⃣: true"),
    .response("times-in-response", "a count in a response", help: ["sequence"], "text: a\n1️⃣times1️⃣: 2"),
    .response(
      "wiremock-uniform", "a delay of WireMock", help: ["min: 100ms"], "text: a\ndelay: {1️⃣lower1️⃣: 1s, upper: 2s}"),
    Mistake(
      "method-beside-match", .levels, "a method beside a short match", help: ["remove it"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          1️⃣method1️⃣: GET
          responses: {Ok: {}}
      """),
    Mistake(
      "equals-sign-in-response", .values, "an equals sign", help: ["status: 200"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          responses:
            Ok:
              1️⃣status = 2001️⃣
      """),
    Mistake(
      "json-none", .json, "None of Python", in: .json, help: ["write null"],
      """
      {"mockspec": 1, "requests": {"A": {"match": "GET /a", "responses": {"R": {"json": {"a": 1️⃣None1️⃣}}}}}}
      """),
  ]

  private static let mappings: [Mistake] = [
    .response(
      "three-directives", "a value with commas", help: ["'no-cache, no-store, max-age=0'"],
      "headers: {Cache-Control: no-cache, no-store, 1️⃣max-age=01️⃣}"),
    .response(
      "directive-in-the-middle", "a value with commas", help: ["'no-cache, max-age=0, no-store'"],
      "headers: {Cache-Control: no-cache, 1️⃣max-age=01️⃣, no-store}"),
    .response(
      "passthrough-beside-error", "passthrough that is false", help: ["remove"],
      "error: timedOut\npassthrough: 1️⃣false1️⃣"),
    .response("throttle-unit", "a unit of bandwidth", help: ["bytesPerSecond"], "text: a\nthrottle: {1️⃣kbps1️⃣: 50}"),
    .response("delay-from-to", "from and to of a delay", help: ["min", "max"], "delay: {1️⃣from1️⃣: 1s, to: 2s}"),
    .response(
      "delay-min-and-sigma", "parts of both forms of a delay", help: ["remove one"], "delay: {1️⃣min1️⃣: 1s, sigma: 0.5}"),
    .response("error-code-name", "the name as the code", help: ["error: timedOut"], "error: {code: 1️⃣timedOut1️⃣}"),
    .response("error-name", "the name in a mapping", help: ["error: timedOut"], "error: {1️⃣name1️⃣: timedOut}"),
    .response(
      "three-headers-in-response", "headers beside the body", help: ["headers: {X-A: …, X-B: …, Age: …}"],
      "1️⃣X-A1️⃣: 1\nX-B: 2\nAge: 3\ntext: a"),
    .response(
      "header-as-object", "a header of OpenAPI with its schema", help: ["write the value itself"],
      "headers: {X-Rate: 1️⃣{schema: {type: integer}}1️⃣}"),
    .response(
      "directives-without-quotes", "a value with a comma", help: ["'no-store, max-age=0'"],
      "headers: {Cache-Control: no-store, 1️⃣max-age=01️⃣}"),
    .response(
      "passthrough-beside-text", "passthrough that is false", help: ["remove"], "passthrough: 1️⃣false1️⃣\ntext: a"),
    .response("return-with-text", "a return of nginx with text", help: ["status", "text"], "1️⃣return1️⃣: 200 ok"),
    .match(
      "number-limits", "limits of a number", help: ["texts", "oneOf"],
      "path: /limits\nquery: {size: {1️⃣min1️⃣: 1, max: 3}}"),
    .match("type-of-value", "the type of a value", help: ["matches"], "path: /type\nquery: {size: {1️⃣type1️⃣: integer}}"),
    .match(
      "graphql-document", "the document of GraphQL", help: ["operationName"],
      "path: /graphql\nbody: {graphql: {1️⃣query1️⃣: '{ me }'}}"),
    .match(
      "postman-urlencoded-mode", "a body of Postman", help: ["form"],
      "path: /postman\nbody: {1️⃣mode1️⃣: urlencoded, urlencoded: [{key: a, value: b}]}"),
    Mistake(
      "count-as-step", .values, "a response with its count as a step", help: ["{response: Busy, times: 2}"],
      """
      mockspec: 1
      requests:
        Poll:
          match: GET /poll
          sequence: [{1️⃣Busy1️⃣: 2}, Ok]
          responses: {Ok: {}, Busy: {status: 503}}
      """),
  ]

  private static let lists: [Mistake] = [
    .response("two-statuses", "several statuses", kind: .values, help: ["a response for each"], "status: 1️⃣[200, 404]1️⃣"),
    .match("host-list", "several hosts", kind: .values, help: ["*.example.com"], "path: /hosts\nhost: 1️⃣[a.io, b.io]1️⃣"),
    .match("port-list", "several ports", kind: .values, help: ["a request for each"], "path: /ports\nport: 1️⃣[80, 81]1️⃣"),
    Mistake(
      "default-list", .values, "a list as the default", help: ["one name", "sequence"],
      """
      mockspec: 1
      requests:
        Poll:
          match: GET /poll
          default: 1️⃣[Ok]1️⃣
          responses: {Ok: {}}
      """),
    Mistake(
      "extends-list", .values, "a scene that extends two", in: .project, help: ["one other", "select"],
      """
      mockspec: 1
      scenes:
        A: {Login: Offline}
        B: {Profile: Missing}
        C: {extends: 1️⃣[A, B]1️⃣, select: {Login: Success}}
      """),
    Mistake(
      "scene-as-list", .values, "a scene as a list", in: .project, help: ["{Login: Offline"],
      """
      mockspec: 1
      scenes:
        A: 1️⃣[Login, Offline]1️⃣
      """),
    Mistake(
      "scene-with-object", .values, "a response as an object", in: .project, help: ["Offline"],
      """
      mockspec: 1
      scenes:
        A: {Login: 1️⃣{response: Offline}1️⃣}
      """),
    Mistake(
      "host-of-project", .vocabulary, "the host of the calls in the project file", in: .project,
      help: ["defaults: {match: {host: …}}", "server"],
      """
      mockspec: 1
      1️⃣host1️⃣: api.example.com
      """),
  ]

  private static let syntax: [Mistake] = [
    .response(
      "slashes-in-quotes", "a comment inside quotes", help: ["remove the comment"], isFixable: false,
      "status: '200 1️⃣//1️⃣ fine'"),
    .response(
      "slashes-in-braces", "a comment inside braces", help: ["remove the comment"], isFixable: false,
      "delay: {min: 1s 1️⃣//1️⃣ fast, max: 2s}"),
    .response(
      "slashes-without-space", "a comment without a space", help: ["#"], isFixable: true, "status: 200 1️⃣//1️⃣fine"),
    .response(
      "sentence-with-colon", "a sentence with a colon", kind: .fixes, help: ["'Found: /items is slow'"],
      isFixable: true,
      "text: 1️⃣Found: /items is slow1️⃣"),
    .response(
      "sentence-before-list", "a sentence that ends with a colon", kind: .fixes, help: ["'Answers the following:'"],
      isFixable: true, "text: 1️⃣Answers the following:1️⃣"),
    .short("slashes-after-match", "a comment of JavaScript", help: ["#"], "GET /slashes 1️⃣//1️⃣ the login"),
    .response(
      "slashes-after-status", "a comment after a number", help: ["#"], isFixable: true, "status: 200 1️⃣//1️⃣ fine"),
    .response(
      "slashes-line", "a line with a comment of JavaScript", help: ["#"], isFixable: true, "1️⃣//1️⃣ fine\nstatus: 200"),
    .response("block-comment", "a comment of C", help: ["#"], "1️⃣/*1️⃣ fine */\nstatus: 200"),
    .response("indented-dots", "dots of an example", kind: .fixes, help: ["remove"], "status: 200\n1️⃣...1️⃣"),
    .short("colon-after-method", "a colon after the method", help: ["GET /colon"], "1️⃣GET: /colon1️⃣"),
    .match("colon-after-scheme", "a colon after the scheme", help: ["https"], "path: /scheme\nscheme: 1️⃣https:1️⃣"),
    Mistake(
      "brace-before-block", .fixes, "a brace before a block", help: ["remove"],
      """
      mockspec: 1
      requests: 1️⃣{1️⃣
        A:
          match: GET /a
          responses: {Ok: {}}
      }
      """),
    Mistake(
      "two-keys-on-a-line", .fixes, "two keys on one line", help: ["'requests:' on a line of its own"],
      """
      mockspec: 1️⃣1 requests:1️⃣
        A:
          match: GET /a
          responses: {Ok: {}}
      """),
    Mistake(
      "quoted-message", .otherFiles, "a spec copied from a mail", help: ["a quoted message"],
      """
      1️⃣> mockspec: 11️⃣
      > requests:
      >   A:
      >     match: GET /a
      """),
    Mistake(
      "json-pattern-escape", .json, "a pattern with single backslashes", in: .json, help: [#"\\"#],
      #"""
      {
        "mockspec": 1,
        "requests": {
          "A": {"match": {"path": "/a", "query": {"q": {"matches": "1️⃣\d1️⃣+"}}}, "responses": {"Ok": {}}}
        }
      }
      """#),
    Mistake(
      "json-keys-without-quotes", .json, "keys as in JavaScript", in: .json, help: ["double quotes", "2 more"],
      """
      {
        1️⃣mockspec1️⃣: 1,
        requests: {},
        "x-a": {b: 1}
      }
      """),
    .match(
      "posix-class", "a character class of POSIX", kind: .values, help: [#"\d"#],
      "path: /posix\nquery: {q: {matches: '[[:digit:]1️⃣]1️⃣+'}}"),
  ]

  private static let hosts: [Mistake] = [
    .match(
      "star-inside-host", "a star inside a host", help: ["only for the first labels"], "path: /a\nhost: 1️⃣a.*.io1️⃣"),
    .match(
      "hidden-folder", "a path without its slash", help: ["'/.well-known/openid'"], "path: 1️⃣.well-known/openid1️⃣"),
    .match("pattern-as-host", "a pattern as a host", help: ["*.example.com"], #"path: /a\#nhost: 1️⃣.*\.example1️⃣"#),
    .match("host-with-umlaut", "a host that isn't ASCII", help: ["ASCII"], "path: /a\nhost: 1️⃣bücher.example1️⃣"),
    .response("origin-of-ipv6", "IPv6 without brackets", help: ["[::1]"], "forward: 1️⃣http://::1:80801️⃣"),
    .match("dot-before-path", "a relative path", help: ["'/dots'"], "path: 1️⃣./dots1️⃣"),
    .match("backslashes-in-path", "a path of Windows", help: ["'/a/b'"], #"path: 1️⃣\a\b1️⃣"#),
    Mistake(
      "absolute-body-inside", .values, "a body path from the root of the project", help: ["'bodies/x.json'"],
      files: ["bodies/x.json": "{}"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          responses: {Ok: {file: 1️⃣/bodies/x.json1️⃣}}
      """),
    Mistake(
      "parent-body-inside", .values, "a body path that leaves the project", help: ["'bodies/y.json'"],
      files: ["bodies/y.json": "{}"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          responses: {Ok: {file: 1️⃣../bodies/y.json1️⃣}}
      """),
  ]
}
