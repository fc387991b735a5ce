/// Names and forms of other tools, where ours are meant. One row is one mistake.
extension Mistake {
  static let vocabulary: [Mistake] = inResponses + inMatches + inShortMatches + elsewhere

  private static let inResponses: [Mistake] = [
    .response("status-code", "Mockoon's statusCode", help: ["'status'"], isFixable: true, "1️⃣statusCode1️⃣: 401"),
    .response("code", "the code of a response", help: ["'status'"], "1️⃣code1️⃣: 404\ntext: no"),
    .response("http-status", "httpStatus of Spring", help: ["'status'"], "1️⃣httpStatus1️⃣: 404"),
    .response("body", "WireMock's body", help: ["json", "text", "file"], isFixable: false, "1️⃣body1️⃣: '{\"id\": 1}'"),
    .response("body-object", "killgrave's body", help: ["json"], "status: 200\n1️⃣body1️⃣:\n  id: 7\n  name: Lamp"),
    .response("json-body", "WireMock's jsonBody", help: ["'json'"], isFixable: true, "1️⃣jsonBody1️⃣: {id: 1}"),
    .response("body-file-name", "WireMock's bodyFileName", help: ["'file'"], "1️⃣bodyFileName1️⃣: bodies/user.json"),
    .response("body-file", "killgrave's bodyFile", help: ["'file'"], "1️⃣bodyFile1️⃣: bodies/user.json"),
    .response("base64-body", "WireMock's base64Body", help: ["'base64'"], "1️⃣base64Body1️⃣: aGVsbG8="),
    .response("fixed-delay", "WireMock's delay", help: ["'delay'", "500ms"], "1️⃣fixedDelayMilliseconds1️⃣: 500"),
    .response("latency", "Mockoon's latency", help: ["'delay'"], isFixable: false, "1️⃣latency1️⃣: 250\ntext: slow"),
    .response("content", "OpenAPI's content", help: ["json"], "1️⃣content1️⃣:\n  application/json: {example: {id: 1}}"),
    .response("example", "OpenAPI's example", help: ["json"], "1️⃣example1️⃣: {id: 1}"),
    .response("schema-of-response", "OpenAPI's schema", help: ["json"], "1️⃣schema1️⃣: {type: object}"),
    .response(
      "content-type", "a Content-Type beside the headers", help: ["headers", "Content-Type"],
      "1️⃣contentType1️⃣: text/html\ntext: <p>hi</p>"),
    .response(
      "content-type-name", "a header beside the headers", help: ["headers"],
      "1️⃣Content-Type1️⃣: text/html\ntext: <p>hi</p>"),
    .response("header", "Postman's header", help: ["'headers'"], "1️⃣header1️⃣: {X-A: b}"),
    .response("cookies", "cookies of a response", help: ["Set-Cookie"], "1️⃣cookies1️⃣: {sid: abc}"),
    .response(
      "proxy-base-url", "WireMock's proxyBaseUrl", help: ["'forward'"], "1️⃣proxyBaseUrl1️⃣: https://api.example.com"),
    .response("proxy-pass", "nginx's proxy_pass", help: ["'forward'"], "1️⃣proxy_pass1️⃣: http://localhost:9000"),
    .response(
      "transformers", "WireMock's templating", help: ["'template'", "true"],
      "text: hello\n1️⃣transformers1️⃣: [response-template]"),
    .response("status-message", "WireMock's statusMessage", help: ["status"], "status: 404\n1️⃣statusMessage1️⃣: Nope"),
    .response("redirect", "a redirect as in nginx", help: ["status", "Location"], "1️⃣redirect1️⃣: /elsewhere"),
    .response("number-as-delay", "a number as a delay", help: ["500ms", "500s"], isFixable: false, "delay: 1️⃣5001️⃣"),
    .response("duration-with-space", "a space in a duration", help: ["500ms"], isFixable: true, "delay: 1️⃣500 ms1️⃣"),
    .response("duration-in-capitals", "a duration in capitals", help: ["2s"], isFixable: true, "delay: 1️⃣2S1️⃣"),
    .response("duration-in-words", "a duration in words", help: ["2s"], "delay: 1️⃣2 seconds1️⃣"),
    .response("duration-with-sec", "sec as a unit", help: ["2s"], "delay: 1️⃣2sec1️⃣"),
    .response("duration-with-comma", "a decimal comma", help: ["1.5s"], "delay: 1️⃣1,5s1️⃣"),
    .response("yes-template", "yes of YAML 1.1", help: ["true"], isFixable: true, "template: 1️⃣yes1️⃣\ntext: hi"),
    .response("on-passthrough", "on of YAML 1.1", help: ["true"], isFixable: true, "passthrough: 1️⃣on1️⃣"),
    .response(
      "path-in-origin", "a path in an origin", help: ["origin", "http://localhost:8000"],
      "forward: 1️⃣http://localhost:8000/api1️⃣"),
    .response(
      "origin-without-scheme", "an origin without a scheme", help: ["http://localhost:8000"],
      "forward: 1️⃣localhost:80001️⃣"),
    .response("file-url", "a URL of a file", help: ["relative"], "file: 1️⃣file:///bodies/user.json1️⃣"),
    .response("timeout-error", "an error by its short name", help: ["timedOut"], "error: 1️⃣timeout1️⃣"),
    .response("offline-error", "an error by its meaning", help: ["notConnectedToInternet"], "error: 1️⃣offline1️⃣"),
    .response("throttle-number", "a number as a throttle", help: ["bytesPerSecond"], "text: slow\nthrottle: 1️⃣5001️⃣"),
    .response("response-code", "responseCode", help: ["'status'"], "1️⃣responseCode1️⃣: 503"),
    .response("payload", "a payload", help: ["json"], "1️⃣payload1️⃣: {a: 1}"),
    .response("seconds-as-delay", "a fraction as a delay", help: ["0.5s"], "delay: 1️⃣0.51️⃣"),
    .response("minutes-as-delay", "minutes as a delay", help: ["60s"], "delay: 1️⃣1min1️⃣"),
    .response("iso-duration", "a duration of ISO 8601", help: ["1.5s"], "delay: 1️⃣PT2S1️⃣"),
  ]

  private static let inMatches: [Mistake] = [
    .match("url", "WireMock's url", help: ["'path'"], isFixable: false, "method: GET\n1️⃣url1️⃣: /vocabulary/url"),
    .match("url-path", "WireMock's urlPath", help: ["'path'"], isFixable: true, "1️⃣urlPath1️⃣: /vocabulary/url-path"),
    .match(
      "url-pattern", "WireMock's urlPathPattern", help: ["path", "params"], "1️⃣urlPathPattern1️⃣: '/vocabulary/[0-9]+'"),
    .match("endpoint", "Mockoon's endpoint", help: ["'path'"], "method: GET\n1️⃣endpoint1️⃣: /vocabulary/endpoint"),
    .match("uri", "a URI", help: ["'path'"], "1️⃣uri1️⃣: /vocabulary/uri"),
    .match("route", "a route", help: ["'path'"], "1️⃣route1️⃣: /vocabulary/route"),
    .match("verb", "a verb", help: ["'method'"], "1️⃣verb1️⃣: GET\npath: /vocabulary/verb"),
    .match(
      "methods", "methods", help: ["'method'"], isFixable: true, "1️⃣methods1️⃣: [GET, PUT]\npath: /vocabulary/methods"),
    .match(
      "query-parameters", "WireMock's queryParameters", help: ["'query'"],
      "path: /vocabulary/query\n1️⃣queryParameters1️⃣: {page: 2}"),
    .match("query-params", "queryParams", help: ["'query'"], "path: /vocabulary/query\n1️⃣queryParams1️⃣: {page: 2}"),
    .match(
      "path-parameters", "WireMock's pathParameters", help: ["'params'"],
      "path: '/vocabulary/{id}'\n1️⃣pathParameters1️⃣: {id: 2}"),
    .match(
      "body-patterns", "WireMock's bodyPatterns", help: ["'body'"],
      "path: /vocabulary/body\n1️⃣bodyPatterns1️⃣: [{equalToJson: '{}'}]"),
    .match("domain", "a domain", help: ["'host'"], "path: /vocabulary/domain\n1️⃣domain1️⃣: api.example.com"),
    .match(
      "lower-case-method", "a method in lower case", help: ["POST"], isFixable: true,
      "method: 1️⃣post1️⃣\npath: /vocabulary/lower"),
    .match(
      "lower-case-methods", "a method in lower case in a list", help: ["DELETE"],
      "method: [GET, 1️⃣delete1️⃣]\npath: /vocabulary/lower"),
    .match(
      "methods-with-comma", "methods separated by a comma", help: ["[GET, POST]"], isFixable: true,
      "method: 1️⃣GET, POST1️⃣\npath: /vocabulary/comma"),
    .match(
      "methods-with-bar", "methods separated by a bar", help: ["[GET, POST]"],
      "method: 1️⃣GET|POST1️⃣\npath: /vocabulary/bar"),
    .match("any-method", "WireMock's ANY", help: ["method"], "method: 1️⃣ANY1️⃣\npath: /vocabulary/any"),
    .match("star-method", "a star as a method", help: ["method"], "method: 1️⃣'*'1️⃣\npath: /vocabulary/star"),
    .match(
      "scheme-in-host", "a scheme in a host", help: ["scheme", "api.example.com"],
      "host: 1️⃣https://api.example.com1️⃣\npath: /vocabulary/host"),
    .match(
      "port-in-host", "a port in a host", help: ["port", "8443"],
      "host: 1️⃣api.example.com:84431️⃣\npath: /vocabulary/host"),
    .match("path-in-host", "a path in a host", help: ["path"], "host: 1️⃣api.example.com/v11️⃣\npath: /vocabulary/host"),
    .match("query-in-path", "a query in a path", help: ["query"], "method: GET\npath: 1️⃣/vocabulary/search?q=lamp1️⃣"),
    .match("fragment-in-path", "a fragment in a path", help: ["#"], "path: 1️⃣'/vocabulary/page#top'1️⃣"),
    .match("url-as-path", "a URL as a path", help: ["host", "path"], "path: 1️⃣https://api.example.com/vocabulary1️⃣"),
    .match("regex-path", "nginx's regular expression as a path", help: ["params"], "path: 1️⃣'~ ^/vocabulary/[0-9]+$'1️⃣"),
    .match(
      "scheme-with-colon", "a scheme with its delimiter", help: ["https"],
      "scheme: 1️⃣'https://'1️⃣\npath: /vocabulary/scheme"),
    .match(
      "regex-operator", "Mockoon's regex", help: ["'matches'"], isFixable: true,
      "path: /vocabulary/regex\nquery: {q: {1️⃣regex1️⃣: '^a'}}"),
    .match(
      "pattern-operator", "JSON Schema's pattern", help: ["'matches'"],
      "path: /vocabulary/pattern\nheaders: {X-A: {1️⃣pattern1️⃣: '^a'}}"),
    .match(
      "equal-to-operator", "WireMock's equalTo", help: ["'equals'"], isFixable: true,
      "path: /vocabulary/equal\nquery: {q: {1️⃣equalTo1️⃣: a}}"),
    .match(
      "does-not-match-operator", "WireMock's doesNotMatch", help: ["not", "matches"],
      "path: /vocabulary/not\nquery: {q: {1️⃣doesNotMatch1️⃣: '^a'}}"),
    .match(
      "absent-operator", "WireMock's absent", help: ["present: false"],
      "path: /vocabulary/absent\nquery: {q: {1️⃣absent1️⃣: true}}"),
    .match(
      "case-insensitive-operator", "WireMock's caseInsensitive", help: ["'ignoreCase'"],
      "path: /vocabulary/case\nheaders:\n  X-A: {equals: a, 1️⃣caseInsensitive1️⃣: true}"),
    .match(
      "exists-operator", "an exists of databases", help: ["'present'"],
      "path: /vocabulary/exists\ncookies: {sid: {1️⃣exists1️⃣: true}}"),
    .match(
      "prefix-operator", "a prefix", help: ["'startsWith'"],
      "path: /vocabulary/prefix\nheaders: {X-A: {1️⃣prefix1️⃣: ab}}"),
    .match(
      "enum-operator", "JSON Schema's enum", help: ["'oneOf'"],
      "path: /vocabulary/enum\nquery: {sort: {1️⃣enum1️⃣: [asc, desc]}}"),
    .match(
      "equal-to-json", "WireMock's equalToJson", help: ["json"],
      "path: /vocabulary/json\nbody: {1️⃣equalToJson1️⃣: {id: 1}}"),
    .match(
      "json-path", "WireMock's matchesJsonPath", help: ["pointers"],
      "path: /vocabulary/jsonpath\nbody: {1️⃣matchesJsonPath1️⃣: '$.id'}"),
    .match(
      "json-path-in-pointers", "a JSONPath as a pointer", help: ["/user/id"],
      "path: /vocabulary/pointer\nbody: {pointers: {1️⃣$.user.id1️⃣: 7}}"),
    .match("yes-exact-query", "yes of YAML 1.1", help: ["true"], "path: /vocabulary/yes\nexactQuery: 1️⃣yes1️⃣"),
    .match("http-method", "URLRequest's httpMethod", help: ["'method'"], "1️⃣httpMethod1️⃣: GET\npath: /vocabulary/m"),
    .match("hostname", "JavaScript's hostname", help: ["'host'"], "1️⃣hostname1️⃣: example.com\npath: /vocabulary/h"),
    .match("pathname", "JavaScript's pathname", help: ["'path'"], "1️⃣pathname1️⃣: /vocabulary/pathname"),
    .match(
      "search-params", "JavaScript's searchParams", help: ["'query'"],
      "path: /vocabulary/s\n1️⃣searchParams1️⃣: {q: 1}"),
    .match(
      "methods-with-space", "methods separated by a space", help: ["[GET, HEAD]"],
      "method: 1️⃣GET HEAD1️⃣\npath: /vocabulary/space"),
  ]

  private static let inShortMatches: [Mistake] = [
    short("short-lower-case", "a method in lower case", help: ["GET"], isFixable: true, "1️⃣get1️⃣ /short/lower"),
    short("short-capitalized", "a capitalized method", help: ["POST"], isFixable: true, "1️⃣Post1️⃣ /short/capitalized"),
    short("short-comma", "two methods", help: ["method: [GET, POST]"], "1️⃣GET, POST1️⃣ /short/comma"),
    short("short-slash", "two methods", help: ["method: [GET, POST]"], "1️⃣GET/POST1️⃣ /short/slash"),
    short("short-no-slash", "a path without a slash", help: ["/short/noslash"], "GET 1️⃣short/noslash1️⃣"),
    short(
      "short-host-only", "a host without slashes", help: ["//api.example.com/short"], "GET 1️⃣api.example.com/short1️⃣"),
    short("short-path-first", "the path before the method", help: ["PUT /short/order"], "1️⃣/short/order PUT1️⃣"),
    short("short-curl", "a command of curl", help: ["GET", "/short"], "1️⃣curl -X GET https://api.example.com/short1️⃣"),
    short("short-http-version", "a request line", help: ["HTTP/1.1"], "GET /short/version 1️⃣HTTP/1.11️⃣"),
    short("short-any", "WireMock's ANY", help: ["method"], "1️⃣ANY1️⃣ /short/any"),
    short("short-angle-brackets", "a parameter as in Flask", help: ["{id}"], "GET /short/1️⃣<id>1️⃣"),
    short("short-typed-parameter", "a typed parameter as in ASP.NET", help: ["{id}"], "GET /short/1️⃣{id:int}1️⃣"),
    short("short-optional-parameter", "an optional parameter", help: ["{id}"], "GET /short/1️⃣{id?}1️⃣"),
    short("short-template-parameter", "Postman's variable", help: ["{id}"], "GET /short/1️⃣{{id}}1️⃣"),
    short("short-partial-star", "a star in a segment", help: ["segment"], "GET /short/1️⃣*.json1️⃣"),
    short("short-dot-star", "a pattern in a path", help: ["segment"], "GET /files/1️⃣.*1️⃣"),
  ]

  private static let elsewhere: [Mistake] = [
    Mistake(
      "request-for-match", .vocabulary, "WireMock's request", help: ["'match'"],
      """
      mockspec: 1
      requests:
        Stub:
          1️⃣request1️⃣:
            method: GET
            path: /stub
          responses: {OK: {}}
      """),
    Mistake(
      "response-for-responses", .vocabulary, "WireMock's response", help: ["'responses'"],
      """
      mockspec: 1
      requests:
        Stub:
          match: GET /stub
          1️⃣response1️⃣:
            status: 200
            json: {id: 1}
      """),
    Mistake(
      "routes-for-requests", .vocabulary, "Mockoon's routes", help: ["'requests'"],
      """
      mockspec: 1
      1️⃣routes1️⃣:
        Users:
          match: GET /users
          responses: {All: {json: []}}
      """),
    Mistake(
      "enabled-no", .vocabulary, "no of YAML 1.1", help: ["false"], isFixable: true,
      """
      mockspec: 1
      requests:
        Switched off:
          enabled: 1️⃣no1️⃣
          match: GET /switched-off
          responses: {OK: {text: ok}}
      """),
    Mistake(
      "disabled", .vocabulary, "a disabled request", help: ["enabled: false"],
      """
      mockspec: 1
      requests:
        Switched off:
          match: GET /switched-off
          1️⃣disabled1️⃣: true
          responses: {OK: {text: ok}}
      """),
    Mistake(
      "steps-with-repeat", .vocabulary, "repeat for times", help: ["'times'"],
      """
      mockspec: 1
      requests:
        Retried:
          match: GET /retried
          sequence:
            - {response: Busy, 1️⃣repeat1️⃣: 2}
            - Fine
          responses:
            Busy: {status: 503}
            Fine: {json: {}}
      """),
    Mistake(
      "cors-yes", .vocabulary, "yes of YAML 1.1", in: .project, help: ["true"],
      """
      mockspec: 1
      server:
        port: 8088
        cors: 1️⃣yes1️⃣
      """),
    Mistake(
      "timeout-number", .vocabulary, "a number as a timeout", in: .project, help: ["30s", "30ms"], isFixable: false,
      """
      mockspec: 1
      timeout: 1️⃣301️⃣
      unmatched: error
      """),
    Mistake(
      "unmatched-proxy", .vocabulary, "proxy for passthrough", in: .project, help: ["passthrough"],
      """
      mockspec: 1
      unmatched: 1️⃣proxy1️⃣
      """),
    Mistake(
      "url-in-passthrough", .vocabulary, "a URL as a host", in: .project, help: ["api.example.com"],
      """
      mockspec: 1
      passthrough:
        - '*.apple.com'
        - 1️⃣https://api.example.com1️⃣
      """),
    Mistake(
      "json-status-code", .vocabulary, "msw's statusCode in JSON", in: .json, help: ["'status'"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Users": {
            "match": "GET /users",
            "responses": {"Broken": {1️⃣"statusCode"1️⃣: 500}}
          }
        }
      }
      """),
    Mistake(
      "json-lower-case-method", .vocabulary, "a method in lower case in JSON", in: .json, help: ["GET"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Users": {"match": {"method": 1️⃣"get"1️⃣, "path": "/users"}, "responses": {"All": {"json": []}}}
        }
      }
      """),
    Mistake(
      "stubs", .vocabulary, "stubs for requests", help: ["'requests'"],
      """
      mockspec: 1
      1️⃣stubs1️⃣:
        P10: {match: GET /stubs, responses: {Pong: {}}}
      """),
    Mistake(
      "method-lower-in-defaults", .vocabulary, "a lower-case method in defaults", help: ["GET"],
      """
      mockspec: 1
      defaults:
        match: {method: 1️⃣get1️⃣}
      requests:
        P11: {match: /method-lower-in-defaults, responses: {Pong: {}}}
      """),
    Mistake(
      "when-for-match", .vocabulary, "wrote when", help: ["'match'"],
      """
      mockspec: 1
      requests:
        Condition:
          1️⃣when1️⃣: GET /condition
          responses: {OK: {}}
      """),
    Mistake(
      "then-for-responses", .vocabulary, "wrote then", help: ["'responses'"],
      """
      mockspec: 1
      requests:
        Consequence:
          match: GET /consequence
          1️⃣then1️⃣: {OK: {status: 204}}
      """),
  ]
}
