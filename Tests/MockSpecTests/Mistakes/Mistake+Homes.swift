/// Keys twice, in the wrong place, or in place of other keys.
extension Mistake {
  static let homes: [Mistake] = [sameKeyTwice, queriesAndFiles, wrongHomes].flatMap(\.self)

  private static let sameKeyTwice: [Mistake] = [
    .response(
      "status-code-beside-status", "statusCode beside status", kind: .levels, help: ["'status'", "same"],
      without: ["write 'status'"], "status: 404\n1️⃣statusCode1️⃣: 404"),
    .response(
      "status-before-status-code", "statusCode before status", kind: .levels, help: ["'status'", "same"],
      without: ["write 'status'"], "1️⃣statusCode1️⃣: 404\nstatus: 404"),
    .response(
      "json-body-beside-json", "jsonBody beside json", kind: .levels, help: ["'json'", "same"],
      without: ["write 'json'"], "json: {a: 1}\n1️⃣jsonBody1️⃣: {a: 2}"),
    .response(
      "body-beside-json", "body beside json", kind: .levels, help: ["'json'", "remove"], without: ["write 'json'"],
      "json: {a: 1}\n1️⃣body1️⃣: {a: 2}"),
    Mistake(
      "body-beside-file", .levels, "body beside file", help: ["'file'"], files: ["a.json": "{}"],
      """
      mockspec: 1
      requests:
        body-beside-file request:
          match: GET /body-beside-file
          responses:
            Broken: {status: 500}
            Success:
              description: body beside file
              file: a.json
              1️⃣body1️⃣: text
      """),
    .match(
      "url-beside-path", "url beside path", kind: .levels, help: ["'path'"], without: ["write 'path'"],
      "path: /url-beside\n1️⃣url1️⃣: /url-beside"),
    .match(
      "url-with-host-beside-path", "a whole url beside path", kind: .levels, help: ["'path'"],
      without: ["write 'path', or"], "path: /url-host\n1️⃣url1️⃣: https://api.example.com/url-host"),
    .match(
      "verb-beside-method", "verb beside method", kind: .levels, help: ["'method'", "same"],
      without: ["write 'method'"], "method: GET\n1️⃣verb1️⃣: GET\npath: /verb"),
    .match(
      "query-params-beside-query", "queryParams beside query", kind: .levels, help: ["'query'", "same"],
      without: ["write 'query'"], "path: /query-params\nquery: {a: 1}\n1️⃣queryParams1️⃣: {b: 2}"),
    .match(
      "equal-to-beside-equals", "equalTo beside equals", kind: .levels, help: ["'equals'", "same"],
      without: ["write 'equals'"], "path: /equal-to\nquery: {q: {equals: a, 1️⃣equalTo1️⃣: b}}"),
    .response(
      "latency-beside-delay", "latency beside delay", kind: .levels, help: ["'delay'", "same"],
      without: ["write 'delay'"], "delay: 200ms\n1️⃣latency1️⃣: 200\ntext: a"),
    .response(
      "header-beside-headers", "contentType beside headers", kind: .levels, help: ["headers"],
      without: ["write headers: {"], "headers: {X-A: b}\n1️⃣contentType1️⃣: text/html\ntext: a"),
    .response(
      "typo-beside-key", "a misspelt key beside the right one", kind: .levels, help: ["already"],
      "status: 404\n1️⃣staus1️⃣: 500"),
    Mistake(
      "request-beside-match", .levels, "request beside match", help: ["'match'", "same"], without: ["write 'match'"],
      """
      mockspec: 1
      requests:
        Twice:
          match: GET /request-beside
          1️⃣request1️⃣: {method: GET}
          responses: {OK: {}}
      """),
    Mistake(
      "response-beside-responses", .levels, "response beside responses", help: ["'responses'", "same"],
      without: ["write 'responses'"],
      """
      mockspec: 1
      requests:
        Twice:
          match: GET /response-beside
          responses: {OK: {}}
          1️⃣response1️⃣: {status: 404}
      """),
    Mistake(
      "misspelt-beside-foreign", .levels, "a misspelt responses beside response", help: ["responses"],
      """
      mockspec: 1
      requests:
        Both:
          match: GET /both
          1️⃣reponses1️⃣: {OK: {}}
          response: {status: 404}
      """),
    Mistake(
      "two-typos", .levels, "two misspelt responses", help: ["responses"],
      """
      mockspec: 1
      requests:
        Both:
          match: GET /both-typos
          1️⃣reponses1️⃣: {OK: {}}
          respones: {Bad: {status: 404}}
      """),
    .response(
      "two-foreign-words", "two words of others for one key", kind: .levels, help: ["status"],
      "1️⃣statusCode1️⃣: 404\nhttpStatus: 404"),
    Mistake(
      "routes-beside-requests", .levels, "routes beside requests", help: ["'requests'", "same"],
      without: ["write 'requests'"],
      """
      mockspec: 1
      requests:
        A: {match: GET /routes, responses: {OK: {}}}
      1️⃣routes1️⃣:
        B: {match: GET /b, responses: {OK: {}}}
      """),
  ]

  private static let queriesAndFiles: [Mistake] = [
    .match(
      "encoded-query-in-path", "an encoded query in a path", kind: .values, help: ["x: ' '"], "path: 1️⃣/encoded?x=%201️⃣"),
    .match(
      "repeated-query-in-path", "a repeated name in the query of a path", kind: .values, help: ["x: [1, 2]"],
      "path: 1️⃣/repeated?x=1&x=21️⃣"),
    .match(
      "plus-in-query-in-path", "a plus in the query of a path", kind: .values, help: ["q: a b"], without: ["a+b}"],
      "path: 1️⃣/plus?q=a+b1️⃣"),
    .match(
      "special-query-in-path", "a query of special characters", kind: .values, help: ["q: 'a, {b}'"],
      "path: 1️⃣'/special?q=a,%20{b}'1️⃣"),
    .match(
      "many-in-query-in-path", "five names in the query of a path", kind: .values, help: ["e: 5"],
      "path: 1️⃣/many?a=1&b=2&c=3&d=4&e=51️⃣"),
    .match(
      "query-without-value", "a name without a value in the query of a path", kind: .values, help: ["flag: ''"],
      "path: 1️⃣/novalue?flag1️⃣"),
    .match(
      "query-beside-query-in-path", "a query in a path and as a key", kind: .values, help: ["query"],
      without: ["as its own key"], "path: 1️⃣/beside?x=11️⃣\nquery: {y: 2}"),
    .match(
      "yes-in-query-in-path", "a word of YAML in the query of a path", kind: .values, help: ["a: 'null'"],
      "path: 1️⃣/yesno?a=null1️⃣"),
    Mistake(
      "file-ending", .values, "a wrong ending of a file in a folder", help: ["bodies/items.json"],
      files: ["bodies/items.json": "{}"],
      """
      mockspec: 1
      requests:
        file-ending request:
          match: GET /file-ending
          responses:
            Broken: {status: 500}
            Success:
              description: a wrong ending of a file in a folder
              file: 1️⃣bodies/items.jsn1️⃣
      """),
    Mistake(
      "file-folder-typo", .values, "a misspelt folder of a file", help: ["bodies/folder.json"],
      files: ["bodies/folder.json": "{}"],
      """
      mockspec: 1
      requests:
        file-folder-typo request:
          match: GET /file-folder-typo
          responses:
            Broken: {status: 500}
            Success:
              description: a misspelt folder of a file
              file: 1️⃣bodeis/folder.json1️⃣
      """),
    Mistake(
      "file-folder-missing", .values, "left out the folder of a file", help: ["bodies/missing.json"],
      files: ["bodies/missing.json": "{}"],
      """
      mockspec: 1
      requests:
        file-folder-missing request:
          match: GET /file-folder-missing
          responses:
            Broken: {status: 500}
            Success:
              description: left out the folder of a file
              file: 1️⃣missing.json1️⃣
      """),
    Mistake(
      "file-case", .values, "a file in other case", help: ["bodies/Case.json"], files: ["bodies/Case.json": "{}"],
      """
      mockspec: 1
      requests:
        file-case request:
          match: GET /file-case
          responses:
            Broken: {status: 500}
            Success:
              description: a file in other case
              file: 1️⃣bodies/case.json1️⃣
      """),
    Mistake(
      "file-backslash", .values, "a path of Windows", help: ["/"], files: ["bodies/back.json": "{}"],
      """
      mockspec: 1
      requests:
        file-backslash request:
          match: GET /file-backslash
          responses:
            Broken: {status: 500}
            Success:
              description: a path of Windows
              file: 1️⃣bodies\\back.json1️⃣
      """),
    .response(
      "json-block-text", "JSON text as a block", kind: .values, help: ["remove the |"], without: ["quotes"],
      "json: 1️⃣|1️⃣\n  {\"a\": 1}"),
    .response(
      "json-folded-text", "JSON text as a folded block", kind: .values, help: ["remove the >"], without: ["quotes"],
      "json: 1️⃣>1️⃣\n  [1, 2]"),
  ]

  private static let wrongHomes: [Mistake] = [
    Mistake(
      "base-path-and-host-at-root", .levels, "basePath and host at the root",
      help: ["defaults: {basePath", "match: {host"],
      """
      mockspec: 1
      1️⃣basePath1️⃣: /v1
      host: api.example.com
      requests:
        A: {match: GET /a, responses: {OK: {}}}
      """),
    Mistake(
      "headers-and-delay-at-root", .levels, "headers and delay at the root", help: ["defaults", "headers", "delay"],
      """
      mockspec: 1
      1️⃣headers1️⃣: {X-A: b}
      delay: 20ms
      requests:
        A: {match: GET /a, responses: {OK: {}}}
      """),
    Mistake(
      "scheme-and-host-at-root", .levels, "scheme and host at the root", help: ["defaults: {match: {scheme"],
      """
      mockspec: 1
      1️⃣scheme1️⃣: https
      host: api.example.com
      requests:
        A: {match: GET /a, responses: {OK: {}}}
      """),
    Mistake(
      "path-item", .levels, "a path item of OpenAPI", help: ["match: GET /pets"],
      """
      mockspec: 1
      requests:
        /pets:
          1️⃣get1️⃣:
            responses: {OK: {json: []}}
      """),
    Mistake(
      "path-item-two", .levels, "a path item of OpenAPI with two methods", help: ["match: GET /cats"],
      """
      mockspec: 1
      requests:
        /cats:
          1️⃣get1️⃣:
            responses: {OK: {json: []}}
          post:
            responses: {Created: {status: 201}}
      """),
    Mistake(
      "path-item-paths", .levels, "paths of OpenAPI in a spec", help: ["match: GET /path"],
      """
      mockspec: 1
      1️⃣paths1️⃣:
        /dogs:
          get:
            responses:
              '200': {description: All dogs}
      """),
    Mistake(
      "path-as-name", .levels, "a path as the name of a request", help: ["match: /birds"],
      """
      mockspec: 1
      requests:
        1️⃣/birds1️⃣:
          responses: {OK: {json: []}}
      """),
    Mistake(
      "short-as-name", .levels, "a short match as a name, responses without the key", help: ["match: GET /fish"],
      """
      mockspec: 1
      requests:
        1️⃣GET /fish1️⃣:
          responses: {OK: {json: []}}
      """),
    Mistake(
      "match-in-response", .levels, "match inside a response", help: ["request"],
      """
      mockspec: 1
      requests:
        Inside:
          responses:
            OK:
              1️⃣match1️⃣: GET /inside
              json: []
      """),
    Mistake(
      "match-in-first-response", .levels, "match inside the first of two responses", help: ["second request"],
      """
      mockspec: 1
      requests:
        Variants:
          match: GET /variants
          responses:
            First:
              1️⃣match1️⃣: {query: {page: 1}}
              json: []
            Second: {json: [1]}
      """),
    Mistake(
      "query-in-response", .levels, "query inside a response", help: ["match"],
      """
      mockspec: 1
      requests:
        Paged:
          match: GET /paged
          responses:
            First:
              1️⃣query1️⃣: {page: 1}
              json: []
      """),
    Mistake(
      "path-in-response", .levels, "path inside a response", help: ["match"],
      """
      mockspec: 1
      requests:
        Pathless:
          match: GET /pathless
          responses:
            First:
              1️⃣path1️⃣: /other
              json: []
      """),
    Mistake(
      "fault-outdented-in-defaults", .levels, "an outdented fault in defaults", help: ["response"],
      without: ["in 'headers'", "inside"],
      """
      mockspec: 1
      defaults:
        headers:
          X-A: b
        1️⃣fault1️⃣: connectionReset
      requests:
        A: {match: GET /a, responses: {OK: {}}}
      """),
    Mistake(
      "error-in-defaults", .levels, "an error in defaults", help: ["response"],
      """
      mockspec: 1
      defaults:
        1️⃣error1️⃣: timedOut
      requests:
        A: {match: GET /a, responses: {OK: {}}}
      """),
    Mistake(
      "forward-in-defaults", .levels, "forward in defaults", help: ["response"],
      """
      mockspec: 1
      defaults: {1️⃣forward1️⃣: 'http://localhost:8000'}
      requests:
        A: {match: GET /a, responses: {OK: {}}}
      """),
    Mistake(
      "passthrough-in-defaults", .levels, "passthrough in defaults", help: ["response"],
      """
      mockspec: 1
      defaults: {1️⃣passthrough1️⃣: true}
      requests:
        A: {match: GET /a, responses: {OK: {}}}
      """),
    Mistake(
      "after-sequence-alone", .levels, "afterSequence without sequence", help: ["sequence"],
      """
      mockspec: 1
      requests:
        Lonely:
          match: GET /lonely
          responses: {OK: {}}
          1️⃣afterSequence1️⃣: restart
      """),
    Mistake(
      "after-sequence-before", .levels, "afterSequence before everything", help: ["sequence"],
      """
      mockspec: 1
      requests:
        Lonely:
          1️⃣afterSequence1️⃣: stay
          match: GET /lonely-first
          responses: {OK: {}}
      """),
    .response("ranges-alone", "ranges without a file", kind: .levels, help: ["file"], "text: a\n1️⃣ranges1️⃣: true"),
    .response("chunk-alone", "chunk without every", kind: .levels, help: ["every"], "text: a\nthrottle: 1️⃣{chunk: 10}1️⃣"),
    .response("sigma-alone", "sigma without median", kind: .levels, help: ["median"], "text: a\ndelay: 1️⃣{sigma: 0.5}1️⃣"),
    .response("min-alone", "min without max", kind: .levels, help: ["max"], "text: a\ndelay: 1️⃣{min: 100ms}1️⃣"),
  ]
}
